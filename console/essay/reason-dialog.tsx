import { Button } from '@orbita/ui/button';
import { Dialog } from '@orbita/ui/dialog';
import { Field } from '@orbita/ui/field';
import { TextArea } from '@orbita/ui/text-area';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogFailure } from '../base/states.tsx';
import { essayTexts as t } from '../texts/essay.ts';

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
          <Button busy={act.isPending && busy} onClick={() => act.mutate()}>
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
      <Field label={t.reason} hint={t.reasonHint} optional>
        <TextArea
          rows={3}
          maxLength={2000}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </Field>
    </Dialog>
  );
}
