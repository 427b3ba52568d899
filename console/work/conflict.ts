import { ApiError } from '@orbita/client/errors.ts';

/** A refusal because the item has changed since it was viewed (spec 25.4.3). */
export type Conflict = {
  code: 'VERSION_CONFLICT' | 'CLAIMED_BY_OTHER' | 'STATE_CONFLICT';
  by: string;
  at: string;
  until: string;
  state: string;
  /** The server's own message, if nobody else decided it. */
  message: string;
};

const CONFLICTS: readonly string[] = ['VERSION_CONFLICT', 'CLAIMED_BY_OTHER', 'STATE_CONFLICT'];

/** The conflict in a refusal; if the item's state is still one of `undecided`, it has only changed. */
export function conflictOf(error: unknown, undecided: readonly string[]): Conflict | undefined {
  if (!(error instanceof ApiError) || !CONFLICTS.includes(error.code)) return undefined;
  const text = (field: string) =>
    typeof error.more[field] === 'string' ? (error.more[field] as string) : '';
  const isOnlyChanged = error.code === 'STATE_CONFLICT' && undecided.includes(text('state'));
  return {
    code: isOnlyChanged ? 'VERSION_CONFLICT' : (error.code as Conflict['code']),
    by: text('by'),
    at: text('at') || text('changedAt'),
    until: text('until'),
    state: text('state'),
    message: error.message,
  };
}
