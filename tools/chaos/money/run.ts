import { setTimeout as pause } from 'node:timers/promises';
import { STRANGE_SIDES, type StrangeSide } from '@orbita/sandbox/strange';
import sql from 'sql-template-tag';
import type { Platform } from '../../../api/platform/platform.ts';
import { buildPlatform } from '../../../api/start.ts';
import { OPERATIONS_TOKEN } from '../../../testing/harness.ts';
import { PatientCaller } from '../caller.ts';
import { injectWhile } from '../faults.ts';
import { type FaultyLine, startFaultyLine } from '../faulty-line.ts';
import { startPostman } from '../postman.ts';
import { randomOf } from '../random.ts';
import { type ChaosWorld, startWorld } from '../world.ts';
import { differences, doubles, ourBooks, stranded } from './books.ts';
import { makeDebts } from './debts.ts';
import { type Debt, payDebt, played, type Stage, settleAfterwards } from './payer.ts';

/** Concurrent payers. */
const LANES = 12;
/** Shares of calls that fail, one phase after the other. */
const SHARES = [0, 0.1, 0.3, 0.05, 0.5, 0.2];
const PHASE_MS = 2_500;
const PORTS = ['pix', 'slip', 'slip-fetch', 'cielo'];
/** Share of the quirks that a phase switches on. */
const STRANGE_SHARE = 0.3;
/** Charges that the reconciliation job looks up per run. */
const BATCH = 200;
/** The bank executes a refund this long after it was requested. */
const RETURN_MS = 400;
/** Share of the time in which new payments start; the rest is for what the institution does afterwards. */
const BEGIN_SHARE = 0.7;

export type MoneyOptions = {
  seed: number;
  /** Number of debts to pay. */
  debts: number;
  /** Seconds after which no payer starts anything new. */
  seconds: number;
  /** Whole providers go down or become slow for a while as well, which costs half a minute each time. */
  outages: boolean;
};
export type MoneyResult = {
  debts: number;
  unfinished: number;
  /** Payments in our records by method and state. */
  payments: Record<string, number>;
  cents: number;
  returned: number;
  kills: number;
  faults: Record<string, number>;
  notices: Record<string, number>;
  wrong: Record<'differences' | 'doubles' | 'stranded' | 'failed', string[]>;
};

/** Lets providers fail in phases, each with some of their quirks, until the payers are done. */
async function spoil(
  world: ChaosWorld,
  line: FaultyLine,
  random: () => number,
  outages: boolean,
  goesOn: () => boolean,
) {
  const counts: Record<string, number> = { down: 0, slow: 0, strange: 0 };
  const strange = async (on: (side: StrangeSide) => boolean) => {
    for (const side of STRANGE_SIDES) await world.control('PUT', '/strange', { side, on: on(side) });
  };
  for (let n = 0; goesOn(); n += 1) {
    line.fail(SHARES[n % SHARES.length] ?? 0);
    await strange(() => {
      const on = random() < STRANGE_SHARE;
      if (on) counts.strange = (counts.strange ?? 0) + 1;
      return on;
    });
    const port = PORTS[Math.floor(random() * PORTS.length)] ?? 'pix';
    const mode = random() < 0.5 ? 'down' : 'slow';
    const failing = outages && n % 4 === 3;
    if (failing) {
      await world.control('PUT', '/faults', { port, mode });
      counts[mode] = (counts[mode] ?? 0) + 1;
    }
    await pause(PHASE_MS);
    if (failing) await world.control('PUT', '/faults', { port, mode: 'ok' });
  }
  line.fail(0);
  await strange(() => false);
  return counts;
}

/** Runs `work` for all debts, a limited number at a time. */
async function inLanes(debts: readonly Debt[], work: (debt: Debt) => Promise<void>): Promise<void> {
  const left = [...debts];
  const lane = async () => {
    for (let debt = left.shift(); debt; debt = left.shift()) {
      const one = debt;
      await played(one, () => work(one));
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

/** Log message for a charge whose provider did not respond in time, as happens on an overloaded machine. */
const NOT_ANSWERED = 'charge not reconciled';
const MOST_ROUNDS = 3;
const MOST_LOOKS = 60;
const LOOK_MS = 250;

/**
 * One reconciliation: every charge and every refund is looked up once. It starts over if a provider did not answer some
 * look-up, because the state of that charge is then unknown.
 */
async function reconcileOnce(platform: Platform, tenantId: number, unanswered: () => number): Promise<void> {
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const before = unanswered();
    await lookUpAll(platform, tenantId);
    if (unanswered() === before) return;
  }
}

/** Waits until every acquirer that decides later has done so: nobody could know about money it takes after the look-ups. */
async function untilDecided(world: ChaosWorld): Promise<void> {
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    const charges = (await world.control('GET', '/cards')) as { state: string }[];
    if (charges.every(({ state }) => state !== 'processing')) return;
    await pause(LOOK_MS);
  }
  throw new Error('An acquirer never decided');
}

async function lookUpAll(platform: Platform, tenantId: number): Promise<void> {
  const on = platform.db.tenant(tenantId);
  const due = async () => {
    // No process is left that could still hold a lease.
    await on.many(sql`update refund set next_check_at = 'epoch', lease_until = null
      where tenant_id = ${tenantId} and state in ('requested', 'processing') returning id`);
    await on.many(sql`update provider_notice set next_attempt_at = 'epoch'
      where tenant_id = ${tenantId} and handled_at is null returning id`);
  };
  const charges = await on.many(sql`
    update payment set next_check_at = null where tenant_id = ${tenantId} and txid is not null returning id`);
  await due();
  for (let n = 0; n < charges.length; n += BATCH) await platform.jobs.run('reconciliation');
  await pause(RETURN_MS);
  await due();
  await platform.jobs.run('reconciliation');
}

const countBy = <T>(all: readonly T[], nameOf: (one: T) => string): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const one of all) counts[nameOf(one)] = (counts[nameOf(one)] ?? 0) + 1;
  return counts;
};

