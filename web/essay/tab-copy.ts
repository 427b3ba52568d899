import { type Autosave, type Draft, isUnsent, type Opening, sameText } from './autosave.ts';

/**
 * Copy of an unsent text in this tab (spec 10.1). It exists only until the server has the text, because no essay text may
 * stay in browser storage.
 */
export type TabCopy = {
  draft: Draft;
  /** Last revision the server told. */
  revision: number;
  /** Texts that were sent and not answered: they may have arrived. */
  sent: Draft[];
};

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

const PREFIX = 'essay:';
/** Storages that were cleared: a page that is being left must not write to them again. */
const left = new WeakSet<Storage>();
const keyOf = (essayId: number) => `${PREFIX}${essayId}`;

/** Stores or removes the copy of an essay; errors of a full or blocked storage are ignored. */
export function keepCopy(essayId: number, state: Autosave, storage: Storage): void {
  try {
    if (!isUnsent(state) || state.phase === 'over' || left.has(storage)) {
      storage.removeItem(keyOf(essayId));
      return;
    }
    const sent = [...state.doubtful, ...(state.sending ? [state.sending.draft] : [])];
    const copy: TabCopy = { draft: state.draft, revision: state.revision, sent };
    storage.setItem(keyOf(essayId), JSON.stringify(copy));
  } catch {
    // The text is still in the editor.
  }
}

/** Removes the copy of an essay that needs none any more. */
export function dropCopy(essayId: number, storage: Storage): void {
  try {
    storage.removeItem(keyOf(essayId));
  } catch {
    // Storage is blocked, so there is no copy.
  }
}

const isDraft = (value: unknown): value is Draft =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Draft).title === 'string' &&
  typeof (value as Draft).essay === 'string';

/** The copy of an essay, if this tab has one that can be read. */
export function readCopy(essayId: number, storage: Storage): TabCopy | undefined {
  try {
    const copy = JSON.parse(storage.getItem(keyOf(essayId)) ?? 'null') as Partial<TabCopy> | null;
    if (!copy || !isDraft(copy.draft) || typeof copy.revision !== 'number') return undefined;
    return { draft: copy.draft, revision: copy.revision, sent: (copy.sent ?? []).filter(isDraft) };
  } catch {
    return undefined;
  }
}

/** Removes every copy in this tab and stores no more, for sign-out. */
export function forgetCopies(storage: Storage & { length: number; key(at: number): string | null }): void {
  left.add(storage);
  const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at));
  for (const key of keys) if (key?.startsWith(PREFIX)) storage.removeItem(key);
}

/**
 * The text to continue with: the server's, or the newer one of this tab. If another window has saved in the meantime, it
 * is the server's, and `other` holds the text of this tab for the person to choose.
 */
export function openingOf(
  server: Draft & { revision: number },
  copy: TabCopy | undefined,
): Pick<Opening, 'draft' | 'revision' | 'unsent'> & { other?: Draft } {
  const kept = { draft: { title: server.title, essay: server.essay }, revision: server.revision };
  if (!copy || sameText(copy.draft, kept.draft)) return { ...kept, unsent: false };
  const ownSave = copy.sent.some((draft) => sameText(draft, kept.draft));
  if (server.revision === copy.revision || ownSave) {
    return { draft: copy.draft, revision: server.revision, unsent: true };
  }
  return { ...kept, unsent: false, other: copy.draft };
}
