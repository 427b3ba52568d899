import type { EssayLimits } from '@orbita/domain/essay';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { ApiError, call, NetworkError } from '../app/api.ts';
import { isUnsent, type Opening } from './autosave.ts';
import { Autosaver, type SaveOutcome } from './autosaver.ts';
import { type Essay, readEssay } from './queries.ts';
import { dropCopy, keepCopy, openingOf, readCopy } from './tab-copy.ts';

/** Running saves of closed editors, by essay; opening the essay again waits for them. */
const leaving = new Map<number, Promise<void>>();

/** Reads an essay to be written on, after the last save of an editor just left has arrived. */
export async function openEssay(essayId: number): Promise<Essay> {
  await leaving.get(essayId);
  const essay = await readEssay(essayId);
  if (essay.state !== 'in-progress') dropCopy(essayId, sessionStorage);
  return essay;
}

async function saveDraft(
  essayId: number,
  draft: { title: string; essay: string },
  revision: number,
): Promise<SaveOutcome> {
  try {
    const kept = await call('PUT /candidate/subscriptions/essays/{essayId}/draft', {
      params: { essayId },
      body: { ...draft, revision },
    });
    return { type: 'saved', revision: kept.revision, savedAt: kept.savedAt };
  } catch (error) {
    return { type: failureOf(error) };
  }
}

function failureOf(error: unknown): 'lost' | 'failed' | 'stale' | 'ended' {
  if (error instanceof NetworkError) return 'lost';
  if (!(error instanceof ApiError)) return 'failed';
  if (error.code === 'STALE_REVISION') return 'stale';
  if (error.code === 'ESSAY_TIMED_OUT' || error.code === 'ESSAY_FINISHED') return 'ended';
  // After a gateway error the save may nevertheless have succeeded.
  return error.status >= 502 ? 'lost' : 'failed';
}

const make = (essay: Essay, limits: EssayLimits) => {
  const server = { title: essay.title ?? '', essay: essay.essay ?? '', revision: essay.revision };
  const { other, ...found } = openingOf(server, readCopy(essay.id, sessionStorage));
  const opening: Opening = { ...found, online: navigator.onLine };
  const saver = new Autosaver(opening, limits, {
    save: (draft, revision) => saveDraft(essay.id, draft, revision),
    read: async () => {
      const { title, essay: text, revision } = await readEssay(essay.id);
      return { title: title ?? '', essay: text ?? '', revision };
    },
    now: () => performance.now(),
    later: (act, ms) => {
      const timer = setTimeout(act, ms);
      return () => clearTimeout(timer);
    },
    jitter: Math.random,
    onChange: (state) => {
      // A text in doubt goes to the tab at every key; one that is about to be saved only when the page is left.
      const inDoubt = !state.online || state.failures > 0;
      if (inDoubt || !isUnsent(state)) keepCopy(essay.id, state, sessionStorage);
    },
  });
  return { saver, other };
};

/** The text of an editor with its autosave, its copy in the tab and its warning before the page closes. */
export function useAutosaver(essay: Essay, limits: EssayLimits) {
  const [{ saver, other }] = useState(() => make(essay, limits));
  const state = useSyncExternalStore(saver.subscribe, () => saver.state);

  useEffect(() => {
    saver.start();
    const network = () => saver.send({ type: 'network', online: navigator.onLine });
    const away = () => {
      keepCopy(essay.id, saver.state, sessionStorage);
      if (document.visibilityState === 'hidden') saver.send({ type: 'hurry' });
    };
    const warn = (event: BeforeUnloadEvent) => {
      if (isUnsent(saver.state) && saver.state.phase === 'writing') event.preventDefault();
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
      keepCopy(essay.id, saver.state, sessionStorage);
      const closed = saver.close();
      leaving.set(essay.id, closed);
      void closed.then(() => {
        if (leaving.get(essay.id) === closed) leaving.delete(essay.id);
      });
    };
  }, [saver, essay.id]);

  return { saver, state, other, keep: () => keepCopy(essay.id, saver.state, sessionStorage) };
}
