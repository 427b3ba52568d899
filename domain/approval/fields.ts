import { doubtsOf, shownText } from '../foundation/index.ts';

/**
 * One thing that a request changes or says, as its second person reads it (spec 25.4.4). `before`: what holds now, null where
 * nothing is replaced. `after`: what will hold, one entry for each of several. `notes`: what she may take for something else.
 */
export type ApprovalField = { label: string; before: string[] | null; after: string[]; notes: string[] };

type Values = string | readonly string[];

const list = (values: Values): string[] => (typeof values === 'string' ? [values] : [...values]);

/** A field of a request. `label` is ours; values may hold what somebody typed, which is made visible and never cut. */
export function approvalField(label: string, after: Values, before: Values | null = null): ApprovalField {
  const [holds, held] = [list(after), before === null ? null : list(before)];
  return {
    label,
    before: held?.map(shownText) ?? null,
    after: holds.map(shownText),
    notes: [...new Set(holds.flatMap(doubtsOf))],
  };
}

/** The same where there is something to say; left out otherwise. */
export const approvalFieldIf = (label: string, after: string | null | undefined): ApprovalField[] =>
  after?.trim() ? [approvalField(label, after)] : [];
