import { takesFiles } from '@orbita/domain/document';
import { Field } from '@orbita/web/ui/field';
import { Select } from '@orbita/web/ui/select';
import { TextInput } from '@orbita/web/ui/text-input';
import { useState } from 'react';
import { sendForm } from '../app/api.ts';
import { acts } from '../texts/subscription-acts.ts';
import { fileTexts as t } from '../texts/subscription-behalf.ts';
import { ActDialog } from './act-dialog.tsx';
import type { ActProps } from './action-dialog.tsx';
import { useReason } from './reason-field.tsx';
import { useAct } from './use-act.ts';

/** Sends a file of a document for the candidate; another person has to check it (spec 25.6.3). */
export function FileDialog(props: ActProps) {
  const { application, onClose } = props;
  const open = application.documents.filter(({ state }) => takesFiles(state));
  const [documentId, setDocumentId] = useState(open[0]?.id);
  const [file, setFile] = useState<File>();
  const [tried, setTried] = useState(false);
  const reason = useReason();
  const upload = useAct(props, (given: { id: number; file: File; reason: string }) => {
    const form = new FormData();
    // The server reads texts that stand before the file.
    form.set('reason', given.reason);
    form.set('file', given.file);
    return sendForm('POST /operations/documents/{id}/files', { params: { id: given.id }, form });
  });
  const send = () => {
    setTried(true);
    const given = reason.take();
    if (given && documentId !== undefined && file) upload.mutate({ id: documentId, file, reason: given });
  };
  return (
    <ActDialog
      title={t.title}
      verb={acts['send-document'].verb}
      busy={upload.isPending && acts['send-document'].busy}
      error={upload.error}
      happens={t.happens}
      message={t.message}
      onClose={onClose}
      onSend={send}
    >
      <Field label={t.document}>
        <Select
          value={documentId}
          options={open.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(event) => setDocumentId(Number(event.currentTarget.value))}
        />
      </Field>
      <Field label={t.file} hint={t.fileHint} error={tried && !file ? t.fileMissing : undefined}>
        <TextInput
          type="file"
          accept=".pdf,.jpg,.jpeg,.xlsx"
          onChange={(event) => setFile(event.currentTarget.files?.[0])}
        />
      </Field>
      {reason.field}
    </ActDialog>
  );
}
