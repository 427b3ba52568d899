import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { startHarness } from '@orbita/testing/harness';
import { bodyOf } from '@orbita/testing/journey';
import { refreshStatistics, type SeededTenant, seedScale } from '@orbita/testing/scale/seed';
import sql from 'sql-template-tag';
import type { Figure } from './table.ts';

const MIB = 1024 * 1024;
/** Targets of spec-console 25.21. */
const LEAST_ROWS_A_SECOND = 5_000;
const MOST_MIB = 50;
const MOST_SLOWER = 1.25;
/** Every column of the list, including people's names and contacts. */
const COLUMNS = [
  ...['number', 'name', 'document', 'email', 'cellPhone', 'institution', 'course', 'pole', 'offer', 'intake'],
  ...['status', 'waiting', 'created', 'changed', 'campaign', 'externalId'],
];
/** Calls measured before the export, as a baseline for those made during it. */
const CALLS = 200;

type Harness = Awaited<ReturnType<typeof startHarness>>;

const p95 = (times: readonly number[]) =>
  [...times].sort((a, b) => a - b)[Math.floor((times.length - 1) * 0.95)] ?? 0;

/** Memory of the process: everything, after a garbage collection if the runtime allows one. */
const held = (): number => {
  globalThis.gc?.();
  return process.memoryUsage().rss / MIB;
};

async function callTime(harness: Harness, { alias }: SeededTenant): Promise<number> {
  const began = performance.now();
  await harness.operationsOf(alias).call('GET /operations/subscriptions', { query: { pageSize: 50 } });
  return performance.now() - began;
}

async function exportOnce(
  harness: Harness,
  tenant: SeededTenant,
  format: 'csv' | 'xlsx',
  other: readonly number[],
) {
  const client = harness.operationsOf(tenant.alias);
  const before = held();
  let most = before;
  const beside: number[] = [];
  const began = performance.now();
  await client.call('POST /operations/exports', {
    body: {
      list: 'subscriptions',
      query: {},
      format,
      columns: COLUMNS,
      reason: 'Medição',
    } as never,
  });
  let over = false;
  const made = harness.platform.jobs.run('export').finally(() => {
    over = true;
  });
  const watched = (async () => {
    while (!over) {
      most = Math.max(most, process.memoryUsage().rss / MIB);
      beside.push(await callTime(harness, tenant));
      await pause(20);
    }
  })();
  await made;
  const seconds = (performance.now() - began) / 1000;
  await watched;
  const [job] = bodyOf(await client.call('GET /operations/exports'));
  if (job?.state !== 'ready') throw new Error(`The export is ${job?.state}`);
  return {
    rows: job.rows,
    seconds,
    grown: most - before,
    slower: p95(beside) / p95(other),
    beside: p95(beside),
  };
}

/** Applications written per statement; more would exceed the statement timeout. */
const SET = 20_000;

/** Duplicates the applications of a tenant, cancelled, until there are enough. */
async function multiply(harness: Harness, { id, subscriptions }: SeededTenant, size: number): Promise<void> {
  const on = harness.platform.db.tenant(id);
  const first = await on.one<{ most: number }>(sql`
    select max(id) as most from subscription where tenant_id = ${id}`);
  for (let made = subscriptions; made < size; made += subscriptions)
    await on.one(sql`
      with again as (
        insert into subscription (tenant_id, person_id, institution_id, offer_id, course_id, pole_id, intake_id,
          application_type, status, is_paid, holds_place, created_at, updated_at)
        select tenant_id, person_id, institution_id, offer_id, course_id, pole_id, intake_id, application_type, 13, false,
          false, created_at, updated_at from subscription
        where tenant_id = ${id} and id <= ${first?.most ?? 0}::bigint order by id limit ${size - made}::int
        returning tenant_id, id, created_at),
      moved as (
        insert into status_history (tenant_id, subscription_id, from_status, to_status, event, transition, actor, at)
        select tenant_id, id, 6, 13, 'cancellation-confirmed', 'TR-80', 'operations', created_at from again returning 1)
      select count(*) from moved`);
  await refreshStatistics(harness.platform);
}

/** How fast a list with all columns is exported, and what that costs the process (25.21). Needs PostgreSQL. */
export async function exportFigures(size: number): Promise<Figure[]> {
  const harness = await startHarness({ callsPerMinute: 10_000_000 });
  try {
    const [tenant] = await seedScale(harness.platform, { subscriptions: Math.min(size, SET), tenants: 1 });
    if (!tenant) throw new Error('nothing was seeded');
    await multiply(harness, tenant, size);
    const usual: number[] = [];
    for (let call = 0; call < CALLS; call++) usual.push(await callTime(harness, tenant));
    const figures: Figure[] = [];
    const formats = size <= 200_000 ? (['csv', 'xlsx'] as const) : (['csv'] as const);
    for (const format of formats) {
      const { rows, seconds, grown, slower, beside } = await exportOnce(harness, tenant, format, usual);
      const what = `${format.toUpperCase()} of ${rows} applications, all columns`;
      const rate = Math.round(rows / seconds);
      figures.push(
        {
          what,
          measured: `${rate} rows/s (${seconds.toFixed(1)} s)`,
          target: `>= ${LEAST_ROWS_A_SECOND}`,
          reached: rate >= LEAST_ROWS_A_SECOND,
        },
        {
          what: 'memory of the process beside it',
          measured: `+ ${grown.toFixed(0)} MiB`,
          target: `<= ${MOST_MIB}`,
          reached: grown <= MOST_MIB,
        },
        {
          what: 'list of 50 rows meanwhile in the same process, p95',
          measured: `${beside.toFixed(1)} ms, x ${slower.toFixed(2)}`,
          target: `<= x ${MOST_SLOWER}`,
          reached: slower <= MOST_SLOWER,
        },
      );
    }
    return figures;
  } finally {
    await harness.stop();
  }
}
