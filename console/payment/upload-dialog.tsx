import { ApiError } from '@orbita/client/errors.ts';
import { Field } from '@orbita/ui/field';
import { Notice } from '@orbita/ui/notice';
import { Select } from '@orbita/ui/select';
import { typing } from '@orbita/ui/typing.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ActDialog } from '../act/act-dialog.tsx';
import type { Outcome } from '../act/outcome.tsx';
import { waitingIn } from '../approval/asked.tsx';
import { call } from '../base/api.ts';
import { base64Of } from '../base/base64.ts';
import { useInstitution } from '../base/institution.ts';
import { useMe } from '../base/me.ts';
import { fileTexts } from '../texts/payment.ts';
import { FileInput } from '../ui/file-input.tsx';
import { countsText } from './outcomes.ts';

const t = fileTexts.upload;

/** Ten thousand lines of 240 characters with line breaks; the server reads no more. */
const MOST_BYTES = 2_500_000;
/** The error of a picked file before it is read; undefined if there is none. */
export function fileProblem(file: Pick<File, 'size'> | undefined): string | undefined {
  if (!file) return t.fileMissing;
  if (file.size === 0) return t.fileEmpty;
  return file.size > MOST_BYTES ? t.fileLarge : undefined;
}

type Problem = { line: number; message: string };
const problemsIn = (error: unknown): Problem[] =>
  error instanceof ApiError && Array.isArray(error.more.problems) ? (error.more.problems as Problem[]) : [];

type Props = { onClose: () => void; onDone: (outcome: Outcome) => void };

/** Uploads a return file of the bank, which a second person approves before any line takes effect (spec 25.4.4, 25.11). */
export function UploadDialog({ onClose, onDone }: Props) {
  const me = useMe();
  const here = useInstitution()?.code;
  const [institution, setInstitution] = useState(here ?? me.institutions[0]?.code ?? '');
  const [file, setFile] = useState<File>();
  const [tried, setTried] = useState(false);
  const [unread, setUnread] = useState(false);
  const act = useMutation({
    mutationFn: (content: string) =>
      call('POST /operations/slip-returns', {
        body: { institution, file: content, encoding: 'base64' },
      }),
    onSuccess: (answer) => {
      const waits = waitingIn(answer);
      onDone(waits ? { waits } : 'counts' in answer ? countsText(answer.counts) : '');
    },
  });
  const problem = fileProblem(file);
  const send = async () => {
    setTried(true);
    setUnread(false);
    if (!file || problem) return;
    // A file that was moved or changed since it was picked can no longer be opened.
    const bytes = await file.arrayBuffer().catch(() => undefined);
    if (bytes) act.mutate(base64Of(new Uint8Array(bytes)));
    else setUnread(true);
  };
  const problems = problemsIn(act.error);
  const said = unread ? t.unreadable : problem;
  return (
    <ActDialog
      title={t.title}
      verb={t.verb}
      busy={act.isPending && t.busy}
      error={act.error}
      happens={t.happens}
      audience={t.audience}
      onClose={onClose}
      onSend={() => void send()}
    >
      {problems.length > 0 && (
        <Notice kind="danger" title={t.problems}>
          <ul>
            {problems.map(({ line, message }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: one line may be wrong twice in the same way
              <li key={`${line} ${index}`}>
                {fileTexts.lines} {line}: {message}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <Field label={t.institution}>
        <Select
          options={me.institutions.map(({ code, name }) => ({ value: code, label: name }))}
          {...typing(institution, setInstitution)}
        />
      </Field>
      <Field label={t.file} hint={t.fileHint} error={tried ? said : undefined}>
        <FileInput
          onPick={([chosen]) => {
            setFile(chosen);
            setUnread(false);
            act.reset();
          }}
        />
      </Field>
    </ActDialog>
  );
}
