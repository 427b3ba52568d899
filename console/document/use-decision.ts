import { ApiError } from '@orbita/client/errors.ts';
import { serverNow } from '@orbita/client/server-clock.ts';
import type { Rejection } from '@orbita/domain/document';
import type { Answer } from '@orbita/protocol';
import { useCallback, useRef, useState } from 'react';
import { sendIdempotently } from '../act/idempotent-act.ts';
import { call, textOf } from '../base/api.ts';
import { untilAnswered } from '../base/line.ts';
import { knownMe } from '../base/me.ts';
import { endedByDecision } from '../work/claim.ts';
import { type Conflict, conflictIn, type DocumentPage, forgetDocumentsAfterPaint } from './document.ts';

/** `concludes`: the person read that it completes the stage, and agreed. */
export type Decision =
  | { kind: 'approved'; concludes: boolean }
  | { kind: 'rejected'; reason: Rejection; note: string }
  | { kind: 'waived'; note: string; concludes: boolean }
  | { kind: 'reopened'; note: string };

/** The last decision, for the line under the viewer. */
export type Done = { kind: Decision['kind']; name: string; at: number };
/** `decision` is what the person sent; without one somebody was faster before anything was sent. */
export type Refused = { conflict: Conflict; decision?: Decision };
/** A document in the version that was seen, to be approved with others. */
export type Seen = { id: number; version: number };
export type Outcome = Answer<'POST /operations/documents/reviews'>[number];

type State = {
  sending?: boolean | undefined;
  waits?: boolean | undefined;
  refused?: Refused;
  failure?: string;
  done?: Done | undefined;
};

function send({ id, version }: Seen, decision: Decision, idempotencyKey: string): Promise<unknown> {
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
    body: {
      ...{ decision: kind, reason, note, version },
      ...(decision.kind === 'rejected' ? {} : { concludes: decision.concludes }),
    },
    idempotencyKey,
  });
}

type All = { seen: readonly Seen[]; concludes: boolean };

const sendAll = ({ seen, concludes }: All, idempotencyKey: string): Promise<Outcome[]> =>
  call('POST /operations/documents/reviews', {
    body: {
      items: seen.map(({ id, version }) => ({ id, version, decision: 'approved' as const, concludes })),
    },
    idempotencyKey,
  });

/** The document has become the last one, and the person does not know. */
const isLastUnknown = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'CONCLUDES_STAGE';

/**
 * Sends decisions, one at a time (spec 25.8). While offline it waits and repeats with the same key; after an answer that leaves
 * the outcome unknown the same decision is resent with the same key, so that nothing is decided twice. A refused decision is
 * kept with its text.
 */
export function useDecision(onDone: (document: DocumentPage, done: Done) => void) {
  const [state, setState] = useState<State>({});
  const sending = useRef(false);
  /** Ids of documents decided here. */
  const own = useRef(new Set<number>());
  const after = useRef(onDone);
  after.current = onDone;

  /** Returns undefined if another one is under way. */
  const run = useCallback(
    async <Given, T>(
      given: Given,
      sent: (given: Given, key: string) => Promise<T>,
    ): Promise<T | undefined> => {
      if (sending.current) return undefined;
      sending.current = true;
      setState(({ done }) => ({ sending: true, done }));
      const way = `${knownMe()?.staffId ?? 0} documents ${JSON.stringify(given)}`;
      try {
        return await untilAnswered(
          () => sendIdempotently(way, given, sent),
          () => setState((before) => ({ ...before, waits: true })),
        );
      } finally {
        sending.current = false;
        forgetDocumentsAfterPaint();
      }
    },
    [],
  );

  /** Resolves with true if the server refused it because the person must first agree that it completes the stage. */
  const decide = useCallback(
    async (document: DocumentPage, decision: Decision): Promise<boolean> => {
      const { id, name, version } = document;
      try {
        const answer = await run({ seen: { id, version }, decision }, (given, key) =>
          send(given.seen, given.decision, key),
        );
        if (answer === undefined) return false;
        if (decision.kind === 'reopened') own.current.delete(id);
        else own.current.add(id);
        endedByDecision('document', id);
        const done = { kind: decision.kind, name, at: serverNow() };
        setState({ done });
        after.current(document, done);
        return false;
      } catch (error) {
        if (isLastUnknown(error)) {
          setState(({ done }) => ({ done }));
          return true;
        }
        const conflict = conflictIn(error);
        setState(({ done }) => ({
          done,
          ...(conflict ? { refused: { conflict, decision } } : { failure: textOf(error) }),
        }));
        return false;
      }
    },
    [run],
  );

  /** Approves several documents that were seen; undefined if that failed, in which case the panel says why. */
  const approveAll = useCallback(
    async (all: All): Promise<Outcome[] | undefined> => {
      try {
        const outcomes = await run(all, sendAll);
        for (const { id, code } of outcomes ?? []) {
          if (code) continue;
          own.current.add(id);
          endedByDecision('document', id);
        }
        if (outcomes) setState({});
        return outcomes;
      } catch (error) {
        setState(({ done }) => ({ done, failure: textOf(error) }));
        return undefined;
      }
    },
    [run],
  );

  /** Forgets why the last decision was refused; one under way stays shown. */
  const clear = useCallback(() => setState(({ sending, waits, done }) => ({ sending, waits, done })), []);
  const isOwn = useCallback((id: number) => own.current.has(id), []);
  return { ...state, decide, approveAll, clear, isOwn };
}
