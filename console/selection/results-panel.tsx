import { type ResultProblem, readResults, resultsText } from '@orbita/domain/selection';
import { Button } from '@orbita/ui/button';
import { Field } from '@orbita/ui/field';
import { Notice } from '@orbita/ui/notice';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { sendIdempotently } from '../act/idempotent-act.ts';
import { call, textOf } from '../base/api.ts';
import { base64Of } from '../base/base64.ts';
import { queryClient } from '../base/query.ts';
import { testDayTexts as t } from '../texts/selection.ts';
import { AnnouncedNotice } from '../ui/announce.tsx';
import { FileInput } from '../ui/file-input.tsx';
import { linesOf, outcomesOf, type ResultLine, type RollEntry, type Slot } from './test-day.ts';

const MOST_BYTES = 2_500_000;

/** A spreadsheet is parsed by the server, a CSV here; neither writes anything. */
async function read(file: File, hourId: number, roll: readonly RollEntry[]) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (!/\.xlsx$/i.test(file.name))
    return readResults(resultsText(bytes), new Set(roll.map(({ subscriptionId }) => subscriptionId)));
  const body = { file: base64Of(bytes) };
  return call('POST /operations/schedules/{hourId}/results-file', { params: { hourId }, body });
}

type Props = {
  slot: Slot;
  roll: readonly RollEntry[];
  /** Manually entered scores, as typed. */
  typed: Readonly<Record<number, string>>;
  presence: (entry: RollEntry) => boolean | null;
  onSent: () => void;
};

type Read = { rows: ResultLine[]; problems: ResultProblem[] };

/** Results entered manually or from a file: their effect is shown before anything is written (spec 25.9). */
export function ResultsPanel({ slot, roll, typed, presence, onSent }: Props) {
  const [file, setFile] = useState<Read>();
  const [wrong, setWrong] = useState('');
  const lines = file ? file.rows : linesOf(roll, typed, presence);
  const { approved, rejected, absent } = outcomesOf(lines, slot.minimum);
  const send = useMutation({
    mutationFn: (given: ResultLine[]) =>
      sendIdempotently(`results ${slot.id} ${JSON.stringify(given)}`, given, (body, idempotencyKey) =>
        call('POST /operations/schedules/{hourId}/results', {
          params: { hourId: slot.id },
          body,
          idempotencyKey,
        }),
      ),
    onSuccess: async () => {
      setFile(undefined);
      onSent();
      await queryClient.invalidateQueries({ queryKey: ['tests'] });
    },
  });
  const open = async (chosen: File | undefined) => {
    setWrong('');
    send.reset();
    if (!chosen) return setFile(undefined);
    if (chosen.size > MOST_BYTES) {
      setFile(undefined);
      return setWrong(t.tooBig);
    }
    // A file that was moved or changed since it was picked can no longer be opened.
    const found = await read(chosen, slot.id, roll).catch((error: unknown) => {
      setWrong(textOf(error));
      return undefined;
    });
    setFile(found && { rows: found.rows.map(({ line: _line, ...row }) => row), problems: found.problems });
  };
  const refused = send.data?.filter(({ state }) => state === 'refused') ?? [];
  return (
    <section className="results screen-only" aria-label={t.byHand}>
      <Field label={t.file} id="arquivo" hint={t.fileHelp} error={wrong || undefined}>
        <FileInput accept=".csv,.xlsx,text/csv" onPick={([chosen]) => void open(chosen)} />
      </Field>
      {file && (
        <div role="status">
          <Notice
            kind={file.problems.length > 0 ? 'warning' : 'success'}
            title={t.read(file.rows.length, file.problems.length)}
          >
            {file.problems.length > 0 && (
              <ul>
                {file.problems.map(({ line, message }) => (
                  <li key={line}>{t.lineOf(line, message)}</li>
                ))}
              </ul>
            )}
          </Notice>
        </div>
      )}
      <p>{lines.length > 0 ? t.preview(approved, rejected, absent) : t.nothing}</p>
      {lines.length > 0 && (
        <Button busy={send.isPending && t.sending} onClick={() => send.mutate(lines)}>
          {t.send(lines.length)}
        </Button>
      )}
      {send.error && <Notice kind="danger" role="alert" title={textOf(send.error)} />}
      {send.data && (
        <AnnouncedNotice
          kind={refused.length > 0 ? 'warning' : 'success'}
          title={t.sent(send.data.length - refused.length)}
        >
          {refused.length > 0 && (
            <ul>
              {refused.map(({ subscriptionId, message }) => (
                <li key={subscriptionId}>{t.refused(subscriptionId, message ?? '')}</li>
              ))}
            </ul>
          )}
        </AnnouncedNotice>
      )}
    </section>
  );
}
