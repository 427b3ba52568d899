import { type Autosave, isUnsent, type Opening } from './autosave.ts';

/**
 * Copy of a text in this tab (spec 10.1, 10.9). While its page is open it exists only until the server has the text; when the
 * page is left the whole text is kept, so that it can be shown offline.
 */
export type TabCopy<D> = {
  draft: D;
  /** Last revision confirmed by the server. */
  revision: number;
  /** Texts that were sent but not answered: they may have arrived. */
  sent: D[];
  /** The server had this text when the page was left: the copy is only for display, not to be sent. */
  saved?: true;
  /** Time at which writing ends, as the page showed it. */
  until?: string;
};

/** What a copy contains besides the text. */
export type CopyNotes = {
  /** The page is being left: the copy is kept although the server has the text. */
  leaving?: boolean;
  until?: string | undefined;
};

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Prefix of every copy's key; the rest names the text. */
export type CopyKey = `essay:${number}` | `questionnaire:${number}:${string}`;
const PREFIXES = ['essay:', 'questionnaire:'];

/** Storages that were cleared: a page being left must not write to them again. */
const left = new WeakSet<Storage>();

/** Stores or removes the copy of a text; errors of a full or blocked storage are ignored. */
export function keepCopy<D>(
  key: CopyKey,
  state: Autosave<D>,
  storage: Storage,
  { leaving = false, until }: CopyNotes = {},
): void {
  try {
    const unsent = isUnsent(state);
    if (!(unsent || leaving) || state.phase === 'over' || left.has(storage)) {
      storage.removeItem(key);
      return;
    }
    const sent = [...state.doubtful, ...(state.sending ? [state.sending.draft] : [])];
    const notes = { ...(unsent ? {} : { saved: true as const }), ...(until ? { until } : {}) };
    const copy: TabCopy<D> = { draft: state.draft, revision: state.revision, sent, ...notes };
    storage.setItem(key, JSON.stringify(copy));
  } catch {
    // The text is still in the editor.
  }
}

/** Removes the copy of a text that no longer needs one. */
export function dropCopy(key: CopyKey, storage: Storage): void {
  try {
    storage.removeItem(key);
  } catch {
    // Storage is blocked, so there is no copy.
  }
}

/** The unsent copy of a text, if this tab has a readable one. */
export function readCopy<D>(
  key: CopyKey,
  isDraft: (value: unknown) => value is D,
  storage: Storage,
): TabCopy<D> | undefined {
  try {
    const copy = JSON.parse(storage.getItem(key) ?? 'null') as Partial<TabCopy<unknown>> | null;
    if (!copy || copy.saved || !isDraft(copy.draft) || typeof copy.revision !== 'number') return undefined;
    return { draft: copy.draft, revision: copy.revision, sent: (copy.sent ?? []).filter(isDraft) };
  } catch {
    return undefined;
  }
}

/** Removes every copy in this tab and stores no more; for sign-out. */
export function forgetCopies(storage: Storage & { names(): string[] }): void {
  left.add(storage);
  for (const key of storage.names())
    if (PREFIXES.some((prefix) => key.startsWith(prefix))) storage.removeItem(key);
}

/**
 * The text to continue with: the server's, or the newer one of this tab. If another window has saved in the meantime, it is the
 * server's, and `other` is the text of this tab for the person to choose.
 */
export function openingOf<D>(
  server: { draft: D; revision: number },
  copy: TabCopy<D> | undefined,
  same: (a: D, b: D) => boolean,
): Pick<Opening<D>, 'draft' | 'revision' | 'unsent'> & { other?: D } {
  const kept = { draft: server.draft, revision: server.revision };
  if (!copy || same(copy.draft, kept.draft)) return { ...kept, unsent: false };
  const ownSave = copy.sent.some((draft) => same(draft, kept.draft));
  if (server.revision === copy.revision || ownSave) {
    return { draft: copy.draft, revision: server.revision, unsent: true };
  }
  return { ...kept, unsent: false, other: copy.draft };
}
