import type { TeamEvent, TeamEventData, TeamEventType } from '@orbita/protocol/staff';
import { useEffect, useRef } from 'react';
import { store } from '../ui/store.ts';
import { call } from './api.ts';
import { renewMe } from './me.ts';
import { queryClient } from './query.ts';

const RECONNECT_MS = [1000, 2000, 5000, 10_000, 30_000];
/** Close code for too many sockets of one person: waits longest before it comes back. */
const TOO_MUCH = 4429;
/** The server may send an event more than once; this many ids are remembered. */
const REMEMBERED = 200;
/** Counts are read again at most this often (spec 25.5). */
const COUNTS_MS = 5000;

type Listener = (event: TeamEvent) => void;

const listeners = new Set<Listener>();
const connection = store(false);
const setConnected = connection.set;

/** Whether events come by themselves now; where they do not, pages ask (spec 25.19). */
const useConnected = connection.use;

/** How often a page asks while it is shown: not at all while events come by themselves. */
export const usePollMs = (ms: number): number | false => (useConnected() ? false : ms);

/** Calls back for events of one type with when each happened, for as long as the part of the page stands. */
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

/** Runs at once, and then at most once in a while however often it is asked for; the last wish is never lost. */
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

/** What every screen shares of the events: counts of queues, and who one is. */
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

/** Opens the socket and reopens it when it closes; returns how it ends. */
export function connect(): () => void {
  const seen = new Set<string>();
  const shared = sharedListener();
  let socket: WebSocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastEventId: string | undefined;
  let failures = 0;
  let ended = false;

  const receive = (message: MessageEvent) => {
    const event = JSON.parse(String(message.data)) as TeamEvent;
    if (!event.id || seen.has(event.id)) return;
    seen.add(event.id);
    if (seen.size > REMEMBERED) seen.delete(seen.values().next().value as string);
    lastEventId = event.id;
    shared(event);
    for (const listener of listeners) listener(event);
  };
  const retry = () => {
    setConnected(false);
    if (ended) return;
    timer = setTimeout(() => void open(), RECONNECT_MS[Math.min(failures, RECONNECT_MS.length - 1)]);
    failures += 1;
  };
  const open = async () => {
    try {
      const { ticket } = await call('POST /operations/staff/events/tickets', { background: true });
      if (ended) return;
      const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
      const address = `${scheme}://${location.host}/orbita/api/operations/events?ticket=${encodeURIComponent(ticket)}`;
      socket = new WebSocket(address);
      socket.onopen = () => {
        failures = 0;
        setConnected(true);
        if (lastEventId) socket?.send(JSON.stringify({ lastEventId }));
        // Changes of queues are not sent again: what happened without a connection shows in the counts alone.
        void queryClient.invalidateQueries({ queryKey: ['queues'] });
      };
      socket.onmessage = receive;
      socket.onclose = ({ code }) => {
        if (code === TOO_MUCH) failures = RECONNECT_MS.length;
        retry();
      };
    } catch {
      retry();
    }
  };
  void open();
  return () => {
    ended = true;
    clearTimeout(timer);
    setConnected(false);
    if (!socket) return;
    socket.onclose = null;
    socket.onmessage = null;
    // Browsers log an error when a socket is closed while it connects.
    if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket?.close();
    else socket.close();
  };
}
