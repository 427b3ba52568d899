import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { House } from '../../platform/house.ts';
import { jobRuns, keepJobRun } from '../../platform/job-runs.ts';
import { createJobs } from '../../platform/jobs.ts';
import { alfa, applicant } from '../../testing/applicant.ts';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { inventedPerson } from '../../testing/people.ts';
import { deepHealth } from './deep-health.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.stop());

const get = (path: string, authorization?: string) =>
  harness.visitor('probe.test').send('GET', path, { headers: authorization ? { authorization } : {} });
const ranJustNow = async () => {
  for (const name of harness.house.jobs.names())
    await keepJobRun(harness.house, { name, everyMs: 60_000, began: harness.house.clock.wall(), handled: 0 });
};
const broken = (house: House): House => ({
  ...house,
  db: {
    ...house.db,
    global: { one: () => Promise.reject(new Error('away')), many: () => Promise.reject(new Error('away')) },
    tenantIds: () => Promise.reject(new Error('away')),
  },
});

describe('R17: alive, ready, well', () => {
  it('a process says that it lives and that it is ready, on any host', async () => {
    expect(await get('/health/live')).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(await get('/health/ready')).toMatchObject({ status: 200, body: { status: 'ok' } });
  });

  it('without a worker nothing is well; with one it is', async () => {
    const before = await deepHealth(harness.house);
    expect(before.status).toBe('degraded');
    expect(before.jobs.outbox).toEqual({ status: 'degraded', endedAt: null });
    await ranJustNow();
    const after = await deepHealth(harness.house);
    expect(after).toMatchObject({ status: 'ok', database: { status: 'ok' }, disk: { status: 'ok' } });
    expect(Object.keys(after.jobs).sort()).toEqual([...harness.house.jobs.names()].sort());
    expect(Object.keys(after.queues).sort()).toEqual(['messages', 'notices', 'scans', 'webhooks']);
    expect((await get('/health/deep')).body).toMatchObject({ status: 'ok' });
  });

  it('what a worker runs by itself is kept, failures too', async () => {
    const ran: string[] = [];
    const jobs = createJobs(
      () => harness.house,
      [
        { name: 'good', everyMs: 20, run: async () => ran.push('good') },
        { name: 'bad', everyMs: 20, run: () => Promise.reject(new Error('no')) },
      ],
    );
    jobs.start();
    await expect
      .poll(
        async () =>
          (await jobRuns(harness.house)).filter(({ name }) => ['good', 'bad'].includes(name)).length,
      )
      .toBe(2);
    await jobs.stop();
    const [bad, good] = (await jobRuns(harness.house)).filter(({ name }) => ['good', 'bad'].includes(name));
    expect(good).toMatchObject({ every_ms: 20, failed_at: null });
    expect(bad?.failed_at).toEqual(bad?.ended_at);
  });

  it('a message that nobody sends is told of after a quarter of an hour', async () => {
    await ranJustNow();
    await applicant(harness, inventedPerson(1));
    const tenantId = await alfa(harness);
    const { clock, house } = harness;
    const began = clock.now().getTime();
    const due = await house.db.tenant(tenantId).many(sql`
      update notification set state = 'pending', sent_at = null, next_attempt_at = ${clock.now()}
      where tenant_id = ${tenantId} returning id`);
    expect(due.length).toBeGreaterThan(0);
    clock.set(new Date(began + 900_000));
    expect((await deepHealth(house)).queues.messages).toMatchObject({ status: 'ok', oldestSeconds: 900 });
    clock.set(new Date(began + 901_000));
    const late = await deepHealth(house);
    expect(late.queues.messages).toMatchObject({ status: 'degraded', oldestSeconds: 901 });
    expect(late.status).toBe('degraded');
    clock.set(new Date(began));
  });

  it('a database that is away makes it down, and is the one thing that is', async () => {
    const told = await deepHealth(broken(harness.house));
    expect(told).toMatchObject({ status: 'down', database: { status: 'down' }, disk: { status: 'ok' } });
  });

  it('outside of development the whole state is told to holders of the key alone', async () => {
    const { config } = harness.house;
    const given = { development: config.development, metricsKey: config.metricsKey };
    try {
      Object.assign(config, { development: false, metricsKey: undefined });
      expect((await get('/health/deep', 'Bearer undefined')).status).toBe(404);
      Object.assign(config, { metricsKey: 'key-of-the-monitor' });
      for (const path of ['/health/deep', '/metrics']) {
        expect((await get(path)).status, path).toBe(404);
        expect((await get(path, 'Bearer key-of-the-monitoR')).status, path).toBe(404);
        expect((await get(path, 'Bearer key-of-the-monitor')).status, path).toBe(200);
      }
      expect((await get('/health/live')).status).toBe(200);
    } finally {
      Object.assign(config, given);
    }
  });
});
