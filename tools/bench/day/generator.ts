import { constants, setPriority } from 'node:os';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { apply } from '@orbita/testing/journey';
import { startEssay } from '@orbita/testing/requests';
import { randomOf } from '../../chaos/random.ts';
import { LaneClient } from '../load/lane-client.ts';
import type { Session } from '../load/product.ts';
import { type Acknowledged, type Notebook, type Try, visit, type Writer, write } from './person.ts';
import { arrivalsOf, type Stream } from './plan.ts';
import { createWire } from './wire.ts';

type TenantAt = { alias: string; host: string };
/**
 * `known`: numbers of invented people who have an account, by tenant; the other visitors get numbers from `firstNew` on.
 * `writers` write from the start of the first stream to the end of the last, with one save and one read every `everyMs`.
 */
export type DayOrder = {
  nodes: readonly string[];
  tenants: readonly TenantAt[];
  streams: readonly Stream[];
  seed: number;
  firstNew: number;
  known: readonly number[][];
  writers: readonly { tenant: number; session: Session }[];
  everyMs: number;
};
/** Result of a day; times are milliseconds from its start. `late`: the most that the generator itself lagged behind. */
export type DayReport = {
  tries: Try[];
  acknowledged: Acknowledged[];
  saved: { tenant: string; essayId: number; revision: number }[];
  late: number;
  /** People who were still waiting for a response one minute after the last arrival. */
  unfinished: number;
};

const MOST_TAIL_MS = 60_000;
/** No two people share an address, because rate limits count by address. */
const address = (n: number) => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;

async function run(order: DayOrder, ready: () => void): Promise<DayReport> {
  const random = randomOf(order.seed + 1);
  const wire = createWire(order.nodes);
  let people = 0;
  const clientOf = ({ host }: TenantAt) => {
    const client = new LaneClient(wire, '', host);
    client.headers = { 'x-forwarded-for': address(++people) };
    return client;
  };
  const writers: Writer[] = [];
  for (const { tenant, session } of order.writers) {
    const at = order.tenants[tenant] as TenantAt;
    const client = clientOf(at);
    client.token = session.token;
    for (const [name, value] of session.cookies) client.cookies.set(name, value);
    const { id } = await apply(client);
    const { body } = await startEssay(client, id);
    writers.push({ client, alias: at.alias, subscriptionId: id, essayId: body.id, revision: body.revision });
  }

  const arrivals = arrivalsOf(order.streams, order.seed);
  const end = Math.max(...order.streams.map(({ from, ms }) => from + ms));
  const phaseAt = (ms: number) =>
    order.streams.find(({ from, ms: lasts }) => ms >= from && ms < from + lasts)?.phase ?? 'after';
  const tries: Try[] = [];
  const acknowledged: Acknowledged[] = [];
  ready();
  const began = performance.now();
  const book: Notebook = {
    random,
    acknowledge: (one) => void acknowledged.push(one),
    note: (one) => void tries.push({ ...one, at: one.at - began, done: one.done - began }),
  };
  const writing = writers.map(async (writer, n) => {
    for (let at = (n / writers.length) * order.everyMs; at < end; at += order.everyMs) {
      await pause(Math.max(0, began + at - performance.now()));
      await write(book, writer, phaseAt(at), began + at);
    }
  });
  const knownLeft = order.known.map((numbers) => [...numbers]);
  let next = order.firstNew;
  let late = 0;
  const coming: Promise<void>[] = [];
  for (const { phase, at, tenant } of arrivals) {
    const early = began + at - performance.now();
    if (early > 1) await pause(early);
    late = Math.max(late, performance.now() - began - at);
    const where = order.tenants[tenant] as TenantAt;
    const old = random() < 0.5 ? knownLeft[tenant]?.pop() : undefined;
    const who = { n: old ?? next++, known: old !== undefined };
    coming.push(
      visit(book, { client: clientOf(where), alias: where.alias, phase, planned: began + at, ...who }),
    );
  }
  let unfinished = arrivals.length + writers.length;
  const counted = [...coming, ...writing].map(async (one) => {
    await one;
    unfinished -= 1;
  });
  await pause(Math.max(0, began + end - performance.now()));
  await Promise.race([Promise.all(counted), pause(MOST_TAIL_MS)]);
  const saved = writers.map(({ alias, essayId, revision }) => ({ tenant: alias, essayId, revision }));
  return { tries: [...tries], acknowledged: [...acknowledged], saved, late, unfinished };
}

try {
  // People's phones are machines of their own: what is measured must not wait for what it measures.
  setPriority(constants.priority.PRIORITY_HIGHEST);
} catch {
  // Only an administrator may; the report says how late the generator was.
}
process.on('message', (order: DayOrder) => {
  run(order, () => process.send?.('begun'))
    .then((report) => process.send?.(report))
    .catch((error: Error) => {
      console.error(error);
      process.exit(1);
    });
});
process.once('disconnect', () => process.exit());
