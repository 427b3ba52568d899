import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { ROUND_TRIPS, type RoundTrip } from '../api/platform/database/round-trips.ts';
import { calls } from '../protocol/index.ts';

/** What one call or job asked of PostgreSQL, or many of the same name together. */
export type Counted = {
  statements: number;
  roundTrips: number;
  /** How often the whole state of an application was read (`selectStates`). */
  states: number;
  rows: number;
  bytes: number;
};
const NOTHING: Counted = { statements: 0, roundTrips: 0, states: 0, rows: 0, bytes: 0 };

export const together = (all: readonly Counted[]): Counted =>
  all.reduce(
    (sum, one) => ({
      statements: sum.statements + one.statements,
      roundTrips: sum.roundTrips + one.roundTrips,
      states: sum.states + one.states,
      rows: sum.rows + one.rows,
      bytes: sum.bytes + one.bytes,
    }),
    NOTHING,
  );

const PREFIX = '/orbita/api';
const REQUESTS = 'http.server.request.start';
/** Columns that only the statement with the whole state of an application has together (`api/subscription/state-columns.ts`). */
const isState = (text: string) => text.includes('as other_kinds') && text.includes('as essays_used');

/** Each call of the protocol by its address; those without parts that vary come first. */
const addresses = Object.keys(calls)
  .map((key) => {
    const [method = '', path = ''] = key.split(' ');
    return { key, method, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) };
  })
  .toSorted((a, b) => a.key.split('{').length - b.key.split('{').length);

const keyOf = ({ method, url = '' }: IncomingMessage): string | undefined => {
  const path = url.split('?')[0] ?? '';
  if (!path.startsWith(PREFIX)) return undefined;
  const short = path.slice(PREFIX.length);
  return addresses.find((one) => one.method === method && one.pattern.test(short))?.key;
};

export type Asker = { name: string; counted: Counted };
/** What is told while it is counted: who begins to ask, and what was sent at once. */
type Told = { began?: (name: string) => void; sent?: (name: string, statements: readonly string[]) => void };

/**
 * Counts what the product in this process asks of PostgreSQL, by whoever asked: a call together with what it sets off behind its
 * answer, or the work given to `during`. What nobody of these asked for is not counted.
 */
export function countRoundTrips(told: Told = {}) {
  const asking = new AsyncLocalStorage<Asker>();
  const askers: Asker[] = [];
  const begin = (name: string): Asker => {
    const asker = { name, counted: NOTHING };
    askers.push(asker);
    told.began?.(name);
    return asker;
  };
  const onRequest = (message: unknown) => {
    const name = keyOf((message as { request: IncomingMessage }).request);
    if (name) asking.enterWith(begin(name));
  };
  const onRoundTrip = (message: unknown) => {
    const asker = asking.getStore();
    if (!asker) return;
    const { statements, rows, bytes } = message as RoundTrip;
    told.sent?.(asker.name, statements);
    const states = statements.filter(isState).length;
    asker.counted = together([
      asker.counted,
      { statements: statements.length, roundTrips: 1, states, rows, bytes },
    ]);
  };
  subscribe(REQUESTS, onRequest);
  ROUND_TRIPS.subscribe(onRoundTrip);
  return {
    /** Work that is counted under a name. */
    during: <T>(name: string, work: () => Promise<T>): Promise<T> => asking.run(begin(name), work),
    /** Everybody who asked so far, in their order, and forgets them. */
    taken: (): Asker[] => askers.splice(0),
    stop(): void {
      unsubscribe(REQUESTS, onRequest);
      ROUND_TRIPS.unsubscribe(onRoundTrip);
    },
  };
}
