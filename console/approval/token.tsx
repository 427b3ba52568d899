import { Button } from '@orbita/ui/button';
import { Dialog } from '@orbita/ui/dialog';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../base/api.ts';
import { Secret } from '../base/secret.tsx';
import { DialogFailure } from '../base/states.tsx';
import { requestTexts as t } from '../texts/approval.ts';
import { secretTexts } from '../texts/secret.ts';
import type { Approval } from './state.tsx';

/** The secret of an approved token, shown once to the person who requested it; the page does not keep it (spec 25.16). */
export function ShowToken({ approval: { id } }: { approval: Approval }) {
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const show = useMutation({
    mutationFn: () => call('POST /operations/approvals/{id}/token', { params: { id } }),
    gcTime: 0,
  });
  const close = () => {
    setOpen(false);
    show.reset();
    void client.invalidateQueries({ queryKey: ['approval'] });
  };
  return (
    <>
      <Button
        busy={show.isPending && t.showing}
        onClick={() => {
          setOpen(true);
          show.mutate();
        }}
      >
        {t.token}
      </Button>
      {open && !show.isPending && (
        <Dialog
          open
          onClose={close}
          title={t.tokenTitle}
          foot={<Button onClick={close}>{show.data ? secretTexts.close : t.close}</Button>}
        >
          {show.error && <DialogFailure error={show.error} />}
          {show.data && <Secret label={t.tokenField} value={show.data.token} />}
        </Dialog>
      )}
    </>
  );
}
