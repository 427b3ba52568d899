import type { LiveEvent } from '@orbita/protocol/messaging';
import { useEffect, useRef } from 'react';
import { call } from './api.ts';

export type { LiveEvent };

const RECONNECT_MS = [1000, 2000, 5000, 10_000, 30_000];
const POLL_MS = 15_000;
/** Close code of a server that has enough sockets of this person: an open one must be given up first. */
const TOO_MUCH = 4429;
/** A stream repeats what it is not sure was heard; this many ids are remembered to drop repeats. */
const REMEMBERED = 200;

type Options = {
  subscriptionId: number;
  /** Each event once. */
  onEvent: (event: LiveEvent) => void;
  /** While a socket is away: time to ask. */
  onPoll: () => void;
};

/** One stream that comes back by itself; returns how to end it. */
function openStream(
  stream: 'business' | 'financial',
  options: Options,
  heard: Set<string>,
  onState: (open: boolean) => void,
): () => void {
  let socket: WebSocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastEventId: string | undefined;
  let failures = 0;
  let ended = false;

  const retry = () => {
    onState(false);
    if (ended) return;
    const wait = RECONNECT_MS[Math.min(failures, RECONNECT_MS.length - 1)] ?? 30_000;
    failures += 1;
    timer = setTimeout(() => void connect(), wait);
  };
  const connect = async () => {
    try {
      const { ticket } = await call('POST /candidate/events/tickets', {
        body: { subscriptionIds: [options.subscriptionId] },
      });
      if (ended) return;
      const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
      socket = new WebSocket(
        `${scheme}://${location.host}/orbita/api/candidate/events/${stream}?ticket=${encodeURIComponent(ticket)}`,
      );
      socket.onopen = () => {
        failures = 0;
        onState(true);
        if (lastEventId) socket?.send(JSON.stringify({ lastEventId }));
        // Whatever happened before the stream was open is asked for once.
        options.onPoll();
      };
      socket.onmessage = (message) => {
        const event = JSON.parse(String(message.data)) as LiveEvent;
        if (!event.id || heard.has(event.id)) return;
        heard.add(event.id);
        if (heard.size > REMEMBERED) heard.delete(heard.values().next().value as string);
        lastEventId = event.id;
        options.onEvent(event);
      };
      socket.onclose = (event?: CloseEvent) => {
        if (event?.code === TOO_MUCH) failures = RECONNECT_MS.length;
        retry();
      };
    } catch {
      retry();
    }
  };
  void connect();
  return () => {
    ended = true;
    clearTimeout(timer);
    if (!socket) return;
    socket.onclose = null;
    socket.onmessage = null;
    // Browsers report it as a fault when one that is still opening is closed.
    if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket?.close();
    else socket.close();
  };
}

/** Hears what happens to one application (spec 16.1); polls every 15 s while a stream is away. */
export function useLive(given: Options): void {
  const latest = useRef(given);
  latest.current = given;
  const { subscriptionId } = given;
  useEffect(() => {
    const heard = new Set<string>();
    const open = { business: false, financial: false };
    const options: Options = {
      subscriptionId,
      onEvent: (event) => latest.current.onEvent(event),
      onPoll: () => latest.current.onPoll(),
    };
    const ends = (['business', 'financial'] as const).map((stream) =>
      openStream(stream, options, heard, (state) => {
        open[stream] = state;
      }),
    );
    const poll = setInterval(() => {
      if (!open.business || !open.financial) options.onPoll();
    }, POLL_MS);
    const back = () => {
      if (document.visibilityState === 'visible') options.onPoll();
    };
    document.addEventListener('visibilitychange', back);
    addEventListener('online', back);
    return () => {
      for (const end of ends) end();
      clearInterval(poll);
      document.removeEventListener('visibilitychange', back);
      removeEventListener('online', back);
    };
  }, [subscriptionId]);
}
