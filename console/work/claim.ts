import type { Body } from '@orbita/protocol';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, call } from '../app/api.ts';
import { useTeamEvent } from '../app/live.ts';

type Kind = Body<'POST /operations/claims'>['kind'];

/** Who has an item: the person herself, somebody else, or nobody knows yet. `lost`: it was hers and was taken over. */
export type ClaimState =
  | { is: 'asking' | 'none' | 'failed' }
  | { is: 'mine'; id: number; until: string }
  | { is: 'theirs' | 'lost'; by: string; until: string };

const RENEW_MS = 60_000;
/** Who has not touched anything for so long does not hold an item back from others. */
const INPUT_MS = 5 * 60_000;
const INPUT = ['keydown', 'pointerdown', 'wheel'] as const;

const textIn = (error: ApiError, field: string): string =>
  typeof error.more[field] === 'string' ? (error.more[field] as string) : '';

/** What a refusal says of who has the item; undefined when it is about something else. */
export const holderIn = (error: unknown): { by: string; until: string } | undefined =>
  error instanceof ApiError && error.code === 'CLAIMED_BY_OTHER'
    ? { by: textIn(error, 'by'), until: textIn(error, 'until') }
    : undefined;

/**
 * Holds an item for as long as its page stands (spec 25.4.2): takes it up, renews it every minute while there was input in the
 * last five, and gives it back. Without an item it does nothing.
 */
export function useClaim(kind: Kind, itemId: number | undefined) {
  const [state, setState] = useState<ClaimState>({ is: 'none' });
  const held = useRef<number | undefined>(undefined);
  const touched = useRef(performance.now());

  const take = useCallback(
    async (id: number, takeOver = false) => {
      try {
        const claim = await call('POST /operations/claims', { body: { kind, itemId: id, takeOver } });
        return { is: 'mine', id: claim.id, until: claim.until } as const;
      } catch (error) {
        const holder = holderIn(error);
        return holder ? ({ is: 'theirs', ...holder } as const) : ({ is: 'failed' } as const);
      }
    },
    [kind],
  );

  useEffect(() => {
    const touch = () => {
      touched.current = performance.now();
    };
    for (const kind of INPUT) document.addEventListener(kind, touch, { passive: true });
    return () => {
      for (const kind of INPUT) document.removeEventListener(kind, touch);
    };
  }, []);

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
        // What ran out and nobody took is taken up again.
        if (holder) settle({ is: 'lost', ...holder });
        else if (error instanceof ApiError && error.status === 404) settle(asLost(await take(itemId)));
      }
    };
    const timer = setInterval(() => void renew(), RENEW_MS);
    return () => {
      left = true;
      clearInterval(timer);
      if (held.current !== undefined) void giveBack(held.current);
      held.current = undefined;
    };
  }, [itemId, take]);

  /** Takes the item over from whoever has it (needs the leading part). */
  const takeOver = useCallback(async () => {
    if (itemId === undefined) return;
    const claim = await take(itemId, true);
    held.current = claim.is === 'mine' ? claim.id : undefined;
    setState(claim);
  }, [itemId, take]);

  /** Somebody else was heard to have it: nothing is given back any more. */
  const lose = useCallback((holder: { by: string; until: string }) => {
    held.current = undefined;
    setState({ is: 'lost', ...holder });
  }, []);

  return { claim: state, takeOver, lose };
}

/** Who has an item by what the server last answered of it. */
type Holder = { by: string; since: string; until: string; mine: boolean };

type Bench = {
  kind: Kind;
  id: number;
  /** False: it is only looked at, and nobody is kept from it. */
  holds: boolean;
  holder: Holder | null | undefined;
  /** Reads the item again. */
  lookAgain: () => Promise<unknown>;
};

/** The claim of the item on a bench, kept true by what others do and by what the server says of it (spec 25.4.2). */
export function useBenchClaim({ kind, id, holds, holder, lookAgain }: Bench) {
  const { claim, takeOver, lose } = useClaim(kind, holds ? id : undefined);
  const hear = (event: { kind: string; itemId: number }) => {
    if (event.kind === kind && event.itemId === id) void lookAgain();
  };
  useTeamEvent('item.claimed', hear);
  useTeamEvent('item.decided', hear);
  /** The claim it was taken over from, which an answer read before still tells. */
  const former = useRef<string>(undefined);
  useEffect(() => {
    if (claim.is === 'mine' && holder && !holder.mine && holder.since !== former.current) lose(holder);
  }, [claim.is, holder, lose]);
  const takeIt = async () => {
    former.current = holder?.since;
    await takeOver();
    await lookAgain();
  };
  return { claim, takeIt };
}

const asLost = (claim: ClaimState): ClaimState =>
  claim.is === 'theirs' ? { is: 'lost', by: claim.by, until: claim.until } : claim;

/** What was decided is free already, and what is not given back runs out by itself. */
const giveBack = (id: number): Promise<unknown> =>
  call('DELETE /operations/claims/{id}', { params: { id }, background: true }).catch(() => undefined);
