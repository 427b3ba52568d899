import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase } from '../../../testing/fresh-database.ts';
import { deleteOldest, deleteSome, emptySome } from './batches.ts';
import { migrate } from './migrate.ts';
import { keepMonths, MONTHLY, monthsState } from './months.ts';
import { openPglite } from './pglite.ts';
import { openPostgres } from './postgres.ts';
import { tenancyOffences } from './safety.ts';
import type { Database } from './types.ts';

const server = process.env.ORBITA_TEST_POSTGRES;
let db: Database;
let drop: () => Promise<void> = async () => undefined;
let said: string[] = [];
const log = {
  info: (_of: unknown, text: string) => void said.push(text),
  warn: (_of: unknown, text: string) => void said.push(text),
} as never; // the log takes more forms than are used here

beforeAll(async () => {
  if (server) {
    const database = await freshDatabase(server);
    drop = database.drop;
    db = openPostgres({ url: database.url, pool: 4 });
  } else db = await openPglite();
  await migrate(db);
  await db.asOwner((run) => run("insert into tenant (alias, name) values ('one', 'One'), ('two', 'Two')"));
});
afterAll(async () => {
  await db.close();
  await drop();
});

/** By default nothing gets old enough to be dropped. */
const keep = (now: string, keptDays = 100_000) =>
  keepMonths(db, 'outbox_event', { now: new Date(now), keptDays, log });
const add = (at: string, type = 'try', tenantId = 1) =>
  db.tenant(tenantId).one<{ id: number }>(sql`
    insert into outbox_event (tenant_id, stream, type, subscription_id, person_id, version, data, occurred_at)
    values (${tenantId}, 'business', ${type}::text, 7, 7, 1, '{}', ${at}::timestamptz) returning id`);
const parts = async (): Promise<string[]> =>
  (
    await db.global.many<{ name: string }>(sql`
      select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'outbox_event'::regclass order by 1`)
  ).map(({ name }) => name.replace('outbox_event_', ''));
/** The partition of each event, by its type; the owner role of these tests sees everything. */
const places = async (): Promise<Record<string, string>> =>
  Object.fromEntries(
    (
      await db.asOwner((run) =>
        run(
          `select type, replace(tableoid::regclass::text, 'outbox_event_', '') as part from outbox_event order by id`,
        ),
      )
    ).map(({ type, part }) => [String(type), String(part)]),
  );

