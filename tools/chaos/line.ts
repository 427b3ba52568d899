import type { LiveEvent, LiveStream } from '@orbita/protocol/messaging';
import { WebSocket } from 'ws';
import { bodyOf } from '../../testing/journey.ts';
import type { PatientCaller } from './caller.ts';

const AGAIN_MS = 200;
/** An unknown event id, for which all events of the last 24 hours are replayed. */
const FROM_THE_BEGINNING = 'none';

/** A page's socket that reconnects whenever it is closed, with the time at which each event first arrived. */
export function openLine(caller: PatientCaller, urls: readonly string[], host: string, stream: LiveStream) {
  const seen = new Map<string, { event: LiveEvent; at: number }>();
  let last = FROM_THE_BEGINNING;
  let closed = false;
  let socket: WebSocket | undefined;
  let tries = 0;
  let without: number | undefined;
  let gapMs = 0;
  const later = () => {
    if (!closed) setTimeout(() => void connect().catch(later), AGAIN_MS);
  };
  const connect = async () => {
    const asked = await caller.ask(
      (client) => client.call('POST /candidate/events/tickets', { body: {} }),
      true,
    );
    const { ticket } = bodyOf(asked);
    const url = urls[tries++ % urls.length] as string;
    const next = new WebSocket(
      `${url.replace('http', 'ws')}/orbita/api/candidate/events/${stream}?ticket=${ticket}`,
      { headers: { 'x-forwarded-host': host }, handshakeTimeout: 3_000 },
    );
    socket = next;
    next.on('error', () => undefined);
    next.on('open', () => {
      if (without !== undefined) gapMs = Math.max(gapMs, performance.now() - without);
      without = undefined;
      next.send(JSON.stringify({ lastEventId: last }));
    });
    next.on('message', (data) => {
      const event = JSON.parse(String(data)) as LiveEvent;
      if (!seen.has(event.id)) seen.set(event.id, { event, at: Date.now() });
      last = event.id;
    });
    next.on('close', () => {
      without ??= performance.now();
      later();
    });
    if (closed) next.terminate();
  };
  void connect().catch(later);
  return {
    seen,
    /** The longest time without a socket after the first one, in milliseconds. */
    gapMs: () => Math.max(gapMs, without === undefined ? 0 : performance.now() - without),
    close() {
      closed = true;
      socket?.terminate();
    },
  };
}
export type Line = ReturnType<typeof openLine>;
