import { store } from '@orbita/client/store.ts';
import type { TeamEvent, TeamEventData, TeamEventType } from '@orbita/protocol/staff';
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

/** Calls back for events of one type, with the time of each, while the component is mounted. */
export function useTeamEvent<T extends TeamEventType>(
  type: T,
  onEvent: (data: TeamEventData[T], at: string) => void,
): void {
  const latest = useRef(onEvent);
  latest.current = onEvent;
  useEffect(() => {
    const listener: Listener = (event) => {
      if (event.type === type) latest.current(event.data as TeamEventData[T], event.occurredAt);
    };
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, [type]);
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
        for (const listener of listeners) listener(event);
      },
      onState: (open) => {
        connection.set(open);
        if (!open) return;
        // Changes of queues are not redelivered: what happened while disconnected shows only in the counts.
        void queryClient.invalidateQueries({ queryKey: ['queues'] });
        // Nor is a change of roles between the page's first answer and its first connection.
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
