import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { alfa } from '../../testing/applicant.ts';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { inventedPerson } from '../../testing/people.ts';
import { personAt } from '../../testing/person-at.ts';
import type { FoundWork } from '../platform/database/tenants-due.ts';
import { jobRuns, keepJobRun } from '../platform/job-runs.ts';
import { createJobs } from '../platform/jobs.ts';
import { createMetrics } from '../platform/metrics.ts';
import type { Platform } from '../platform/platform.ts';
import { circuitChanged, measured } from '../platform/provider-measures.ts';
import { deepHealth } from './deep-health.ts';
import type { Part } from './judge.ts';
import { measureInstallation } from './measures.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.stop());

const get = (path: string, authorization?: string) =>
  harness.visitor('probe.test').send('GET', path, { headers: authorization ? { authorization } : {} });
const ranJustNow = async () => {
  for (const name of harness.platform.jobs.names())
    await keepJobRun(harness.platform, {
      name,
      everyMs: 60_000,
      began: harness.platform.clock.wall(),
      handled: 0,
    });
};
const broken = (platform: Platform): Platform => ({
  ...platform,
  db: {
    ...platform.db,
    global: { one: () => Promise.reject(new Error('away')), many: () => Promise.reject(new Error('away')) },
    tenantIds: () => Promise.reject(new Error('away')),
  },
});

