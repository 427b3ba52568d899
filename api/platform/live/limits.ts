import { closeCodes } from '@orbita/protocol/messaging';
import { ALONE, type Siblings } from '../processes/siblings.ts';

/** A browser sends one greeting per connection and answers a ping every 30 s. */
const FRAMES = { most: 10, withinMs: 10_000 };
/** A page has two sockets for each application it shows. */
const PERSON_MOST = 30;
/** High, because schools and mobile networks share addresses. */
const NETWORK_MOST = 1000;
/** Bytes sent but not yet received by the client: four times the longest replay. */
const UNSENT_MOST = 1024 * 1024;
/** Milliseconds for the close reason to arrive before the socket is destroyed; nothing more is read in the meantime. */
const LAST_WORD_MS = 2000;

/** Members of a `ws` socket that these limits use. */
export type LimitedSocket = {
  readonly bufferedAmount: number;
  close(code: number, reason?: string): void;
  pause(): void;
  terminate(): void;
  on(event: 'message' | 'ping' | 'pong', listener: () => void): void;
};

/** Closes a socket that sends too much: sends the reason, stops reading, and does not wait for an answer. */
export const refuseFlood = (socket: LimitedSocket): void => {
  socket.close(closeCodes.flood, 'flood');
  socket.pause();
  setTimeout(() => socket.terminate(), LAST_WORD_MS).unref();
};

/** Counts every frame of a socket, of any type, and closes the socket when it exceeds the limit. */
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

/** False if a slow client has so much unsent data that it would fill the memory here. */
export const takesMore = ({ bufferedAmount }: LimitedSocket): boolean => bufferedAmount < UNSENT_MOST;

/** Counts open sockets of this node, across all its processes, by network and person. */
export function createPlaces(siblings: Pick<Siblings, 'announce' | 'receive' | 'onChange'> = ALONE) {
  const taken = new Map<string, number>();
  const elsewhere = new Map<number, Map<string, number>>();
  const hold = (places: Map<string, number>, holder: string, held: number) => {
    if (held > 0) places.set(holder, held);
    else places.delete(holder);
  };
  siblings.receive('places', ([holder, held], from) => {
    const places = elsewhere.get(from) ?? new Map<string, number>();
    elsewhere.set(from, places);
    hold(places, holder, held);
  });
  siblings.onChange({
    joined() {
      for (const place of taken) siblings.announce('places', place);
    },
    gone: (number) => void elsewhere.delete(number),
  });
  const change = (holder: string, by: number) => {
    const held = (taken.get(holder) ?? 0) + by;
    hold(taken, holder, held);
    siblings.announce('places', [holder, held]);
  };
  const heldByAll = (holder: string): number => {
    let held = taken.get(holder) ?? 0;
    for (const places of elsewhere.values()) held += places.get(holder) ?? 0;
    return held;
  };
  const give = (holder: string, most: number): (() => void) | undefined => {
    if (heldByAll(holder) >= most) return undefined;
    change(holder, 1);
    return () => change(holder, -1);
  };
  return {
    /**
     * Reserves a socket for a network (`networksOf`) and returns a function that frees it; undefined when the limit is reached.
     */
    ofNetwork: (tenantId: number, network: string) => give(`${tenantId} network ${network}`, NETWORK_MOST),
    /** Like `ofNetwork`, for a person across all their sessions. */
    ofPerson: (tenantId: number, personId: number) => give(`${tenantId} person ${personId}`, PERSON_MOST),
    /** Like `ofPerson`, for a team member. */
    ofStaff: (tenantId: number, staffId: number) => give(`${tenantId} staff ${staffId}`, PERSON_MOST),
  };
}

/** Counter of open sockets; one per process, because sibling processes receive the counts by holder. */
export type Places = ReturnType<typeof createPlaces>;

/**
 * Runs `work` for the latest request, one at a time: requests made meanwhile wait, and only the last of them is run. `work`
 * must not reject.
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
