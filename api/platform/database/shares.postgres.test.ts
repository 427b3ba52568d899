import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../testing/harness.ts';
import { asOneCall } from './one-call.ts';
import { DatabaseUnavailable } from './outage.ts';
import { openPostgres } from './postgres.ts';
import type { Database } from './types.ts';

let harness: Harness;
let db: Database;
beforeAll(async () => {
  harness = await startHarness();
  db = openPostgres({ url: harness.platform.db.url ?? '', pool: 4 });
});
afterAll(async () => {
  await db.close();
  await harness.stop();
});

it('S47: a caller gets a turn at once while another tenant waits for more than all connections', async () => {
  const [one = 0, other = 0] = await harness.platform.db.tenantIds();
  const done: string[] = [];
  const ask = (tenant: number, name: string) =>
    db
      .tenant(tenant)
      .one(sql`select pg_sleep(0.02)`)
      .then(() => void done.push(name));
  // Both are active, so neither may hold more than half.
  await Promise.all([ask(one, 'warm'), ask(other, 'warm')]);
  const storm = Array.from({ length: 40 }, () => ask(one, 'storm'));
  expect([db.load?.().waiting, db.wait?.(other)]).toEqual([38, 0]);
  await ask(other, 'other');
  expect(done.indexOf('other')).toBeLessThan(8);
  await Promise.all(storm);
  expect(db.load?.().waiting).toBe(0);
});

it('with too many calls at once, those that have begun are finished before others begin', async () => {
  const [one = 0, other = 0] = await harness.platform.db.tenantIds();
  const state = { underWay: 0, most: 0, done: 0 };
  const calls = Array.from({ length: 60 }, (_, n) =>
    asOneCall('inside', async () => {
      const ask = () => db.tenant(n % 2 ? one : other).one(sql`select pg_sleep(0.002)`);
      await ask();
      state.underWay += 1;
      state.most = Math.max(state.most, state.underWay);
      for (let times = 0; times < 5; times++) await ask();
      state.underWay -= 1;
      state.done += 1;
    }),
  );
  await Promise.all(calls);
  expect(state.done).toBe(60);
  // One per connection, plus those that started while another was between two of its statements.
  expect(state.most).toBeLessThanOrEqual(8);
});

it('a call without a connection fails with BUSY while others are served, and with an outage if there is no database', async () => {
  const [one = 0] = await harness.platform.db.tenantIds();
  const url = harness.platform.db.url ?? '';
  const small = openPostgres({ url, pool: 1, patience: { connect: 100, answer: 5_000 } });
  await small.tenant(one).one(sql`select 1`);
  const holder = small.tenant(one).one(sql`select pg_sleep(2)`);
  const late = asOneCall('newcomer', () => small.tenant(one).one(sql`select 1`));
  await expect(late).rejects.toMatchObject({ code: 'BUSY', status: 503, retryAfter: expect.any(Number) });
  await holder;
  await small.close();
  const none = openPostgres({
    url: 'postgres://nobody@127.0.0.1:1/none',
    pool: 1,
    patience: { connect: 200, answer: 200 },
  });
  const call = () => asOneCall('inside', () => none.tenant(one).one(sql`select 1`));
  for (const failed of await Promise.allSettled([call(), call(), call()]))
    expect(failed).toMatchObject({ reason: expect.any(DatabaseUnavailable) });
  await none.close();
});