describe('R17: liveness, readiness and health', () => {
  it('a process reports that it is alive and ready, on any host', async () => {
    expect(await get('/health/live')).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(await get('/health/ready')).toMatchObject({ status: 200, body: { status: 'ok' } });
  });

  it('a new installation is healthy until a job is overdue, degraded without a worker, and healthy with one', async () => {
    const { platform } = harness;
    /** Health when the process that is asked has been running for so many milliseconds. */
    const after = (ms: number) =>
      deepHealth({ ...platform, clock: { ...platform.clock, wall: () => platform.startedAt + ms } });
    const late = ({ jobs }: Awaited<ReturnType<typeof deepHealth>>) =>
      Object.keys(jobs).filter((name) => jobs[name]?.status !== 'ok');
    const fresh = await deepHealth(platform);
    expect([fresh.status, late(fresh)]).toEqual(['ok', []]);
    expect(fresh.jobs.outbox).toEqual({ status: 'ok', endedAt: null });
    expect((await after(120_000)).status).toBe('ok');
    const without = await after(120_001);
    expect(without.status).toBe('degraded');
    expect(without.jobs).toMatchObject({
      outbox: { status: 'degraded', endedAt: null },
      'idempotency-clean-up': { status: 'ok', endedAt: null },
    });
    const HOUR = 3_600_000;
    expect(late(await after(3 * HOUR))).not.toContain('idempotency-clean-up');
    expect(late(await after(3 * HOUR + 1))).toContain('idempotency-clean-up');
    expect(late(await after(18 * HOUR))).not.toContain('storage-sweep');
    expect(late(await after(18 * HOUR + 1)).toSorted()).toEqual(platform.jobs.names().toSorted());
    await ranJustNow();
    const worked = await deepHealth(harness.platform);
    expect(worked).toMatchObject({ status: 'ok', database: { status: 'ok' }, disk: { status: 'ok' } });
    expect(Object.keys(worked.jobs).sort()).toEqual([...harness.platform.jobs.names()].sort());
    expect(Object.keys(worked.queues).sort()).toEqual(['copies', 'messages', 'notices', 'scans', 'webhooks']);
    expect((await get('/health/deep')).body).toMatchObject({ status: 'ok' });
  });

  it('records the runs a worker starts by itself, including failures', async () => {
    const ran: string[] = [];
    const jobs = createJobs(
      () => harness.platform,
      [
        { name: 'good', everyMs: 20, run: async () => ran.push('good') },
        { name: 'bad', everyMs: 20, run: () => Promise.reject(new Error('no')) },
      ],
    );
    jobs.start();
    await expect
      .poll(
        async () =>
          (await jobRuns(harness.platform)).filter(({ name }) => ['good', 'bad'].includes(name)).length,
      )
      .toBe(2);
    await jobs.stop();
    const [bad, good] = (await jobRuns(harness.platform)).filter(({ name }) =>
      ['good', 'bad'].includes(name),
    );
    expect(good).toMatchObject({ every_ms: 20, failed_at: null });
    expect(bad?.failed_at).toEqual(bad?.ended_at);
  });

  it('runs soon after its start what no node has run for its interval, as where nodes live shorter', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const ran: string[] = [];
    const HOUR = 3_600_000;
    const hourly = ['never', 'late', 'recent'].map((name) => ({
      ...{ name, everyMs: HOUR },
      run: async () => ran.push(name),
    }));
    const wall = harness.platform.clock.wall();
    for (const [name, ago] of [
      ['late', HOUR],
      ['recent', HOUR - 60_000],
    ] as const)
      await harness.platform.db.global.one(sql`
        insert into job_run (name, every_ms, ended_at, took_ms, handled)
        values (${name}, ${HOUR}, ${new Date(wall - ago)}, 1, 0) returning name`);
    const jobs = createJobs(() => harness.platform, hourly);
    jobs.start();
    await expect
      .poll(async () => (await jobRuns(harness.platform)).some(({ name }) => name === 'never'))
      .toBe(true);
    await expect.poll(() => ran.toSorted()).toEqual(['late', 'never']);
    await jobs.stop();
    vi.restoreAllMocks();
    expect(ran).not.toContain('recent');
  });

  it('reports a message that has not been sent after a quarter of an hour', async () => {
    await ranJustNow();
    await personAt(harness, 'approved', { person: inventedPerson(1) });
    const tenantId = await alfa(harness);
    const { clock, platform } = harness;
    const began = clock.now().getTime();
    const due = await platform.db.tenant(tenantId).many(sql`
      update notification set state = 'pending', sent_at = null, next_attempt_at = ${clock.now()}
      where tenant_id = ${tenantId} returning id`);
    expect(due.length).toBeGreaterThan(0);
    clock.set(new Date(began + 900_000));
    expect((await deepHealth(platform)).queues.messages).toMatchObject({ status: 'ok', oldestSeconds: 900 });
    clock.set(new Date(began + 901_000));
    const late = await deepHealth(platform);
    expect(late.queues.messages).toMatchObject({ status: 'degraded', oldestSeconds: 901 });
    expect(late.status).toBe('degraded');
    clock.set(new Date(began));
  });

  describe('only what serves nobody makes the installation down', () => {
    const away = () => Promise.reject(new Error('away'));
    /** The product with one kind of work of its tenants that cannot be found. */
    const without = (platform: Platform, kind: FoundWork): Platform => ({
      ...platform,
      db: {
        ...platform.db,
        tenantsDue: (found, when) => (found === kind ? away() : platform.db.tenantsDue(found, when)),
      },
    });
    const withState = (platform: Platform, state: () => Promise<never>): Platform => ({
      ...platform,
      files: Object.assign(Object.create(platform.files), { state }),
    });
    beforeAll(ranJustNow);

    it('nothing is wrong before', async () => {
      expect((await deepHealth(harness.platform)).status).toBe('ok');
    });

    it('an outage of the database does', async () => {
      const answer = await deepHealth(broken(harness.platform));
      expect(answer).toMatchObject({ status: 'down', database: { status: 'down' }, disk: { status: 'ok' } });
    });

    it('a disk of the files that does not answer does', async () => {
      const answer = await deepHealth(withState(harness.platform, away));
      expect(answer).toMatchObject({ status: 'down', database: { status: 'ok' }, disk: { status: 'down' } });
    });

    const degraded = { status: 'degraded' };
    it.each<[string, (platform: Platform) => Platform, object]>([
      [
        'a bucket',
        (platform) => ({
          ...withState(platform, away),
          config: { ...platform.config, bucket: {} as Platform['config']['bucket'] },
        }),
        { disk: { ...degraded, bucket: true } },
      ],
      [
        'a process of the node',
        (platform) => ({ ...platform, siblings: { ...platform.siblings, of: 2 } }),
        { processes: { ...degraded, serving: 1, of: 2 } },
      ],
      [
        'the scanner',
        (platform) => ({
          ...platform,
          ports: { ...platform.ports, scan: { ...platform.ports.scan, limit: away } },
        }),
        { scanner: degraded },
      ],
      [
        'the folder of the backups',
        (platform) => ({
          ...platform,
          config: { ...platform.config, backups: { dir: '/nowhere/at/all', days: 30 } },
        }),
        { backups: degraded },
      ],
      [
        'the academic catalogues',
        (platform) => without(platform, 'academic-readings'),
        { academicCatalogues: degraded },
      ],
      ['the list of erasures', (platform) => without(platform, 'erasure-list'), { erasures: degraded }],
      ['the queues', (platform) => without(platform, 'queues'), { queues: { messages: degraded } }],
      [
        'the runs of the jobs',
        (platform) => ({
          ...platform,
          db: { ...platform.db, global: { ...platform.db.global, many: away } },
        }),
        { jobs: { outbox: degraded } },
      ],
    ])(
      '%s that cannot be checked is degraded, and everything else is not',
      async (_what, change, expected) => {
        const { status, build: _build, now: _now, ...parts } = await deepHealth(change(harness.platform));
        expect([status, parts]).toMatchObject(['degraded', expected]);
        const { queues, jobs, ...others } = parts;
        const named = [others, queues, jobs]
          .flatMap((of) => Object.entries<Part>(of))
          .filter(([, one]) => one.status !== 'ok');
        const [part = ''] = Object.keys(expected);
        const all: Record<string, object> = { queues, jobs };
        expect(named.map(([name]) => name).sort()).toEqual(Object.keys(all[part] ?? expected).sort());
      },
    );
  });

  it('outside development, deep health requires the key', async () => {
    const { config } = harness.platform;
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

describe('metrics, alerts and dashboards', () => {
  const file = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8');
  type Rule = { alert: string; expr: string; annotations: { runbook: string } };
  const rules: Rule[] = parse(file('deploy/observability/alerts.yml')).groups.flatMap(
    ({ rules: of }: { rules: Rule[] }) => of,
  );
  const { panels } = JSON.parse(file('deploy/observability/dashboard.json')) as {
    panels: { title: string; targets: { expr: string }[] }[];
  };
  const answer = async () => String((await get('/metrics')).body);
  const measureOf = (text: string, name: string, label: string): number | undefined => {
    const line = text.split('\n').find((one) => one.startsWith(`${name}{`) && one.includes(label));
    return line === undefined ? undefined : Number(line.split(' ').at(-1));
  };

  it('every metric named by an alert or a panel is exported', async () => {
    const known = new Set([...(await answer()).matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name));
    const expressions = [
      ...rules.map(({ expr }) => expr),
      ...panels.flatMap(({ targets }) => targets).map(({ expr }) => expr),
    ];
    const named = expressions.flatMap((expr) => expr.match(/\b(?:orbita|nodejs|process)_\w+/g) ?? []);
    expect(named.length).toBeGreaterThan(30);
    const unknown = named.filter(
      (name) => !known.has(name) && !known.has(name.replace(/_(?:bucket|sum|count)$/, '')),
    );
    expect(unknown).toEqual([]);
    for (const expr of expressions) expect(expr, 'names a measure').toMatch(/\b(?:orbita|nodejs|process)_/);
  });

  it('every alert and panel looks at each cell by itself, so that one that works hides none that does not', () => {
    const expressions = [...rules, ...panels.flatMap(({ targets }) => targets)].map(({ expr }) => expr);
    const over = expressions.flatMap(
      (expr) => expr.match(/\b(?:sum|max|min|avg|count|group)\b.{0,11}/g) ?? [],
    );
    expect(over.length).toBeGreaterThan(expressions.length);
    expect(over.filter((one) => !/^\w+ by \(cell[,)]/.test(one))).toEqual([]);
  });

  it('a job that never ran is late, too: it counts from the start of the node that knows it', async () => {
    const { platform } = harness;
    const metrics = createMetrics();
    const jobs = { ...platform.jobs, names: () => ['never-run'], everyMs: () => 60_000 };
    measureInstallation({ ...platform, metrics, jobs });
    const text = await metrics.registry.metrics();
    const of = (name: string) => measureOf(text, name, 'job="never-run"');
    expect(of('orbita_job_ended_seconds')).toBeUndefined();
    expect(of('orbita_job_every_seconds')).toBe(60);
    expect(of('orbita_job_known_seconds')).toBe(platform.startedAt / 1000);
    const { expr = '' } = rules.find(({ alert }) => alert === 'OrbitaJobLate') ?? {};
    const ages = [...expr.matchAll(/time\(\) - (.*?) >/g)].map(([, last]) => last);
    // Where no job ever ran, one alert says so instead of one for each.
    const last =
      '(max by (cell, job) (orbita_job_ended_seconds) or min by (cell, job) (orbita_job_known_seconds) and on (cell) max by (cell) (orbita_job_ended_seconds))';
    expect(ages).toEqual([last, last, 'min by (cell) (orbita_process_start_seconds)']);
    expect(panels.map(({ targets }) => targets[0]?.expr).join()).toContain('orbita_job_known_seconds');
  });

  it('no alert compares a count with zero, because a count that has not begun is missing', () => {
    expect(rules.filter(({ expr }) => /\[\w+\]\)\) == 0/.test(expr))).toEqual([]);
  });

  it('every alert has its section in the runbook, and every section its alert', () => {
    const chapter =
      file('docs/runbook.md')
        .split('\n## ')
        .find((one) => one.startsWith('Alerts\n')) ?? '';
    const pages = [...chapter.matchAll(/^### (\w+)\n\n(.+)/gm)].map(([, name]) => name);
    expect(pages).toEqual(rules.map(({ alert }) => alert));
    for (const { alert, annotations } of rules)
      expect(annotations.runbook).toBe(`docs/runbook.md#${alert.toLowerCase()}`);
  });

  it('queues, jobs, providers, circuits, payments and connections are measured', async () => {
    await ranJustNow();
    await measured('zip', async () => 'found');
    await expect(measured('zip', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    circuitChanged({ provider: 'cielo', open: true });
    harness.platform.metrics.payments.inc({ event: 'payment.confirmed', method: 'pix' });
    const text = await answer();
    expect(measureOf(text, 'orbita_queue_oldest_seconds', 'queue="messages"')).toBeGreaterThanOrEqual(0);
    expect(measureOf(text, 'orbita_provider_seconds_count', 'provider="zip",outcome="failed"')).toBe(1);
    expect(measureOf(text, 'orbita_provider_circuits_open', 'cielo')).toBe(1);
    expect(measureOf(text, 'orbita_payments_total', 'payment.confirmed')).toBeGreaterThanOrEqual(1);
    circuitChanged({ provider: 'cielo', open: false });
    expect(measureOf(await answer(), 'orbita_provider_circuits_open', 'cielo')).toBe(0);
    if (harness.databaseUrl)
      expect(measureOf(text, 'orbita_database_connections', 'idle')).toBeGreaterThan(0);
    // Cached for some seconds, so the first response may be from before the jobs ran.
    expect(text).toContain('# TYPE orbita_job_ended_seconds gauge');
  });
});
