import { ApiError } from '@orbita/client/errors.ts';
import { serverNow } from '@orbita/client/server-clock.ts';
import type { Body } from '@orbita/protocol';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../base/api.ts';
import { useTeamEvent } from '../base/live.ts';

type Kind = Body<'POST /operations/claims'>['kind'];

/** Who has an item: this person, somebody else, or nobody knows yet. `lost`: this person had it and it was taken over. */
export type ClaimState =
  | { is: 'asking' | 'none' | 'failed' }
  | { is: 'mine'; id: number; until: string }
  | { is: 'theirs' | 'lost'; by: string; until: string };

const RENEW_MS = 60_000;
/** A person without input for this long does not hold an item back from others. */
const INPUT_MS = 5 * 60_000;
/** By then a claim has expired on the server, too. */
const AFTER_MS = 1000;
const INPUT = ['keydown', 'pointerdown', 'wheel'] as const;

/** Items whose claim ended on the server, because they were decided or are no longer pending: they are not given back. */
const over = new Set<string>();
const keyOf = (kind: Kind, itemId: number): string => `${kind} ${itemId}`;

/** Records that an item was decided here, or is no longer pending, which ends its claim. */
export const endedByDecision = (kind: Kind, itemId: number): void => {
  over.add(keyOf(kind, itemId));
};

const textIn = (error: ApiError, field: string): string =>
  typeof error.more[field] === 'string' ? (error.more[field] as string) : '';

/** Who has the item according to a refusal; undefined when the refusal is about something else. */
const holderIn = (error: unknown): { by: string; until: string } | undefined =>
  error instanceof ApiError && error.code === 'CLAIMED_BY_OTHER'
    ? { by: textIn(error, 'by'), until: textIn(error, 'until') }
    : undefined;

type Taken = Extract<ClaimState, { by: string }>;
/** Somebody else has it. */
const isTaken = (claim: ClaimState): claim is Taken => claim.is === 'theirs' || claim.is === 'lost';

/**
 * Holds an item while its page is mounted (spec 25.4.2): claims it, renews the claim every minute if there was input in the
 * last five, and gives it back. An item that somebody else has is claimed once nobody has it any more. Without an item it does
 * nothing.
 */
function useClaim(kind: Kind, itemId: number | undefined) {
  const [state, setState] = useState<ClaimState>({ is: 'none' });
  const held = useRef<number | undefined>(undefined);
  const touched = useRef(performance.now());
  /** Shows the result of a claim, unless the page has moved on meanwhile. */
  const settled = useRef<(claim: ClaimState) => void>(undefined);
  /** Nobody has the item; it is claimed on the next input. */
  const isFree = useRef(false);

  const take = useCallback(
    async (id: number, { takeOver = false, background = false } = {}) => {
      try {
        const claim = await call('POST /operations/claims', {
          body: { kind, itemId: id, takeOver },
          background,
        });
        over.delete(keyOf(kind, id));
        return { is: 'mine', id: claim.id, until: claim.until } as const;
      } catch (error) {
        const holder = holderIn(error);
        return holder ? ({ is: 'theirs', ...holder } as const) : ({ is: 'failed' } as const);
      }
    },
    [kind],
  );

  /** Nobody has the item any more: it is claimed, unless this person is away and would only hold it back from others. */
  const takeUp = useCallback(async () => {
    if (itemId === undefined) return;
    const { current: settle } = settled;
    isFree.current = performance.now() - touched.current > INPUT_MS;
    if (isFree.current) return settle?.({ is: 'none' });
    settle?.(await take(itemId, { background: true }));
  }, [itemId, take]);

  useEffect(() => {
    const touch = () => {
      touched.current = performance.now();
      if (isFree.current) void takeUp();
    };
    for (const kind of INPUT) document.addEventListener(kind, touch, { passive: true });
    return () => {
      for (const kind of INPUT) document.removeEventListener(kind, touch);
    };
  }, [takeUp]);

  useEffect(() => {
    if (itemId === undefined) return setState({ is: 'none' });
    let left = false;
    setState({ is: 'asking' });
    const settle = (claim: ClaimState) => {
      if (left && claim.is === 'mine') return void giveBack(claim.id);
      if (left) return;
      held.current = claim.is === 'mine' ? claim.id : undefined;
      setState(claim);
    };
    settled.current = settle;
    isFree.current = false;
    void take(itemId).then(settle);
    const renew = async () => {
      const { current } = held;
      if (current === undefined || performance.now() - touched.current > INPUT_MS) return;
      try {
        const { until } = await call('PUT /operations/claims/{id}', {
          params: { id: current },
          background: true,
        });
        if (!left && held.current === current) setState({ is: 'mine', id: current, until });
      } catch (error) {
        if (left || held.current !== current) return;
        const holder = holderIn(error);
        // An expired claim that nobody took is renewed.
        if (holder) settle({ is: 'lost', ...holder });
        else if (error instanceof ApiError && error.status === 404) settle(asLost(await take(itemId)));
      }
    };
    const timer = setInterval(() => void renew(), RENEW_MS);
    return () => {
      left = true;
      clearInterval(timer);
      if (held.current !== undefined && !over.has(keyOf(kind, itemId))) void giveBack(held.current);
      held.current = undefined;
    };
  }, [itemId, kind, take]);

  /** Takes the item over from whoever has it (requires the lead's permission). */
  const takeOver = useCallback(async () => {
    if (itemId === undefined) return;
    const { current: settle } = settled;
    settle?.(await take(itemId, { takeOver: true }));
  }, [itemId, take]);

  /** An event said that somebody else has it: nothing is given back any more. */
  const lose = useCallback(({ by, until }: { by: string; until: string }) => {
    held.current = undefined;
    isFree.current = false;
    setState(({ is }) => ({ is: is === 'theirs' ? is : 'lost', by, until }));
  }, []);

  return { claim: state, takeOver, takeUp, lose };
}

