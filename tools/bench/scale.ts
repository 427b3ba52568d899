import { performance } from 'node:perf_hooks';
import { type Client, type Harness, startHarness } from '@orbita/testing/harness';
import { bodyOf, findCourse } from '@orbita/testing/journey';
import { requestPlace } from '@orbita/testing/requests';
import { seedOffers } from '@orbita/testing/scale/catalogue';
import {
  newPerson,
  refreshStatistics,
  type SeededTenant,
  seededPeople,
  seedScale,
} from '@orbita/testing/scale/seed';
import { sessionOf } from '@orbita/testing/scale/session';
import sql from 'sql-template-tag';
import { inMs, measure, usual } from './rounds.ts';
import type { Figure } from './table.ts';

type CallKey = Parameters<Client['call']>[0];
/** One platform with its tenant, and the requests measured on it. */
type Side = { harness: Harness; tenant: SeededTenant; asks: Map<string, () => Promise<unknown>> };

const OFFERS = 5_000;
const TENANTS = 50;
/** Applications per tenant if there are fewer than a million in total: as many as each of the 50 tenants of a million has. */
const LEAST = 20_000;
/** An almost empty database that still fills its pages, so that responses of both are the same size. */
const FEW = 1_000;

/** A cursor in the middle of a list, reached as an integrating system would reach it. */
async function deepCursor(client: Client, key: CallKey): Promise<string | undefined> {
  let cursor: string | undefined;
  for (let page = 0; page < 60; page++) {
    const query = { pageSize: 100, ...(cursor ? { cursor } : {}) };
    const { nextCursor } = (await client.call(key, { query })).body as { nextCursor?: string | null };
    if (!nextCursor) break;
    cursor = nextCursor;
  }
  return cursor;
}

const LISTS: readonly [CallKey, Record<string, string | number>][] = [
  ['GET /operations/subscriptions', {}],
  ['GET /operations/subscriptions', { state: '6' }],
  ['GET /operations/subscriptions', { state: '5,7', institution: 'CUA01' }],
  ['GET /operations/subscriptions', { institution: 'EPA01' }],
  ['GET /operations/essays', { state: 'finished' }],
  ['GET /operations/documents', { state: 'sent' }],
  ['GET /operations/questionnaires', { state: 'submitted' }],
  ['GET /operations/interviews', { state: 'requested' }],
  ['GET /operations/exam-scores', { state: 'analysing' }],
  ['GET /operations/webhook-deliveries', {}],
  ['GET /operations/documents', { institution: 'CUA01' }],
  ['GET /operations/notifications', {}],
  ['GET /operations/payments', { state: 'pending' }],
  ['GET /operations/cancellations', {}],
  ['GET /operations/audit', {}],
];

async function prepare(subscriptions: number, over: number, report: (text: string) => void): Promise<Side> {
  const harness = await startHarness({ callsPerMinute: 10_000_000 });
  const began = performance.now();
  const tenants = await seedScale(harness.platform, { subscriptions, tenants: over });
  const tenant = tenants[Math.floor(tenants.length / 2)];
  if (!tenant) throw new Error('nothing was seeded');
  report(
    `${subscriptions} applications over ${over} tenants in ${((performance.now() - began) / 1000).toFixed(0)} s`,
  );
  const asks: Side['asks'] = new Map();
  const operations = harness.operationsOf(tenant.alias);
  for (const [key, query] of LISTS) {
    const name = `${key.slice(15)} ${new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)]))}`;
    asks.set(name.trim(), () => operations.call(key, { query }));
  }
  for (const key of ['GET /operations/subscriptions', 'GET /operations/notifications'] as const) {
    const cursor = await deepCursor(operations, key);
    asks.set(`${key.slice(15)} deep cursor`, () => operations.call(key, { query: cursor ? { cursor } : {} }));
  }
  asks.set('queues, counted', () => operations.call('GET /operations/queues', {}));
  for (const queue of ['essays', 'enrolment-documents'] as const) {
    const page = (query: { cursor?: string }) =>
      operations.call('GET /operations/queues/{queue}', {
        params: { queue },
        query: { pageSize: 100, ...query },
      });
    const { nextCursor: cursor } = (await page({})).body;
    asks.set(`queue ${queue}, 100 rows`, () => page({}));
    if (cursor) asks.set(`queue ${queue}, the next 100`, () => page({ cursor }));
  }
  const caller = await harness.platform.db.tenant(tenant.id).one<{ email: string }>(sql`
    select email from person where tenant_id = ${tenant.id} order by id desc limit 1`);
  const said = { email: caller?.email ?? '' };
  asks.set('search by e-mail', () =>
    operations.call('POST /operations/subscriptions/search', { body: said }),
  );
  for (const many of [false, true]) {
    const people = await seededPeople(harness.platform, tenant.id, many, 10);
    const clients = await Promise.all(people.map((person) => sessionOf(harness, tenant, person)));
    let turn = 0;
    asks.set(many ? 'portal of 30' : 'portal of one', () => {
      const at = turn++ % people.length;
      const uuid = people[at]?.uuid ?? '';
      return (clients[at] as Client).call('GET /candidate/users/{uuid}/subscriptions', { params: { uuid } });
    });
  }
  const choice = await findCourse(harness.visitor(`${tenant.alias}.cua.alfa.orbita.test`), {
    ingress: 'online-essay',
  });
  let created = 0;
  asks.set('creation', async () => {
    const client = await sessionOf(harness, tenant, await newPerson(harness.platform, tenant.id, ++created));
    const began = performance.now();
    bodyOf(await requestPlace(client, choice));
    return performance.now() - began;
  });
  return { harness, tenant, asks };
}

