import { AskDialog } from '@orbita/ui/ask-dialog';
import { type ReactNode, useState } from 'react';
import { documentTexts as t } from '../texts/document.ts';
import { afterAll } from './after-all.ts';
import type { DocumentPage, DocumentRow } from './document.ts';
import type { Outcome, Seen } from './use-decision.ts';

type Given = {
  document: DocumentPage | undefined;
  /** All its pages were shown, and it is pending. */
  isSeen: boolean;
  /** Other pending documents of the application. */
  others: readonly DocumentRow[];
  siblings: readonly DocumentRow[];
  /** The version in which all pages of a document were seen. */
  seenOf: (id: number) => number | undefined;
  send: (all: { seen: readonly Seen[]; concludes: boolean }) => Promise<Outcome[] | undefined>;
  /** Called with the approved documents and a text about all of them. */
  onDone: (approved: readonly number[], said: string) => void;
};

/** "Aprovar os {n} abertos": exactly the documents of which all pages were shown (spec 25.8). */
export function useApproveAll({ document, isSeen, others, siblings, seenOf, send, onDone }: Given): {
  count: number;
  ask: () => void;
  dialog: ReactNode;
} {
  const [asks, setAsks] = useState(false);
  const seen: Seen[] = [
    ...(document && isSeen ? [document] : []),
    ...others.filter(({ id, version }) => seenOf(id) === version),
  ].map(({ id, version }) => ({ id, version }));
  const after = afterAll(siblings, new Set(seen.map(({ id }) => id)));
  const approve = async () => {
    setAsks(false);
    if (seen.length === 0) return;
    const outcomes = await send({ seen, concludes: after.completes });
    if (!outcomes) return;
    const approved = outcomes.filter(({ code }) => !code).map(({ id }) => id);
    const left = outcomes.length - approved.length;
    const said = [
      approved.length > 0 ? t.allApproved(approved.length) : '',
      left > 0 ? t.someLeft(left) : '',
    ];
    onDone(approved, said.filter(Boolean).join('. '));
  };
  const dialog = (
    <AskDialog
      open={asks}
      title={t.approveAll(seen.length)}
      yes={t.approve}
      no={t.cancel}
      onYes={() => void approve()}
      onNo={() => setAsks(false)}
    >
      <p>{t.afterAll(after)}</p>
    </AskDialog>
  );
  return { count: seen.length, ask: () => setAsks(true), dialog };
}
