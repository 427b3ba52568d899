import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { ROUND_TRIPS, type RoundTrip } from '../api/platform/database/round-trips.ts';
import { calls } from '../protocol/index.ts';

/** What one call or job requested from PostgreSQL, or many of the same name together. */
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
/**
 * Columns that occur together only in the statement for the whole state of an application
 * (`api/subscription/state-columns.ts`).
 */
const isState = (text: string) => text.includes('as other_kinds') && text.includes('as essays_used');

/** Calls of the protocol by address; those without variable parts come first. */
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
/** Callbacks while counting: who starts to query, and what was sent at once. */
type Told = { began?: (name: string) => void; sent?: (name: string, statements: readonly string[]) => void };

/**
 * Counts what the product in this process requests from PostgreSQL, by caller: a call together with what it triggers after its
 * answer, or the work given to `during`. Anything else is not counted.
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
    /** Runs work that is counted under a name. */
    during: <T>(name: string, work: () => Promise<T>): Promise<T> => asking.run(begin(name), work),
    /** Returns all callers so far, in order, and forgets them. */
    taken: (): Asker[] => askers.splice(0),
    stop(): void {
      unsubscribe(REQUESTS, onRequest);
      ROUND_TRIPS.unsubscribe(onRoundTrip);
    },
  };
}
