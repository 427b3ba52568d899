import type { Rejection } from '@orbita/domain/document';
import { useCallback, useRef, useState } from 'react';
import { call, NetworkError, randomId, textOf } from '../app/api.ts';
import { serverNow } from '../app/clock.ts';
import { lineBack } from '../app/line.ts';
import { type Conflict, conflictIn, type DocumentPage, forgetDocuments } from './document.ts';

export type Decision =
  | { kind: 'approved' }
  | { kind: 'rejected'; reason: Rejection; note: string }
  | { kind: 'waived' | 'reopened'; note: string };

/** What was decided last, for the line under the viewer. */
export type Done = { kind: Decision['kind']; name: string; at: number };
export type Refused = { conflict: Conflict; decision: Decision };

type State = { sending?: Decision; waits?: boolean; refused?: Refused; failure?: string; done?: Done };

function send({ id, version }: DocumentPage, decision: Decision, idempotencyKey: string): Promise<unknown> {
  const params = { id };
  if (decision.kind === 'reopened')
    return call('POST /operations/documents/{id}/reopening', {
      params,
      body: { reason: decision.note, version },
      idempotencyKey,
    });
  const { kind } = decision;
  const note = decision.kind === 'approved' ? null : decision.note || null;
  const reason = decision.kind === 'rejected' ? decision.reason : null;
  return call('POST /operations/documents/{id}/review', {
    params,
    body: { decision: kind, reason, note, version },
    idempotencyKey,
  });
}

/**
 * Sends decisions, one at a time (spec 25.8). Without a line it waits and repeats with the same key, so that nothing is decided
 * twice; what was refused keeps the decision with its text.
 */
export function useDecision(onDone: (document: DocumentPage, decision: Decision) => void) {
  const [state, setState] = useState<State>({});
  const sending = useRef(false);
  const after = useRef(onDone);
  after.current = onDone;

  const decide = useCallback(async (document: DocumentPage, decision: Decision) => {
    if (sending.current) return;
    sending.current = true;
    setState(({ done }) => ({ sending: decision, done }));
    const key = randomId();
    try {
      for (;;) {
        try {
          await send(document, decision, key);
          break;
        } catch (error) {
          if (!(error instanceof NetworkError)) throw error;
          setState((before) => ({ ...before, waits: true }));
          await lineBack();
        }
      }
      setState({ done: { kind: decision.kind, name: document.name, at: serverNow() } });
      forgetDocuments();
      after.current(document, decision);
    } catch (error) {
      const conflict = conflictIn(error);
      setState(({ done }) => ({
        done,
        ...(conflict ? { refused: { conflict, decision } } : { failure: textOf(error) }),
      }));
      forgetDocuments();
    } finally {
      sending.current = false;
    }
  }, []);

  /** Forgets why the last decision was refused. */
  const clear = useCallback(() => setState(({ done }) => ({ done })), []);
  return { ...state, decide, clear };
}
