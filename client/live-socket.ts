const RECONNECT_MS = [1000, 2000, 5000, 10_000, 30_000];
/** Close code for too many sockets of one person: use the longest pause before reconnecting. */
const TOO_MUCH = 4429;
/** Close code of a node that is shutting down: all its pages reconnect, so each does so at a random time within some seconds. */
const RESTART = 1012;
const SPREAD_MS = 8_000;
/** The server may deliver an event more than once; this many ids are remembered to drop repeats. */
const REMEMBERED = 200;

/** A stream of live events as a page follows it. */
export type LiveStream<E extends { id: string }> = {
  /** Path of the socket in the protocol. */
  path: string;
  /** Requests the single-use ticket that opens the socket, because browsers cannot send a token there. */
  ticket: () => Promise<string>;
  /** Called once per event. */
  onEvent: (event: E) => void;
  /** Called when the socket opens and when it closes. */
  onState: (open: boolean) => void;
  /** Ids of events already received, shared when several streams of a page may deliver the same one. */
  seen?: Set<string>;
};

/**
 * Opens a socket of live events and reopens it when it closes, with pauses that grow to 30 s. A reconnection names the last
 * event received, so that the server sends what was missed. Returns a function that ends the stream; nothing is called after
 * that.
 */
export function followLive<E extends { id: string }>(stream: LiveStream<E>): () => void {
  const { seen = new Set<string>() } = stream;
  let socket: WebSocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastEventId: string | undefined;
  let failures = 0;
  let ended = false;

  const retry = (afterMs = RECONNECT_MS[Math.min(failures, RECONNECT_MS.length - 1)]) => {
    if (ended) return;
    stream.onState(false);
    timer = setTimeout(() => void connect(), afterMs);
    failures += 1;
  };
  const connect = async () => {
    try {
      const ticket = await stream.ticket();
      if (ended) return;
      const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
      socket = new WebSocket(
        `${scheme}://${location.host}/orbita/api${stream.path}?ticket=${encodeURIComponent(ticket)}`,
      );
      socket.onopen = () => {
        failures = 0;
        if (lastEventId) socket?.send(JSON.stringify({ lastEventId }));
        stream.onState(true);
      };
      socket.onmessage = (message) => {
        const event = JSON.parse(String(message.data)) as E;
        if (!event.id || seen.has(event.id)) return;
        seen.add(event.id);
        if (seen.size > REMEMBERED) seen.delete(seen.values().next().value as string);
        lastEventId = event.id;
        stream.onEvent(event);
      };
      socket.onclose = (event?: CloseEvent) => {
        if (event?.code === TOO_MUCH) failures = RECONNECT_MS.length;
        retry(event?.code === RESTART ? Math.random() * SPREAD_MS : undefined);
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
