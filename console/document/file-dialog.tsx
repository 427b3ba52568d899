import { takesFiles } from '@orbita/domain/document';
import { Choice, Choices } from '@orbita/ui/choice';
import { Field } from '@orbita/ui/field';
import { Select } from '@orbita/ui/select';
import { useState } from 'react';
import { ActDialog } from '../act/act-dialog.tsx';
import type { ActProps } from '../act/props.ts';
import { useReason } from '../act/reason-field.tsx';
import { useAct } from '../act/use-act.ts';
import { call, sendForm } from '../base/api.ts';
import { acts } from '../texts/subscription-acts.ts';
import { fileTexts as t } from '../texts/subscription-behalf.ts';
import { FileInput } from '../ui/file-input.tsx';

type Given = { id: number; reason: string } & ({ file: File } | { otherId: number });

function deliver({ id, reason, ...by }: Given): Promise<unknown> {
  if ('otherId' in by)
    return call('POST /operations/documents/{id}/covered-by/{otherId}', {
      params: { id, otherId: by.otherId },
      body: { reason },
    });
  const form = new FormData();
  // The server only reads text fields that precede the file.
  form.set('reason', reason);
  form.set('file', by.file);
  return sendForm('POST /operations/documents/{id}/files', { params: { id }, form });
}

/**
 * Sends a file of a document on the candidate's behalf, which another person has to check, or states that another document
 * contains what this one is required for (D-83, spec 25.6.2).
 */
export function FileDialog(props: ActProps) {
  const { application, onClose, onDone, onOutcome } = props;
  const { documents } = application;
  const open = documents.filter(({ state }) => takesFiles(state));
  const [documentId, setDocumentId] = useState(open[0]?.id);
  const [file, setFile] = useState<File>();
  const [wantsCover, setWantsCover] = useState(false);
  const [tried, setTried] = useState(false);
  const reason = useReason();
  const cover = open.find(({ id }) => id === documentId)?.cover ?? null;
  const isCovered = wantsCover && cover !== null;
  const act = useAct<Given>(
    { application, onDone: () => (isCovered ? onOutcome(t.covered) : onDone()) },
    deliver,
  );
  const send = () => {
    setTried(true);
    const given = reason.take();
    if (!given || documentId === undefined) return;
    if (isCovered) act.mutate({ id: documentId, reason: given, otherId: cover.documentId });
    else if (file) act.mutate({ id: documentId, reason: given, file });
  };
  const words = isCovered
    ? { verb: t.cover, busy: t.covering }
    : { verb: acts['send-document'].verb, busy: acts['send-document'].busy };
  const other = documents.find(({ id }) => id === cover?.documentId)?.name ?? '';
  return (
    <ActDialog
      title={t.title}
      verb={words.verb}
      busy={act.isPending && words.busy}
      error={act.error}
      happens={isCovered ? t.happensCovered(other) : t.happens}
      message={isCovered ? t.messageCovered : t.message}
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
      {cover && (
        <Choices legend={<span className="field__label">{t.how}</span>}>
          <Choice name="how" checked={!isCovered} onChange={() => setWantsCover(false)} title={t.byFile} />
          <Choice
            name="how"
            checked={isCovered}
            onChange={() => setWantsCover(true)}
            title={t.byOther}
            note={t.says(cover.label)}
          />
        </Choices>
      )}
      {!isCovered && (
        <Field label={t.file} hint={t.fileHint} error={tried && !file ? t.fileMissing : undefined}>
          <FileInput accept=".pdf,.jpg,.jpeg,.xlsx" onPick={([chosen]) => setFile(chosen)} />
        </Field>
      )}
      {reason.field}
    </ActDialog>
  );
}
