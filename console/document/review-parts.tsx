import { CheckIcon } from '@orbita/ui/icons/check';
import { Notice } from '@orbita/ui/notice';
import type { ReactNode } from 'react';
import { hour } from '../base/zone.ts';
import { documentTexts as t } from '../texts/document.ts';
import { AnnouncedNotice } from '../ui/announce.tsx';
import type { ClaimState } from '../work/claim.ts';
import { readOnlyNotice, takenNotice } from '../work/hindered.tsx';
import { cleanFiles, type DocumentPage, type DocumentRow } from './document.ts';
import type { Done } from './use-decision.ts';

/** The permission to decide documents. */
export const PART = 'documents.review';

type HinderedBy = { may: boolean; claim: ClaimState; takeOver: () => void; busy: boolean };

/** Why nothing can be decided now, with what can be done about it; undefined = a decision is possible. */
export function hinderedBy({ may, claim, takeOver, busy }: HinderedBy): ReactNode {
  if (!may) return readOnlyNotice(PART);
  if (busy) return <Notice kind="warning" title={t.waitsForLine} />;
  return takenNotice(claim, takeOver);
}

/** The team only gets clean files (spec 15.1), so a sent document without any is still being scanned. */
export const insteadOf = ({ id, files, state }: DocumentPage): ReactNode => {
  if (cleanFiles(files).length > 0) return undefined;
  return (
    <div className="viewer__refused">
      <AnnouncedNotice key={id} title={state === 'sent' ? t.problems.scanning : t.problems.none} />
    </div>
  );
};

/** The last decision: "Aprovado · CPF · 10:00". */
export const lineOf = ({ kind, name, at }: Done): string => t.line(t.done[kind], name, hour(new Date(at)));

/**
 * "documento 2 de 7" among the sent documents of the application, in the order in which they are required, so that no decision
 * changes it; empty until they are known.
 */
export function placeOf(id: number, siblings: readonly DocumentRow[]): string {
  const sent = siblings
    .filter(({ state }) => state !== 'pending')
    .toSorted((one, other) => other.stage.localeCompare(one.stage) || one.id - other.id);
  const at = sent.findIndex((one) => one.id === id);
  return at < 0 ? '' : t.place(at + 1, sent.length);
}

/** The line below the actions: what is waiting to be sent, what a colleague did, or the last decision. */
export function Last({
  done,
  notice,
  waits,
}: {
  done: Done | undefined;
  notice: string | undefined;
  waits: boolean;
}) {
  if (waits) return t.waitsForLine;
  if (notice) return notice;
  if (!done) return null;
  return (
    <>
      <CheckIcon small />
      {lineOf(done)}
    </>
  );
}
