import { serverNow } from '@orbita/client/server-clock.ts';
import type { Kind, QueueName } from '@orbita/domain/work';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { textOf } from '../base/api.ts';
import { useGo, useInstitution } from '../base/institution.ts';
import { untilAnswered } from '../base/line.ts';
import { knownMe } from '../base/me.ts';
import { queryClient } from '../base/query.ts';
import { useItemPainted } from '../ui/keys.ts';
import { useReviewClaim } from '../work/claim.ts';
import { type Conflict, conflictOf } from '../work/conflict.ts';
import { useTakenSaid } from '../work/hindered.tsx';
import { useNextAfter } from '../work/next-after.ts';
import { forgetQueues, queueQuery } from '../work/queues.ts';
import { useSkip, useSkipSaid } from '../work/skip.ts';
import { sendIdempotently } from './idempotent-act.ts';

/** How often an open item is refetched without a socket (spec 25.19). */
export const WATCH_MS = 15_000;

type Review = {
  kind: Kind;
  queue: QueueName;
  id: number;
  /** Name of the item in the message that it could not be skipped. */
  name: string;
  /** Whether it is to be claimed: it is pending, and this person may decide it. */
  holds: boolean;
  holder: Parameters<typeof useReviewClaim>[0]['holder'];
  lookAgain: () => Promise<unknown>;
  /** Address of the list, and of its items. */
  list: string;
  path: (itemId: number) => string;
  /** First part of the query keys of its answers. */
  key: string;
};

/** The claim on an item under review, and the ways on from it: the next one, skip, give back (spec 25.4). */
export function useReview({ kind, queue, id, name, list, path, key, ...shown }: Review) {
  const go = useGo();
  const institution = useInstitution()?.code;
  const { stays, askNext } = useNextAfter(id);
  const { claim, takeIt, decided } = useReviewClaim({ kind, id, ...shown });
  useTakenSaid(claim);
  useItemPainted(id);
  const total = useQuery({ ...queueQuery(queue, institution), enabled: shown.holds }).data;
  const forget = useCallback(() => {
    queryClient.removeQueries({ queryKey: [key, 'pages'], type: 'inactive' });
    void queryClient.invalidateQueries({ queryKey: [key] });
    forgetQueues();
  }, [key]);
  const next = () =>
    void askNext(queue, (itemId) => {
      forget();
      go(itemId === undefined ? list : path(itemId), { state: 'next' });
    });
  const said = useSkipSaid();
  const skip = useSkip(id, { onSkipped: forget, onNext: next });
  return {
    ...{ claim, takeIt, decided, total, forget },
    next,
    skip: () => {
      void skip({ queue, itemId: id, name });
      next();
    },
    back: () => {
      forget();
      go(list);
    },
    problem: said ?? stays,
  };
}

/** A decision that was refused because the item has changed since it was viewed. */
export type RefusedDecision = { id: number; conflict: Conflict };

/**
 * Sends decisions about items, one at a time (spec 25.4.3): while offline it waits, and one with an unknown outcome is resent
 * with its key. `kind` names what is decided.
 */
export function useSending<Decision>(
  kind: Kind,
  send: (given: { id: number; decision: Decision }, idempotencyKey: string) => Promise<unknown>,
  onDone: (decision: Decision, at: number) => void,
) {
  const [state, setState] = useState<{
    sending?: boolean;
    waits?: boolean;
    refused?: RefusedDecision;
    failure?: string;
  }>({});
  const busy = useRef(false);
  const decide = async (id: number, decision: Decision) => {
    if (busy.current) return;
    busy.current = true;
    setState({ sending: true });
    const given = { id, decision };
    const way = `${knownMe()?.staffId ?? 0} ${kind} ${JSON.stringify(given)}`;
    try {
      await untilAnswered(
        () => sendIdempotently(way, given, send),
        () => setState({ sending: true, waits: true }),
      );
      setState({});
      onDone(decision, serverNow());
    } catch (error) {
      const conflict = conflictOf(error, []);
      setState(conflict ? { refused: { id, conflict } } : { failure: textOf(error) });
    } finally {
      busy.current = false;
    }
  };
  return { ...state, decide, clear: () => setState({}) };
}
