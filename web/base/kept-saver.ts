import { ApiError, NetworkError } from '@orbita/client/errors.ts';
import { tabStore } from '@orbita/client/storage.ts';
import { useEffect } from 'react';
import { type DraftRules, isUnsent } from './autosave.ts';
import { Autosaver, type SaveOutcome } from './autosaver.ts';
import { type CopyKey, keepCopy, openingOf, readCopy } from './tab-copy.ts';

/** A text that saves itself and is also stored in the tab. */
export type KeptSaver<D> = {
  key: CopyKey;
  saver: Autosaver<D>;
  /** Text of this tab that lost to a save of another window. */
  other: D | undefined;
  /** Time at which writing ends, for a text that can be written offline; undefined for others. */
  offline?: { until: string | undefined } | undefined;
};

/** What a self-saving text is made of. */
export type KeptText<D> = {
  key: CopyKey;
  rules: DraftRules<D>;
  isDraft: (value: unknown) => value is D;
  server: { draft: D; revision: number };
  save: (draft: D, revision: number) => Promise<SaveOutcome>;
  read: () => Promise<{ draft: D; revision: number }>;
  /** Opens with the text of this tab that lost to another window, so that its first save detects the conflict. */
  contest?: true;
  offline?: KeptSaver<D>['offline'];
};

/** Running saves of closed pages, by text; reopening the text waits for them. */
const leaving = new Map<CopyKey, Promise<void>>();

/** Resolves when the last saves of the texts whose keys begin with `keys` have arrived. */
export async function untilSaved(keys: string): Promise<void> {
  await Promise.all([...leaving].flatMap(([key, saves]) => (key.startsWith(keys) ? [saves] : [])));
}

/** Classifies a failed save; `ending` are the codes after which the server accepts no more text. */
export function failureOf(error: unknown, ending: readonly string[]): 'lost' | 'failed' | 'stale' | 'ended' {
  if (error instanceof NetworkError) return 'lost';
  if (!(error instanceof ApiError)) return 'failed';
  if (error.code === 'STALE_REVISION') return 'stale';
  if (ending.includes(error.code)) return 'ended';
  // After a gateway error the save may have succeeded after all.
  return error.status >= 502 ? 'lost' : 'failed';
}

/** Opens a text from the server's state and the copy in this tab. */
export function keptSaver<D>(text: KeptText<D>): KeptSaver<D> {
  const { key, rules, isDraft, server, save, read, contest, offline } = text;
  const copy = readCopy(key, isDraft, tabStore);
  const { other, ...found } = openingOf(server, copy, rules.same);
  const contested = contest && other !== undefined;
  const opening = contested
    ? // A revision that is certainly outdated.
      { draft: other, revision: Math.max(0, found.revision - 1), unsent: true }
    : found;
  const saver = new Autosaver<D>({ ...opening, online: navigator.onLine }, rules, {
    save,
    read,
    now: () => performance.now(),
    later: (act, ms) => {
      const timer = setTimeout(act, ms);
      return () => clearTimeout(timer);
    },
    jitter: Math.random,
    onChange: (state) => {
      // A text whose saving is in doubt is copied to the tab at every key press; one that is about to be saved, only when the
      // page is left.
      const inDoubt = !state.online || state.failures > 0;
      // A hidden page may be discarded without warning, so its copy stays until it is visible again.
      const leaving = offline !== undefined && document.visibilityState === 'hidden';
      const notes = { leaving, until: offline?.until };
      if (inDoubt || !isUnsent(state)) keepCopy(key, state, tabStore, notes);
    },
  });
  return { key, saver, other, offline };
}

/** Runs texts: autosave, copies in the tab, and the warning before the page closes. Returns a function that stops it. */
export function runTexts<D>(texts: readonly KeptSaver<D>[]): () => void {
  const keep = (leaving = false) => {
    for (const { key, saver, offline } of texts) {
      const notes = offline ? { leaving, until: offline.until } : {};
      keepCopy(key, saver.state, tabStore, notes);
    }
  };
  for (const { saver } of texts) saver.start();
  const network = () => {
    for (const { saver } of texts) saver.send({ type: 'network', online: navigator.onLine });
  };
  const away = ({ type }: Event) => {
    const hidden = document.visibilityState === 'hidden';
    if (hidden) for (const { saver } of texts) saver.send({ type: 'hurry' });
    keep(hidden || type === 'pagehide');
  };
  const warn = (event: BeforeUnloadEvent) => {
    const open = texts.some(({ saver: { state } }) => isUnsent(state) && state.phase === 'writing');
    if (open) event.preventDefault();
  };
  addEventListener('online', network);
  addEventListener('offline', network);
  addEventListener('pagehide', away);
  addEventListener('beforeunload', warn);
  document.addEventListener('visibilitychange', away);
  return () => {
    removeEventListener('online', network);
    removeEventListener('offline', network);
    removeEventListener('pagehide', away);
    removeEventListener('beforeunload', warn);
    document.removeEventListener('visibilitychange', away);
    keep();
    for (const { key, saver } of texts) {
      const closed = saver.close();
      leaving.set(key, closed);
      void closed.then(() => {
        if (leaving.get(key) === closed) leaving.delete(key);
      });
    }
  };
}

/** Runs texts while the page is open. */
export function useKept<D>(texts: readonly KeptSaver<D>[]): void {
  useEffect(() => runTexts(texts), [texts]);
}
