import { ApiError, NetworkError } from '@orbita/client/errors.ts';
import { randomId } from '@orbita/client/random-id.ts';
import { serverNow } from '@orbita/client/server-clock.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call, textOf } from '../base/api.ts';
import { lineBack } from '../base/line.ts';
import { endedByDecision } from '../work/claim.ts';
import { forgetEssays, type Graded, type Refusal, refusalIn } from './essay.ts';
import { forgetMark, keepMark, keptMark, type Sending } from './kept.ts';
import type { GradeBody, Mark } from './mark.ts';

/** A mark that was accepted, for the status line. */
export type Registered = { at: number; state: Graded['state'] };

export type SendingState =
  | { is: 'no' }
  /** `waits`: offline; it is sent once the connection is back. */
  | { is: 'sending'; waits: boolean }
  | { is: 'refused'; refusal: Refusal }
  | { is: 'failed'; text: string };

/** Marks being sent, by essay: leaving the page does not cancel them, and returning does not duplicate them. */
const onTheWay = new Map<number, Promise<Graded>>();

type Way = { staffId: number; essayId: number; mark: Mark; sending: Sending; onWaits: () => void };

async function deliver({ staffId, essayId, mark, sending, onWaits }: Way): Promise<Graded> {
  for (;;) {
    try {
      const graded = await call('POST /operations/essays/{id}/grade', {
        params: { id: essayId },
        body: sending.body,
        idempotencyKey: sending.key,
      });
      forgetMark(staffId, essayId);
      return graded;
    } catch (error) {
      if (error instanceof NetworkError) {
        onWaits();
        await lineBack();
        continue;
      }
      // A refusal ends it; after a failure the outcome is unknown, so the key is needed again.
      const isRefused = error instanceof ApiError && error.status < 500;
      keepMark(staffId, essayId, {
        mark,
        changedAt: serverNow(),
        ...(isRefused ? {} : { sending }),
      });
      throw error;
    }
  }
}

/**
 * Sends the mark of an essay (spec 25.7). While offline it waits and repeats with the same key, even after a reload and after
 * signing in again in place; a refused mark is kept with its comment.
 */
export function useSending(staffId: number, essayId: number, onDone: (registered: Registered) => void) {
  const [state, setState] = useState<SendingState>({ is: 'no' });
  const after = useRef(onDone);
  after.current = onDone;

  const run = useCallback(
    async (mark: Mark, sending: Sending) => {
      setState({ is: 'sending', waits: false });
      keepMark(staffId, essayId, { mark, changedAt: serverNow(), sending });
      const onWaits = () => setState({ is: 'sending', waits: true });
      try {
        const way = onTheWay.get(essayId) ?? deliver({ staffId, essayId, mark, sending, onWaits });
        onTheWay.set(essayId, way);
        const { state: reached } = await way.finally(() => onTheWay.delete(essayId));
        endedByDecision('essay', essayId);
        setState({ is: 'no' });
        forgetEssays();
        after.current({ at: serverNow(), state: reached });
      } catch (error) {
        const refusal = refusalIn(error);
        setState(refusal ? { is: 'refused', refusal } : { is: 'failed', text: textOf(error) });
        forgetEssays();
      }
    },
    [staffId, essayId],
  );

  const send = useCallback(
    (mark: Mark, body: GradeBody) => {
      const unknown = keptMark(staffId, essayId)?.sending;
      const isSame = unknown && JSON.stringify(unknown.body) === JSON.stringify(body);
      return run(mark, isSame ? unknown : { key: randomId(), body });
    },
    [staffId, essayId, run],
  );

  // A mark that was being sent before a reload is resumed.
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const kept = keptMark(staffId, essayId);
    if (kept?.sending) void run(kept.mark, kept.sending);
  }, [staffId, essayId, run]);

  /** Forgets why the last mark was refused. */
  const clear = useCallback(() => setState({ is: 'no' }), []);
  return { state, send, clear };
}
