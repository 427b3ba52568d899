import { WebSocket } from 'ws';

/** A page that listens to live events. */
export type LiveLine<Event> = {
  socket: WebSocket;
  events: Event[];
  opened: Promise<void>;
  /** Resolves with the close code. */
  closed: Promise<number>;
  say(value: unknown): void;
  close(): void;
};

/** Opens a live event socket at a node with a ticket; `path` is below `/orbita/api`. */
export function liveLine<Event>(
  url: string,
  path: string,
  ticket: string,
  headers: Record<string, string> = {},
): LiveLine<Event> {
  const events: Event[] = [];
  const socket = new WebSocket(`${url.replace('http', 'ws')}/orbita/api${path}?ticket=${ticket}`, {
    headers: { 'x-forwarded-host': 'cua.alfa.orbita.test', ...headers },
  });
  socket.on('error', () => undefined);
  socket.on('message', (data) => events.push(JSON.parse(String(data)) as Event));
  return {
    socket,
    events,
    opened: new Promise((resolve) => socket.once('open', () => resolve())),
    closed: new Promise((resolve) => socket.once('close', (code) => resolve(code))),
    say: (value) => socket.send(JSON.stringify(value)),
    close: () => socket.close(),
  };
}
