import type { Registry } from 'prom-client';
import { collect } from './collect.ts';
import {
  ALIVE_EVERY_MS,
  COLLECT_MS,
  COUNT,
  type News,
  NUMBER,
  type ToPrimary,
  type ToProcess,
  type Topic,
  type Topics,
} from './messages.ts';

/** The processes of one node, started by one command on one machine, as seen by one of them. */
export interface Siblings {
  /** Number of this process, from 1 to `of`; the replacement of a dead process gets its number. */
  readonly number: number;
  /** Number of processes that the node should have. */
  readonly of: number;
  /** Number of processes serving now, including this one. */
  serving(): number;
  /** Sends to all other processes; they receive it about 20 milliseconds later, or never if one of them dies. */
  announce<T extends Topic>(topic: T, content: Topics[T]): void;
  /** Listens to messages of the others; `from` is the sender's number. */
  receive<T extends Topic>(topic: T, listener: (content: Topics[T], from: number) => void): void;
  /** Registers what to do when another process starts serving or has ended. */
  onChange(change: { joined(): void; gone(number: number): void }): void;
  /** Registers this process's metrics. Returns a function that reads those of the whole node in Prometheus format. */
  measured(registry: Registry): () => Promise<string>;
}

/** A node with a single process. */
export const ALONE: Siblings = {
  number: 1,
  of: 1,
  serving: () => 1,
  announce: () => undefined,
  receive: () => undefined,
  onChange: () => undefined,
  measured: (registry) => () => registry.metrics(),
};

/** This process as known to the primary. */
export type Membership = {
  siblings: Siblings;
  /** Announces to the primary that this process is serving at this URL. */
  serving(url: string): void;
};

/** Joins the processes of the node; called once, in a process started by the primary. */
export function joinSiblings(): Membership {
  // If the primary is gone, this process ends anyway, so a lost message need not be reported.
  const send = (message: ToPrimary) => void process.send?.(message, undefined, undefined, () => undefined);
  const listeners = new Map<Topic, ((content: never, from: number) => void)[]>();
  const changes: { joined(): void; gone(number: number): void }[] = [];
  const scrapes = new Map<number, (text: string) => void>();
  const own = Number(process.env[NUMBER]);
  const news = collect<News>(COLLECT_MS, (items) => send({ kind: 'news', news: items }));
  let numbers: number[] = [];
  let registry: Registry | undefined;
  let asked = 0;

  const changed = (now: number[]) => {
    const gone = numbers.filter((number) => !now.includes(number));
    const joined = now.some((number) => number !== own && !numbers.includes(number));
    numbers = now;
    for (const change of changes) {
      for (const number of gone) change.gone(number);
      if (joined) change.joined();
    }
  };
  const measure = async (id: number) => {
    if (registry) send({ kind: 'measured', id, measures: await registry.getMetricsAsJSON() });
  };
  process.on('message', (message: ToProcess) => {
    if (message.kind === 'serving') changed(message.numbers);
    else if (message.kind === 'measure') void measure(message.id);
    else if (message.kind === 'scraped') {
      scrapes.get(message.id)?.(message.text);
      scrapes.delete(message.id);
    } else if (message.kind === 'news')
      for (const { topic, content, from } of message.news)
        for (const listener of listeners.get(topic) ?? []) listener(content as never, from);
  });
  setInterval(() => send({ kind: 'alive' }), ALIVE_EVERY_MS).unref();

  return {
    siblings: {
      number: own,
      of: Number(process.env[COUNT]),
      serving: () => numbers.length,
      announce: (topic, content) => news.add({ topic, content } as News),
      receive(topic, listener) {
        listeners.set(topic, [...(listeners.get(topic) ?? []), listener]);
      },
      onChange: (change) => void changes.push(change),
      measured(given) {
        registry = given;
        return () =>
          new Promise((done) => {
            asked += 1;
            scrapes.set(asked, done);
            send({ kind: 'scrape', id: asked });
          });
      },
    },
    serving: (url) => send({ kind: 'serving', url }),
  };
}
