const RETRY_FIRST_MS = 2_000;
const RETRY_MOST_MS = 30_000;

/** What the autosave must know about the kind of text it saves. */
export type DraftRules<D> = {
  /** Pause after the last key, in milliseconds. */
  idleMs: number;
  /** Longest time in milliseconds that a changed text stays unsaved while typing continues (spec 10.1). */
  mostMs: number;
  same: (a: D, b: D) => boolean;
  /** True if the server would refuse this text, so that it is not sent; the fields show why. */
  refused: (draft: D) => boolean;
};

/**
 * `checking`: the server has a newer revision, which may be a save of ours whose answer was lost. `stale`: another window
 * wrote. `over`: the server accepts no more text.
 */
export type Phase = 'writing' | 'checking' | 'stale' | 'over';

export type Autosave<D> = {
  readonly phase: Phase;
  readonly draft: D;
  /** Counts changes of the text; `kept` is the last one the server has. */
  readonly change: number;
  readonly kept: number;
  readonly sending: { readonly change: number; readonly draft: D } | null;
  /** Texts whose save was not answered; they may have been saved. */
  readonly doubtful: readonly D[];
  readonly revision: number;
  readonly savedAt: string | null;
  readonly typedAt: number;
  readonly unsavedSince: number;
  readonly failures: number;
  readonly retryAt: number | null;
  /** Save at once instead of after a pause. */
  readonly hurry: boolean;
  /** No save begins while the text is being submitted. */
  readonly held: boolean;
  readonly online: boolean;
  readonly rules: DraftRules<D>;
};

/** Times are milliseconds of one monotonic clock; `jitter` is drawn by the caller, 0 ≤ jitter < 1. */
export type AutosaveEvent<D> =
  | { type: 'typed'; draft: D; at: number }
  | { type: 'begin' }
  | { type: 'saved'; revision: number; savedAt: string; at: number }
  | { type: 'lost' | 'failed'; at: number; jitter: number }
  | { type: 'stale' }
  | { type: 'checked'; draft: D; revision: number }
  | { type: 'reopen'; opening: Opening<D>; at: number }
  | { type: 'ended' }
  | { type: 'hurry' }
  | { type: 'hold'; held: boolean }
  | { type: 'network'; online: boolean };

/** True while the server does not have the current text. */
export const isUnsent = ({ change, kept }: { change: number; kept: number }): boolean => change !== kept;

export type Opening<D> = { draft: D; revision: number; unsent: boolean; online: boolean };

export const openAutosave = <D>(opening: Opening<D>, rules: DraftRules<D>, at: number): Autosave<D> => ({
  phase: 'writing',
  draft: opening.draft,
  change: opening.unsent ? 1 : 0,
  kept: 0,
  sending: null,
  doubtful: [],
  revision: opening.revision,
  savedAt: null,
  typedAt: at,
  unsavedSince: at,
  failures: 0,
  retryAt: null,
  hurry: opening.unsent,
  held: false,
  online: opening.online,
  rules,
});

/** Exponential backoff with ±25 % jitter, so that many clients do not retry at the same time. */
export const retryPause = (failures: number, jitter: number): number =>
  Math.min(RETRY_MOST_MS, RETRY_FIRST_MS * 2 ** (failures - 1)) * (0.75 + jitter / 2);

const fail = <D>(state: Autosave<D>, at: number, jitter: number, lost: boolean): Autosave<D> => {
  const failures = state.failures + 1;
  return {
    ...state,
    phase: 'writing',
    sending: null,
    doubtful: lost && state.sending ? [...state.doubtful, state.sending.draft] : state.doubtful,
    failures,
    retryAt: at + retryPause(failures, jitter),
    hurry: false,
  };
};

const answered = { sending: null, doubtful: [], failures: 0, retryAt: null } as const;

/** The next state; events that do not apply in the current one change nothing. */
export function autosave<D>(state: Autosave<D>, event: AutosaveEvent<D>): Autosave<D> {
  switch (event.type) {
    case 'typed': {
      if (state.phase === 'stale' || state.phase === 'over' || state.rules.same(event.draft, state.draft))
        return state;
      const unsavedSince = isUnsent(state) ? state.unsavedSince : event.at;
      return {
        ...state,
        draft: event.draft,
        change: state.change + 1,
        typedAt: event.at,
        unsavedSince,
      };
    }
    case 'begin':
      return { ...state, sending: { change: state.change, draft: state.draft }, hurry: false };
    case 'saved':
      return {
        ...state,
        ...answered,
        kept: state.sending?.change ?? state.kept,
        revision: event.revision,
        savedAt: event.savedAt,
        unsavedSince: event.at,
      };
    case 'lost':
    case 'failed':
      return fail(state, event.at, event.jitter, event.type === 'lost');
    case 'stale':
      return { ...state, sending: null, phase: state.doubtful.length > 0 ? 'checking' : 'stale' };
    case 'checked': {
      if (!state.doubtful.some((draft) => state.rules.same(draft, event.draft)))
        return { ...state, ...answered, phase: 'stale' };
      const kept = state.rules.same(event.draft, state.draft) ? state.change : state.kept;
      return { ...state, ...answered, phase: 'writing', revision: event.revision, kept, hurry: true };
    }
    case 'reopen':
      return openAutosave(event.opening, state.rules, event.at);
    case 'ended':
      return { ...state, ...answered, phase: 'over' };
    case 'hurry':
      return { ...state, hurry: isUnsent(state), retryAt: null };
    case 'hold':
      return { ...state, held: event.held };
    case 'network':
      return event.online
        ? { ...state, online: true, retryAt: null, hurry: isUnsent(state) }
        : { ...state, online: false };
  }
}

/** Time at which the next save is due; null when none is. */
export function nextSave<D>(state: Autosave<D>): number | null {
  if (state.phase !== 'writing' || state.sending || state.held || !isUnsent(state)) return null;
  if (state.rules.refused(state.draft)) return null;
  if (state.retryAt !== null) return state.retryAt;
  if (state.hurry) return Number.NEGATIVE_INFINITY;
  return Math.min(state.typedAt + state.rules.idleMs, state.unsavedSince + state.rules.mostMs);
}

export type SaveWord = 'idle' | 'saving' | 'saved' | 'offline' | 'error' | 'refused';

/** State shown in the save status. */
export function saveWord<D>(state: Autosave<D>): SaveWord {
  if (isUnsent(state)) {
    if (state.rules.refused(state.draft)) return 'refused';
    if (!state.online) return 'offline';
    if (state.sending) return 'saving';
    if (state.failures > 0) return 'error';
  }
  return state.savedAt ? 'saved' : 'idle';
}
