import type { LiveEvent } from '@orbita/protocol/messaging';
import { useEffect, useRef } from 'react';
import { call } from './api.ts';
import { inView } from './base.ts';
import { whenSettled } from './when-settled.ts';

export type { LiveEvent };

const RECONNECT_MS = [1000, 2000, 5000, 10_000, 30_000];
const POLL_MS = 15_000;
/** Close code for too many sockets of one person: wait longest before reconnecting. */
const TOO_MUCH = 4429;
/** The server may deliver an event more than once; this many ids are remembered to drop repeats. */
const REMEMBERED = 200;

type Options = {
  subscriptionId: number;
  /** Called once per event. */
  onEvent: (event: LiveEvent) => void;
  /** Called to look whether anything was missed: once both streams are connected, and every 15 s while one is not. */
  onPoll: () => void;
  /** Called when somebody comes back to the page or to the network, and wants what is so now. */
  onReturn: () => void;
};

/** Opens one stream and reconnects it when it closes; returns a function that ends it. */
function openStream(
  stream: 'business' | 'financial',
  options: Options,
  seen: Set<string>,
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
        if (lastEventId) socket?.send(JSON.stringify({ lastEventId }));
        onState(true);
      };
      socket.onmessage = (message) => {
        const event = JSON.parse(String(message.data)) as LiveEvent;
        if (!event.id || seen.has(event.id)) return;
        seen.add(event.id);
        if (seen.size > REMEMBERED) seen.delete(seen.values().next().value as string);
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
    // Closing a socket that is still connecting makes browsers log an error.
    if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket?.close();
    else socket.close();
  };
}

/** Follows the live events of one application (spec 16.1); polls every 15 s while a stream is not connected. */
export function useLive(given: Options): void {
  const latest = useRef(given);
  latest.current = given;
  const { subscriptionId } = given;
  useEffect(() => {
    // A view has no socket, and does not ask again by itself: every answer of it is audited.
    if (inView) return;
    const seen = new Set<string>();
    const open = { business: false, financial: false };
    const options: Options = {
      subscriptionId,
      onEvent: (event) => latest.current.onEvent(event),
      onPoll: () => latest.current.onPoll(),
      onReturn: () => latest.current.onReturn(),
    };
    let ends: (() => void)[] = [];
    const connect = () => {
      ends = (['business', 'financial'] as const).map((stream) =>
        openStream(stream, options, seen, (state) => {
          open[stream] = state;
          // Events from before the connections are not delivered, so the page looks for them, once for both.
          if (open.business && open.financial) options.onPoll();
        }),
      );
    };
    // Connecting costs six calls, which what the page shows must not wait for.
    const giveUp = whenSettled(connect);
    const poll = setInterval(() => {
      if (!open.business || !open.financial) options.onPoll();
    }, POLL_MS);
    const back = () => {
      if (document.visibilityState === 'visible') options.onReturn();
    };
    document.addEventListener('visibilitychange', back);
    addEventListener('online', back);
    return () => {
      giveUp();
      for (const end of ends) end();
      clearInterval(poll);
      document.removeEventListener('visibilitychange', back);
      removeEventListener('online', back);
    };
  }, [subscriptionId]);
}