async function play(
  world: ChaosWorld,
  line: FaultyLine,
  stage: Omit<Stage, 'world' | 'operations'>,
  options: MoneyOptions,
): Promise<MoneyResult> {
  const { seed, outages } = options;
  let unanswered = 0;
  const writeLog = (text: string) => {
    if (text.includes(NOT_ANSWERED)) unanswered += 1;
  };
  const open = async () => buildPlatform(world.config, await world.open(), { clock: world.clock, writeLog });
  let until = Number.POSITIVE_INFINITY;
  const ended = () => performance.now() > until;
  const service = { authorization: `Bearer ${OPERATIONS_TOKEN}`, 'x-tenant-alias': 'alfa' };
  const whole: Stage = {
    world,
    ...stage,
    operations: new PatientCaller(world.urls, 'operations.test', service, ended),
  };
  const before = await open();
  const debts = await makeDebts(world, before, { count: options.debts, random: randomOf(seed), ended });
  await before.db.close();

  const began = performance.now();
  until = began + options.seconds * 1000;
  let playing = true;
  const spoiling = spoil(world, line, randomOf(seed + 1), outages, () => playing);
  const striking = injectWhile(world, () => playing, randomOf(seed + 2));
  const begun: Debt[] = [];
  await inLanes(debts, async (debt) => {
    if (performance.now() > began + options.seconds * 1000 * BEGIN_SHARE) return;
    begun.push(debt);
    await payDebt(whole, debt);
  });
  await inLanes(begun, (debt) => settleAfterwards(whole, debt));
  playing = false;
  const [modes, struck] = await Promise.all([spoiling, striking]);
  for (const node of world.nodes)
    if (node.diedByItself) throw new Error(`${node.name} ended by itself:\n${node.output}`);
  await world.stopNodes();
  await stage.postman.stop();

  const after = await open();
  try {
    const tenantId = debts[0]?.who.tenantId ?? 0;
    await untilDecided(world);
    await reconcileOnce(after, tenantId, () => unanswered);
    const ours = await ourBooks(
      after.db,
      tenantId,
      debts.map(({ who }) => who.id),
    );
    const theirs = world.providers();
    return {
      debts: begun.length,
      unfinished: debts.length - begun.length,
      payments: countBy(ours.payments, ({ method, state }) => `${method} ${state}`),
      cents: ours.payments.flatMap(({ receipts }) => receipts).reduce((all, one) => all + one, 0),
      returned: ours.payments.reduce((all, one) => all + one.returned + one.outside, 0),
      kills: struck.filter(({ kind }) => kind === 'killed').length,
      faults: { ...line.counts, ...modes },
      notices: { ...stage.postman.counts },
      wrong: {
        differences: differences(ours, theirs),
        doubles: doubles(ours, theirs),
        stranded: stranded(ours),
        failed: [
          ...debts.flatMap(({ who, scenario, failed }) =>
            failed ? [`application ${who.id} (${scenario.kind}): ${failed}`] : [],
          ),
          ...stage.postman.failures,
        ],
      },
    };
  } finally {
    await after.db.close();
  }
}

/**
 * Has many debts paid in every way while providers fail at random, notifications arrive zero to five times in any order and
 * every process is killed; after one reconciliation compares our records with those of the providers. PostgreSQL only.
 */
export async function runMoney(options: MoneyOptions): Promise<MoneyResult> {
  let line: FaultyLine | undefined;
  let urls: readonly string[] = [];
  const postman = await startPostman(() => urls, randomOf(options.seed + 3));
  const world = await startWorld('postgres', {
    notices: postman.url,
    slipIssueMs: 300,
    slowMs: 9_000,
    providers: async (url) => {
      line = await startFaultyLine(url, randomOf(options.seed + 4));
      return line.url;
    },
  });
  urls = world.urls;
  try {
    if (!line) throw new Error('The providers are not reached by the line');
    return await play(world, line, { postman }, options);
  } finally {
    await postman.stop();
    await world.stop();
    await line?.stop();
  }
}
