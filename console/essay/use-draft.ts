import { ApiError, NetworkError } from '@orbita/client/errors.ts';
import { serverNow } from '@orbita/client/server-clock.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../base/api.ts';
import { lineBack } from '../base/line.ts';
import type { Essay } from './essay.ts';
import { beginning, forgetMark, keepMark, keptMark } from './kept.ts';
import { draftBody, type Mark, markOf } from './mark.ts';

/** The server has a change within this time (spec 25.7). */
const SAVE_MS = 3000;

export type Saving = 'idle' | 'waiting' | 'saving' | 'saved' | 'offline' | 'failed';

/**
 * A grader's draft for one essay: stored in the tab at every change, on the server three seconds later. While offline it waits
 * and then continues. Call `pause` before the mark itself is sent: no draft may arrive after it.
 */
export function useDraft(essay: Essay, staffId: number, onGone: () => void) {
  const { id } = essay;
  const [first] = useState(() =>
    beginning(
      keptMark(staffId, id),
      essay.draft ? { mark: markOf(essay.draft), savedAt: essay.draft.savedAt } : undefined,
    ),
  );
  const [mark, setMark] = useState(first.mark);
  const [saved, setSaved] = useState<{ state: Saving; at: string | undefined }>({
    state: first.unsaved ? 'waiting' : first.savedAt ? 'saved' : 'idle',
    at: first.savedAt,
  });
  const [touched, setTouched] = useState(false);
  const now = useRef({ mark: first.mark, unsaved: first.unsaved, paused: false, essay, onGone });
  now.current.essay = essay;
  now.current.onGone = onGone;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const running = useRef<Promise<void>>(undefined);
  const calling = useRef<Promise<unknown>>(undefined);

  const put = useCallback(
    (sent: Mark) =>
      call('PUT /operations/essays/{id}/grade-draft', {
        params: { id },
        body: draftBody(sent, now.current.essay),
      }),
    [id],
  );
  const save = useCallback(async (): Promise<void> => {
    const { current } = now;
    while (current.unsaved && !current.paused) {
      const sent = current.mark;
      setSaved(({ at }) => ({ state: 'saving', at }));
      try {
        const saving = put(sent);
        calling.current = saving.catch(() => undefined);
        const { savedAt } = await saving;
        current.unsaved = current.mark !== sent;
        setSaved({ state: current.unsaved ? 'waiting' : 'saved', at: savedAt });
        return;
      } catch (error) {
        const isLine = error instanceof NetworkError;
        setSaved(({ at }) => ({ state: isLine ? 'offline' : 'failed', at }));
        if (error instanceof ApiError && error.status < 500) {
          current.unsaved = false;
          current.onGone();
          return;
        }
        await lineBack();
      }
    }
  }, [put]);
  const schedule = useCallback(() => {
    if (timer.current !== undefined || running.current || now.current.paused) return;
    timer.current = setTimeout(() => {
      timer.current = undefined;
      running.current = save().finally(() => {
        running.current = undefined;
        if (now.current.unsaved) schedule();
      });
    }, SAVE_MS);
  }, [save]);

  useEffect(() => {
    const { current } = now;
    current.paused = false;
    if (current.unsaved) schedule();
    return () => {
      clearTimeout(timer.current);
      timer.current = undefined;
      // Moving on to another essay sends the last seconds of typing at once.
      if (current.unsaved && !current.paused) void put(current.mark).catch(() => undefined);
      current.paused = true;
    };
  }, [schedule, put]);

  const change = useCallback(
    (given: Partial<Mark>) => {
      const { current } = now;
      current.mark = { ...current.mark, ...given };
      current.unsaved = true;
      setMark(current.mark);
      setTouched(true);
      keepMark(staffId, id, { mark: current.mark, changedAt: serverNow() });
      setSaved(({ state, at }) => ({ state: state === 'offline' ? state : 'waiting', at }));
      schedule();
    },
    [id, staffId, schedule],
  );
  /** Sends no more of the draft; resolves when requests under way have ended. */
  const pause = useCallback(async () => {
    now.current.paused = true;
    clearTimeout(timer.current);
    timer.current = undefined;
    // A hanging connection is not awaited for long.
    await Promise.race([calling.current, new Promise((done) => setTimeout(done, SAVE_MS))]);
  }, []);
  const resume = useCallback(() => {
    now.current.paused = false;
    if (now.current.unsaved) schedule();
  }, [schedule]);
  /** The draft is no longer needed. */
  const forget = useCallback(() => {
    now.current.paused = true;
    now.current.unsaved = false;
    forgetMark(staffId, id);
  }, [staffId, id]);
  return { mark, saved, touched, change, pause, resume, forget };
}
