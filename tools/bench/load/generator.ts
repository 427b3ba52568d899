import { type BareLane, workBare } from './bare-work.ts';
import { type Call, Connection } from './connection.ts';
import { KINDS, type Kind, type Side } from './kinds.ts';
import { drive } from './lanes.ts';
import { callsOf, type Lane, openLane, PRODUCT, type Session, type Supply } from './product.ts';
import type { Slice } from './statistics.ts';

/**
 * Opens a lane for each session of `lanes`; the product distributes them over its processes, and those of the bare servers are
 * assigned to their addresses in turn. Then does every kind of work once, with the people of `more`, to learn its calls.
 */
type Prepare = {
  task: 'prepare';
  productUrl: string;
  bareUrls: readonly string[];
  lanes: readonly Session[];
  more: readonly Session[];
  firstPerson: number;
};
/** One slice of load of `ms` milliseconds; `sessions` are added to those that earlier slices left over. */
type Run = { task: 'run'; kind: Kind; side: Side; ms: number; sessions: readonly Session[] };
export type Order = Prepare | Run;
export type Report = { failed: string } | { calls: Record<Kind, number> } | { slice: Slice; spare: number };

let lanes: Lane[] = [];
let bareLanes: BareLane[] = [];
let calls: Partial<Record<Kind, Call[]>> = {};
const supply: Supply = { sessions: [], nextPerson: 0 };

async function prepare(order: Prepare): Promise<Report> {
  supply.nextPerson = order.firstPerson;
  supply.sessions = [...order.more];
  for (const { connection } of [...lanes, ...bareLanes]) connection.close();
  lanes = [];
  for (const session of order.lanes)
    lanes.push(await openLane(order.productUrl, session, supply.nextPerson++));
  bareLanes = lanes.map(({ subscriptionId }, n) => ({
    connection: new Connection(),
    url: order.bareUrls[n % order.bareUrls.length] as string,
    subscriptionId,
    draftId: n + 1,
  }));
  const [first] = lanes;
  if (!first) throw new Error('No lane was asked for');
  calls = {};
  for (const kind of KINDS) calls[kind] = await callsOf(kind, first, supply);
  supply.sessions = [];
  const counts = KINDS.map((kind) => [kind, calls[kind]?.length ?? 0]);
  return { calls: Object.fromEntries(counts) as Record<Kind, number> };
}

async function run({ kind, side, ms, sessions }: Run): Promise<Report> {
  if (side === 'bare') {
    const sequence = calls[kind] ?? [];
    const work = async (n: number) => {
      await workBare(sequence, bareLanes[n] as BareLane);
      return true;
    };
    return { slice: await drive(bareLanes.length, ms, work), spare: supply.sessions.length };
  }
  supply.sessions.push(...sessions);
  const slice = await drive(lanes.length, ms, (n) => PRODUCT[kind](lanes[n] as Lane, supply));
  return { slice, spare: supply.sessions.length };
}

/** The load generator: a separate process that executes one order after the other and reports its measurements. */
process.on('message', (order: Order) => {
  const work = order.task === 'prepare' ? prepare(order) : run(order);
  work
    .catch((error: Error): Report => ({ failed: `${order.task}: ${error.stack}` }))
    .then((report) => process.send?.(report));
});
process.once('disconnect', () => process.exit());