/** Who has an item according to the server's last answer. */
type Holder = { by: string; since: string; until: string; mine: boolean };

type ReviewScreen = {
  kind: Kind;
  id: number;
  /** False: the item is only viewed, and others can claim it. */
  holds: boolean;
  holder: Holder | null | undefined;
  /** Refetches the item. */
  lookAgain: () => Promise<unknown>;
};

/** Who decided an item, and when. */
export type DecidedBy = { by: string; at: string };

/**
 * The claim of an item under review, kept up to date by others' actions, by the server's answers, and by the event of who
 * decided it (spec 25.4.2). An item that was given back or whose claim expired is claimed.
 */
export function useReviewClaim({ kind, id, holds, holder, lookAgain }: ReviewScreen) {
  const { claim, takeOver, takeUp, lose } = useClaim(kind, holds ? id : undefined);
  const [decided, setDecided] = useState<DecidedBy & { id: number }>();
  /** The claim that is over, which an answer read earlier still contains. */
  const former = useRef<string>(undefined);
  const takeFree = async () => {
    former.current = holder?.since;
    await takeUp();
    await lookAgain();
  };
  useTeamEvent('item.claimed', (event) => {
    if (event.kind !== kind || event.itemId !== id) return;
    if (!event.by && isTaken(claim)) void takeFree();
    else void lookAgain();
  });
  useTeamEvent('item.decided', ({ kind: of, itemId, by }, at) => {
    if (of !== kind || itemId !== id) return;
    setDecided({ id, by, at });
    void lookAgain();
  });
  const again = useRef(takeFree);
  again.current = takeFree;
  const until = isTaken(claim) ? claim.until : '';
  // An expired claim blocks nobody; one renewed meanwhile arrives with its new end.
  useEffect(() => {
    if (!until) return;
    const left = Math.max(0, new Date(until).getTime() - serverNow());
    const timer = setTimeout(() => void again.current(), left + AFTER_MS);
    return () => clearTimeout(timer);
  }, [until]);
  const known = useRef<typeof holder>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new answer of the server runs it once
  useEffect(() => {
    const [before, now] = [known.current, holder];
    known.current = now;
    if (now && !now.mine && now.since !== former.current) {
      if (claim.is === 'mine' || (isTaken(claim) && (claim.by !== now.by || claim.until !== now.until)))
        lose(now);
    } else if (before && !before.mine && now === null && isTaken(claim)) void again.current();
  }, [claim.is, holder, lose]);
  const takeIt = async () => {
    former.current = holder?.since;
    await takeOver();
    await lookAgain();
  };
  return { claim, takeIt, decided: decided?.id === id ? decided : undefined };
}

const asLost = (claim: ClaimState): ClaimState =>
  claim.is === 'theirs' ? { is: 'lost', by: claim.by, until: claim.until } : claim;

/** A claim that cannot be given back expires by itself. */
const giveBack = (id: number): Promise<unknown> =>
  call('DELETE /operations/claims/{id}', { params: { id }, background: true }).catch(() => undefined);
