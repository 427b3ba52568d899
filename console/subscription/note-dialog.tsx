import { NOTE } from '@orbita/domain/subscription';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../base/api.ts';
import { DialogFailure } from '../base/states.tsx';
import { noteTexts as t } from '../texts/subscription.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { LongText } from '../ui/long-text.tsx';

type Props = { note: { id: number; text: string }; onClose: () => void; onDone: () => Promise<void> };

/** Changes one's own note; after a quarter of an hour the server refuses it. */
export function NoteDialog({ note, onClose, onDone }: Props) {
  const [text, setText] = useState(note.text);
  const save = useMutation({
    mutationFn: () =>
      call('PUT /operations/notes/{id}', { params: { id: note.id }, body: { text: text.trim() } }),
    onSuccess: onDone,
  });
  return (
    <FormDialog
      onClose={onClose}
      title={t.changeTitle}
      onSend={() => text.trim() && save.mutate()}
      verb={t.save}
      busy={save.isPending && t.saving}
    >
      {save.error && <DialogFailure error={save.error} />}
      <LongText
        label={t.text}
        hint={t.hint}
        error={text.trim() ? undefined : t.empty}
        rows={5}
        most={NOTE.longest}
        value={text}
        onType={setText}
      />
    </FormDialog>
  );
}
