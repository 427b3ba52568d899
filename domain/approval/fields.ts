import { doubtsOf, shownText } from '../foundation/index.ts';

/**
 * One thing that a request changes or states, as the second person reads it (spec 25.4.4). `before`: the current values, or null
 * when nothing is replaced. `after`: the new values, one entry each. `notes`: warnings about text that the reader could mistake
 * for something else.
 */
export type ApprovalField = { label: string; before: string[] | null; after: string[]; notes: string[] };

type Values = string | readonly string[];

const list = (values: Values): string[] => (typeof values === 'string' ? [values] : [...values]);

/**
 * A field of a request. `label` is our text. Values may contain text that somebody typed; its invisible characters are made
 * visible, and it is never truncated.
 */
export function approvalField(label: string, after: Values, before: Values | null = null): ApprovalField {
  const [holds, held] = [list(after), before === null ? null : list(before)];
  return {
    label,
    before: held?.map(shownText) ?? null,
    after: holds.map(shownText),
    notes: [...new Set(holds.flatMap(doubtsOf))],
  };
}

/** Same as `approvalField`, as a list that is empty when the text is missing or blank. */
export const approvalFieldIf = (label: string, after: string | null | undefined): ApprovalField[] =>
  after?.trim() ? [approvalField(label, after)] : [];
