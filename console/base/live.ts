import { store } from '@orbita/client/store.ts';
import type { TeamEvent, TeamEventData, TeamEventType } from '@orbita/protocol/staff';
import type { Query } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from './api.ts';
import { renewMe } from './me.ts';
import { queryClient } from './query.ts';

/** Counts are refetched at most this often (spec 25.5). */
const COUNTS_MS = 5000;

type Listener = (event: TeamEvent) => void;

const listeners = new Set<Listener>();
const connection = store(false);

/** Whether live events are arriving; if not, pages poll (spec 25.19). */
const useConnected = connection.use;

/** How often a page polls while it is shown: not at all while live events arrive. */
export const usePollMs = (ms: number): number | false => (useConnected() ? false : ms);

/** Calls back for every event until the returned function is called. */
export function listenToTeam(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Calls back for events of one type, with the time of each, while the component is mounted. */
export function useTeamEvent<T extends TeamEventType>(
  type: T,
  onEvent: (data: TeamEventData[T], at: string) => void,
): void {
  const latest = useRef(onEvent);
  latest.current = onEvent;
  useEffect(
    () =>
      listenToTeam((event) => {
        if (event.type === type) latest.current(event.data as TeamEventData[T], event.occurredAt);
      }),
    [type],
  );
}

/** Runs at once, and then at most once per `ms` however often it is called; the last call is never lost. */
export function atMostEvery(ms: number, run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let again = false;
  const due = () => {
    timer = undefined;
    if (again) start();
  };
  const start = () => {
    again = false;
    run();
    timer = setTimeout(due, ms);
  };
  return () => {
    if (timer === undefined) start();
    else again = true;
  };
}

/** Listener for what all screens share: counts of queues, and who is signed in. */
function sharedListener(): Listener {
  const counts = atMostEvery(COUNTS_MS, () => void queryClient.invalidateQueries({ queryKey: ['queues'] }));
  return ({ type }) => {
    if (type === 'queue.changed') counts();
    if (type === 'staff.changed') {
      void renewMe();
      void queryClient.invalidateQueries({ queryKey: ['staff', 'list'] });
    }
  };
}

const isFirst = ({ state }: Query): boolean => state.fetchStatus === 'fetching' && state.data === undefined;

/**
 * Resolves when everything that is being read for the first time has been answered and rendered; undefined if nothing is. What
 * happens meanwhile may be missing in those answers, and only they tell whom it concerns.
 */
function firstAnswers(): Promise<unknown> | undefined {
  const early = queryClient.getQueryCache().findAll({ predicate: isFirst });
  if (early.length === 0) return undefined;
  return Promise.allSettled(early.map(({ promise }) => promise)).then(
    () => new Promise((rendered) => setTimeout(rendered)),
  );
}

/** What is shown and polled; empty while live events arrive. */
const polled = (): Query[] =>
  queryClient.getQueryCache().findAll({
    type: 'active',
    predicate: ({ observers }) => observers.some(({ options }) => Boolean(options.refetchInterval)),
  });

/** Passes an event on, and again once what is being read for the first time has been answered. */
function passOn(event: TeamEvent): void {
  const pass = () => {
    for (const listener of listeners) listener(event);
  };
  const first = firstAnswers();
  pass();
  void first?.then(pass);
}

/** Follows the team's events once the code for it has loaded: until then pages poll. Returns a function that ends it. */
export function connect(): () => void {
  const shared = sharedListener();
  let end: (() => void) | undefined;
  let over = false;
  const follow = async () => {
    const { followLive } = await import('@orbita/client/live-socket.ts');
    if (over) return;
    end = followLive<TeamEvent>({
      path: '/operations/events',
      ticket: async () => (await call('POST /operations/staff/events/tickets', { background: true })).ticket,
      onEvent: (event) => {
        shared(event);
        passOn(event);
      },
      onState: (open) => {
        const shown = polled();
        connection.set(open);
        if (!open) return;
        // Events from before the first connection are not sent, nor are changes of queues sent again; from now on nothing polls.
        void queryClient.invalidateQueries({
          predicate: (query) => query.queryKey[0] === 'queues' || shown.includes(query),
        });
        void renewMe();
      },
    });
  };
  follow().catch(() => undefined);
  return () => {
    over = true;
    connection.set(false);
    end?.();
  };
}
