import { Button } from '@orbita/ui/button';
import { Dialog } from '@orbita/ui/dialog';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogFailure } from '../base/states.tsx';
import { essayTexts as t } from '../texts/essay.ts';
import { LongText, stopsAtLongText } from '../ui/long-text.tsx';

type Props<Done> = {
  title: string;
  help: string;
  yes: string;
  busy: string;
  run: (reason: string | null) => Promise<Done>;
  onDone: (done: Done) => void;
  onClose: () => void;
};

/** Confirms an act about an essay, with a reason that stays within the team. */
export function ReasonDialog<Done>({ title, help, yes, busy, run, onDone, onClose }: Props<Done>) {
  const [reason, setReason] = useState('');
  const act = useMutation({ mutationFn: () => run(reason.trim() || null), onSuccess: onDone });
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      foot={
        <>
          <Button busy={act.isPending && busy} onClick={() => stopsAtLongText() || act.mutate()}>
            {yes}
          </Button>
          <Button kind="quiet" onClick={onClose}>
            {t.cancel}
          </Button>
        </>
      }
    >
      {act.error && <DialogFailure error={act.error} />}
      <p>{help}</p>
      <LongText
        label={t.reason}
        hint={t.reasonHint}
        optional
        rows={3}
        most={2000}
        value={reason}
        onType={setReason}
      />
    </Dialog>
  );
}
