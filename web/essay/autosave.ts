import { AUTOSAVE_IDLE_MS, draftErrors, type EssayLimits } from '@orbita/domain/essay';

/** Longest time in milliseconds that a changed text stays unsaved while typing continues (spec 10.1). */
export const AUTOSAVE_MOST_MS = 30_000;
const RETRY_FIRST_MS = 2_000;
const RETRY_MOST_MS = 30_000;

export type Draft = { title: string; essay: string };

/**
 * `checking`: the server knows a newer revision, which may be a save of ours whose answer was lost.
 * `stale`: another window wrote. `over`: the server takes no more text.
 */
export type Phase = 'writing' | 'checking' | 'stale' | 'over';

export type Autosave = {
  readonly phase: Phase;
  readonly draft: Draft;
  /** Counts changes of the text; `kept` is the last one the server has. */
  readonly change: number;
  readonly kept: number;
  readonly sending: { readonly change: number; readonly draft: Draft } | null;
  /** Texts whose save got no answer; they may have been saved. */
  readonly doubtful: readonly Draft[];
  readonly revision: number;
  readonly savedAt: string | null;
  readonly typedAt: number;
  readonly unsavedSince: number;
  readonly failures: number;
  readonly retryAt: number | null;
  /** Save at once instead of after a pause. */
  readonly hurry: boolean;
  /** No save begins while the essay is being finished. */
  readonly held: boolean;
  readonly online: boolean;
  readonly limits: EssayLimits;
};

/** Times are milliseconds of one monotonic clock; `jitter` is drawn by the caller, 0 ≤ jitter < 1. */
export type AutosaveEvent =
  | { type: 'typed'; draft: Draft; at: number }
  | { type: 'begin' }
  | { type: 'saved'; revision: number; savedAt: string; at: number }
  | { type: 'lost' | 'failed'; at: number; jitter: number }
  | { type: 'stale' }
  | { type: 'checked'; draft: Draft; revision: number }
  | { type: 'ended' }
  | { type: 'hurry' }
  | { type: 'hold'; held: boolean }
  | { type: 'network'; online: boolean };

export const sameText = (a: Draft, b: Draft): boolean => a.title === b.title && a.essay === b.essay;

/** True while the server does not have the current text. */
export const isUnsent = (state: Autosave): boolean => state.change !== state.kept;

export type Opening = { draft: Draft; revision: number; unsent: boolean; online: boolean };

export const openAutosave = (opening: Opening, limits: EssayLimits, at: number): Autosave => ({
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
  limits,
});

/** Exponential backoff with ±25 % jitter, so that many clients do not retry at the same moment. */
export const retryPause = (failures: number, jitter: number): number =>
  Math.min(RETRY_MOST_MS, RETRY_FIRST_MS * 2 ** (failures - 1)) * (0.75 + jitter / 2);

const fail = (state: Autosave, at: number, jitter: number, lost: boolean): Autosave => {
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
export function autosave(state: Autosave, event: AutosaveEvent): Autosave {
  switch (event.type) {
    case 'typed': {
      if (state.phase === 'stale' || state.phase === 'over' || sameText(event.draft, state.draft))
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
      if (!state.doubtful.some((draft) => sameText(draft, event.draft)))
        return { ...state, ...answered, phase: 'stale' };
      const kept = sameText(event.draft, state.draft) ? state.change : state.kept;
      return { ...state, ...answered, phase: 'writing', revision: event.revision, kept, hurry: true };
    }
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
export function nextSave(state: Autosave): number | null {
  if (state.phase !== 'writing' || state.sending || state.held || !isUnsent(state)) return null;
  // The server refuses a text that is too long, so it is not sent; the field shows the error.
  if (draftErrors(state.draft, state.limits).length > 0) return null;
  if (state.retryAt !== null) return state.retryAt;
  if (state.hurry) return Number.NEGATIVE_INFINITY;
  return Math.min(state.typedAt + AUTOSAVE_IDLE_MS, state.unsavedSince + AUTOSAVE_MOST_MS);
}

export type SaveWord = 'idle' | 'saving' | 'saved' | 'offline' | 'error' | 'too-long';

/** State shown in the save line. */
export function saveWord(state: Autosave): SaveWord {
  if (isUnsent(state)) {
    if (draftErrors(state.draft, state.limits).length > 0) return 'too-long';
    if (!state.online) return 'offline';
    if (state.sending) return 'saving';
    if (state.failures > 0) return 'error';
  }
  return state.savedAt ? 'saved' : 'idle';
}