describe('events are partitioned by month', () => {
  beforeEach(() => {
    said = [];
  });

  it('before any month exists nothing is refused, and old rows are in the first part', async () => {
    expect(await parts()).toEqual(['default', 'first']);
    await add('2020-01-01T00:00:00Z', 'old');
    await add('2990-01-01T00:00:00Z', 'far');
    expect(await places()).toEqual({ old: 'first', far: 'default' });
  });

  it('this month and the next two are added, once', async () => {
    expect(await keep('2040-11-30T23:59:59Z')).toBe(3);
    expect(await parts()).toEqual(['2040_11', '2040_12', '2041_01', 'default', 'first']);
    expect(await keep('2040-11-30T23:59:59Z')).toBe(0);
    expect(await monthsState(db, new Date('2040-11-30T23:59:59Z'))).toMatchObject([
      { table: 'outbox_event', ahead: 2 },
    ]);
    await add('2040-11-30T23:59:59.999Z', 'november');
    await add('2040-12-01T00:00:00Z', 'december');
    await add('2041-02-01T00:00:00Z', 'february');
    expect(await places()).toMatchObject({ november: '2040_11', december: '2040_12', february: 'default' });
  });

  it('a month with rows in the default part is skipped, and the others are added', async () => {
    expect(await keep('2041-01-15T00:00:00Z')).toBe(1);
    expect(said).toEqual(['rows of this month lie in the part that takes what is left']);
    expect(await parts()).toEqual(['2040_11', '2040_12', '2041_01', '2041_03', 'default', 'first']);
    const [state] = await monthsState(db, new Date('2041-01-15T00:00:00Z'));
    expect(state?.left).toBeGreaterThan(0);
  });

  it('parts are protected like the whole table, and nobody can query them directly', async () => {
    expect(await tenancyOffences(db)).toEqual([]);
    await add('2040-12-02T00:00:00Z', 'of two', 2);
    const seen = (tenantId: number) =>
      db.tenant(tenantId).many<{ type: string }>(sql`select type from outbox_event where type = 'of two'`);
    expect(await seen(1)).toEqual([]);
    expect(await seen(2)).toHaveLength(1);
    await expect(
      db.tenant(1).many(sql`
        insert into outbox_event (tenant_id, stream, type, subscription_id, person_id, version, data, occurred_at)
        values (2, 'business', 'x', 7, 7, 1, '{}', '2040-12-02') returning id`),
    ).rejects.toThrow('row-level security');
    for (const part of ['first', 'default', '2040_12'])
      await expect(db.tenant(2).many(sql([`select 1 from outbox_event_${part}`])), part).rejects.toThrow(
        'permission denied',
      );
  });

  it('a month is dropped once its last day is past the retention period, and nothing else', async () => {
    const before = await places();
    const { november, old, ...rest } = before;
    expect([november, old]).toEqual(['2040_11', 'first']);
    // The first partition has been over for long.
    await keep('2041-11-30T23:59:59Z', 365);
    expect(said).toEqual(['part dropped']);
    expect(await places()).toEqual({ november, ...rest });
    await keep('2041-12-01T00:00:00Z', 365);
    expect(said).toEqual(['part dropped', 'part dropped']);
    expect(await places()).toEqual(rest);
    expect(await parts()).toEqual([
      ...['2040_12', '2041_01', '2041_03', '2041_11', '2041_12', '2042_01', '2042_02', 'default'],
    ]);
  });

  it('rows of no month are reported until they are gone', async () => {
    const left = async () => {
      await keep('2041-12-05T00:00:00Z');
      return (await monthsState(db, new Date('2041-12-05T00:00:00Z')))[0]?.left;
    };
    expect(await left()).toBeGreaterThan(0);
    await db.asOwner((run) => run("delete from outbox_event where tableoid::regclass::text like '%default'"));
    expect(await left()).toBe(0);
  });

  it('numbers continue across all parts', async () => {
    const first = await add('2041-12-05T00:00:00Z');
    const second = await add('2042-01-05T00:00:00Z');
    const last = await add('2999-01-05T00:00:00Z');
    expect([second?.id, last?.id]).toEqual([(first?.id ?? 0) + 1, (first?.id ?? 0) + 2]);
  });
});

describe('batches of a partitioned table', () => {
  it('go by ids: a row at the same position in another part stays', async () => {
    const rows = (type: string) =>
      db.tenant(1).many(sql`select id from outbox_event where type = ${type}::text`);
    await db.asOwner((run) => run('truncate outbox_event'));
    await add('2041-12-05T00:00:00Z', 'over');
    await add('2042-01-05T00:00:00Z', 'kept');
    const [place] = await db.asOwner((run) => run('select count(distinct ctid)::int as n from outbox_event'));
    expect(place?.n).toBe(1);
    const done = await db
      .tenant(1)
      .many(deleteOldest('outbox_event', 1, sql`true`, sql`occurred_at < '2042-01-01Z'::timestamptz`));
    expect(done).toHaveLength(1);
    expect([(await rows('over')).length, (await rows('kept')).length]).toEqual([0, 1]);
  });

  it.each(MONTHLY)('never go by row positions: %s', (table) => {
    expect(() => deleteSome(table, sql`true`)).toThrow('lies in parts');
    expect(() => emptySome(table, sql`type = ''`, sql`true`)).toThrow('lies in parts');
  });
});