/**
 * p50 / p95 of an almost empty and of a full database and the ratio of the two (at most 1.25 for p95), then the offer search;
 * `only` limits this to names containing a text. Needs PostgreSQL.
 */
export async function scale(
  size: number,
  times: number,
  report: (text: string) => void,
  only = '',
): Promise<Figure[]> {
  const sides = [
    await prepare(FEW, 1, report),
    await prepare(size, Math.min(TENANTS, Math.ceil(size / LEAST)), report),
  ] as const;
  try {
    const figures: Figure[] = [];
    for (const name of sides[0].asks.keys()) {
      if (!name.includes(only)) continue;
      const both = sides.map(({ asks }) => asks.get(name) as () => Promise<unknown>);
      const [few = [], many = []] = await measure(both, times);
      const ratio = (p: number) => usual(many, p) / usual(few, p);
      figures.push({
        what: name,
        measured: `${inMs(few)} → ${inMs(many)} ms, ${ratio(0.5).toFixed(2)} / ${ratio(0.95).toFixed(2)}`,
        target: '≤ 1.25',
        reached: ratio(0.95) <= 1.25,
      });
    }
    return 'offers'.includes(only) ? [...figures, ...(await offersSearch(sides[0], times))] : figures;
  } finally {
    for (const { harness } of sides) await harness.stop();
  }
}

/** The search of S-11 across `OFFERS` open offers of one tenant. */
async function offersSearch({ harness, tenant }: Side, times: number): Promise<Figure[]> {
  await seedOffers(harness.platform, tenant.id, OFFERS);
  await refreshStatistics(harness.platform);
  const visitor = harness.visitor(`${tenant.alias}.cua.alfa.orbita.test`);
  const queries: Record<string, string | number>[] = [
    {},
    { q: 'administra' },
    { q: 'gestao pub' },
    { page: 200 },
  ];
  const search = (query: Record<string, string | number>) => ({
    name: `offers ${JSON.stringify(query)}`,
    ask: () => visitor.call('GET /candidate/offers', { query }),
  });
  const searches = [
    ...queries.map(search),
    { name: 'offers/filters', ask: () => visitor.call('GET /candidate/offers/filters') },
    { name: 'institutions', ask: () => visitor.call('GET /candidate/institutions') },
  ];
  const figures: Figure[] = [];
  for (const { name, ask } of searches) {
    const { status } = await ask();
    if (status !== 200) throw new Error(`${name}: ${status}`);
    const [taken = []] = await measure([ask], times);
    figures.push({
      what: `of ${OFFERS} open offers: ${name}`,
      measured: `${inMs(taken)} ms`,
      target: '≤ 100 ms',
      reached: usual(taken, 0.95) <= 100,
    });
  }
  return figures;
}
