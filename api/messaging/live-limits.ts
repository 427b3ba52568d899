import { closeCodes } from '@orbita/protocol/messaging';

/** A browser says hello once a connection and answers a ping every 30 s. */
const FRAMES = { most: 10, withinMs: 10_000 };
/** A page has two sockets for each application it shows. */
const PERSON_MOST = 30;
/** Schools and mobile networks share addresses. */
const NETWORK_MOST = 1000;
/** Bytes written and not yet taken by the other side: four times the longest replay. */
const UNSENT_MOST = 1024 * 1024;
/** Milliseconds in which the reason of a close reaches who sent too much; nothing more of them is read meanwhile. */
const LAST_WORD_MS = 2000;

/** What these limits need of a socket of the `ws` library. */
export type LimitedSocket = {
  readonly bufferedAmount: number;
  close(code: number, reason?: string): void;
  pause(): void;
  terminate(): void;
  on(event: 'message' | 'ping' | 'pong', heard: () => void): void;
};

/** Ends a socket that asks for too much: says why, reads nothing more of it, and does not wait for its answer. */
export const refuseFlood = (socket: LimitedSocket): void => {
  socket.close(closeCodes.flood, 'flood');
  socket.pause();
  setTimeout(() => socket.terminate(), LAST_WORD_MS).unref();
};

/** Counts every frame of a socket, whatever its kind, and ends the socket when there are more than a page ever sends. */
export function limitFrames(socket: LimitedSocket): void {
  let since = performance.now();
  let frames = 0;
  const count = () => {
    const at = performance.now();
    if (at - since > FRAMES.withinMs) {
      since = at;
      frames = 0;
    }
    frames += 1;
    if (frames === FRAMES.most + 1) refuseFlood(socket);
  };
  for (const kind of ['message', 'ping', 'pong'] as const) socket.on(kind, count);
}

/** Whether the other side takes what it is sent; one that does not would have all of it kept here. */
export const takesMore = ({ bufferedAmount }: LimitedSocket): boolean => bufferedAmount < UNSENT_MOST;

/** Counts the sockets of this node by who holds them. */
export function createPlaces() {
  const taken = new Map<string, number>();
  const give = (holder: string, most: number): (() => void) | undefined => {
    const held = taken.get(holder) ?? 0;
    if (held >= most) return undefined;
    taken.set(holder, held + 1);
    return () => {
      const left = (taken.get(holder) ?? 1) - 1;
      if (left > 0) taken.set(holder, left);
      else taken.delete(holder);
    };
  };
  return {
    /** A place for a socket of a network (`networksOf`), and how to give it back; undefined when all are taken. */
    ofNetwork: (tenantId: number, network: string) => give(`${tenantId} network ${network}`, NETWORK_MOST),
    /** The same for a person, in all sessions together. */
    ofPerson: (tenantId: number, personId: number) => give(`${tenantId} person ${personId}`, PERSON_MOST),
  };
}

/**
 * Runs `work` for the newest of what is asked, one at a time: what is asked meanwhile waits, and only the last of it.
 * `work` must not reject.
 */
export function newestOnly<T>(work: (asked: T) => Promise<void>): (asked: T) => void {
  let waiting: { asked: T } | undefined;
  let running = false;
  const run = async () => {
    running = true;
    while (waiting) {
      const { asked } = waiting;
      waiting = undefined;
      await work(asked);
    }
    running = false;
  };
  return (asked) => {
    waiting = { asked };
    if (!running) void run();
  };
}
