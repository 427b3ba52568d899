import { type CallKey, callOf, calls } from '@orbita/protocol';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { candidateCalls } from '../../../testing/candidate-calls.ts';
import { play } from '../../../testing/engine/play.ts';
import { SCENARIOS } from '../../../testing/engine/scenarios.ts';
import { Engine } from '../../../testing/engine/walker.ts';
import { fullPerson } from '../../../testing/full-person.ts';
import { type Harness, startHarness } from '../../../testing/harness.ts';
import { exampleOf, make } from '../../../testing/misuse.ts';
import { operationsCalls } from '../../../testing/operations-calls.ts';
import { inventedPerson } from '../../../testing/people.ts';
import { type Reading, readings } from '../../../testing/scale/plans.ts';
import { fillTenant, refreshStatistics } from '../../../testing/scale/seed.ts';
import { type Touch, watchTouches } from '../../../testing/scale/touched.ts';

/** Other applications in the tenant: half of the share of one of fifty tenants with a million in total. */
const OTHERS = 10_000;
/** One application has far fewer rows of any table; a tenant has far more. */
const MOST = 150;

/**
 * Lists and queues count to a thousand (`explain.postgres.test.ts`), the catalogue is read and written completely, also for one
 * value of it, figures are of whole intakes, and a deadline may be everybody's of an offer.
 */
const FAR: readonly CallKey[] = [
  'GET /operations/queues',
  'GET /operations/subscriptions/{id}/deadlines',
  'PUT /operations/classes/{code}/capacity',
  'POST /operations/offers/{code}/deadline',
];
const reachesFar = (key: CallKey) =>
  FAR.includes(key) ||
  'cursor' in (callOf(key).query?.shape ?? {}) ||
  /\/operations\/(catalogue|reports)\//.test(key);

let harness: Harness;
let engine: Engine;
let alfa: number;
beforeAll(async () => {
  harness = await startHarness({ places: 100_000, callsPerMinute: 1_000_000 });
  engine = await Engine.on(harness);
  const tenant = await harness.platform.db.global.one<{ id: number }>(
    sql`select id from tenant where alias = 'alfa'`,
  );
  alfa = tenant?.id ?? 0;
  for (const id of [engine.tenantId, alfa]) await fillTenant(harness.platform, id, OTHERS);
  await refreshStatistics(harness.platform);
}, 120_000);
afterAll(() => harness.stop());

/**
 * Tables of which too many rows were read during `work`: by transactions with their triggers, and by single
 * statements.
 */
async function tooWide(tenantId: number, work: (says: (doing: string) => void) => Promise<void>) {
  let doing = '';
  let touched: readonly Touch[] = [];
  const read: Reading[] = await readings(harness.platform, tenantId, async () => {
    const watch = watchTouches(harness.platform, tenantId, () => doing, MOST);
    await work((now) => {
      doing = now;
    });
    touched = [...watch];
  });
  expect(read.length).toBeGreaterThan(100);
  return [
    ...touched.map(({ rows, table, doing }) => `${rows} rows of ${table}: ${doing}`),
    ...read
      .filter(({ looked = 0 }) => looked > MOST)
      .map(({ looked, indexes, text }) => `${looked} rows by ${indexes}: ${text}`),
    // Also where this person had no row that would have let it begin.
    ...read
      .filter(({ unreached }) => unreached.length > 0)
      .map(({ unreached, text }) => `all of ${unreached} would be read: ${text}`),
  ];
}

describe('work on one application reads its own rows only, however many other applications exist', () => {
  it('in every row of the transition table', async () => {
    // One way to reach each row; where days pass, jobs read everybody's applications.
    const ways = new Map(
      SCENARIOS.filter(({ letters: [letter = 'G'], steps }) =>
        steps(letter).every((step) => typeof step === 'string'),
      ).map((scenario) => [`${scenario.row} ${scenario.event} ${scenario.head}`, scenario]),
    );
    const found = await tooWide(engine.tenantId, async (says) => {
      for (const { row, event, letters, ...scenario } of ways.values()) {
        says(`${row} ${event}`);
        await play(engine, scenario, letters[0] ?? 'G');
      }
    });
    expect(found).toEqual([]);
  }, 240_000);

  it('in every call', async () => {
    const found = await tooWide(alfa, async (says) => {
      says('signing up and everything before the payment');
      const whole = await fullPerson(harness, inventedPerson(1));
      const operations = harness.operationsOf('alfa');
      const ask = async (key: CallKey) => {
        const example = candidateCalls[key] ?? operationsCalls[key];
        if (!example) return;
        says(key);
        const client = callOf(key).auth === 'service' ? operations : whole.client;
        await make(client, key, exampleOf(example, whole));
      };
      const all = (Object.keys(calls) as CallKey[]).filter((key) => !reachesFar(key));
      for (const key of all.filter((key) => key.startsWith('GET'))) await ask(key);
      for (const key of all.filter((key) => !key.startsWith('GET'))) await ask(key);
    });
    expect(found).toEqual([]);
  }, 240_000);
});
