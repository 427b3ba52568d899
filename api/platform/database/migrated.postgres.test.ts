import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase } from '../../../testing/fresh-database.ts';
import { buildPlatform } from '../../start.ts';
import { createClock } from '../clock.ts';
import { loadConfig } from '../config.ts';
import { migrate } from './migrate.ts';
import { openPostgres } from './postgres.ts';
import type { Database } from './types.ts';

const RELEASE = '0014';
const releases = join(import.meta.dirname, '../../../testing/releases');
const migrations = join(import.meta.dirname, '../../migrations');

/** Queries that read all properties of our tables from PostgreSQL's catalogue, by kind. */
const ASPECTS: Record<string, string> = {
  tables: `select c.relname as name, c.relrowsecurity as rls, c.relforcerowsecurity as forced, c.relacl::text as grants
    from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace order by 1`,
  columns: `select c.relname as tab, a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as needed,
      a.attidentity as identity, a.attgenerated as generated, a.attacl::text as grants,
      pg_get_expr(d.adbin, d.adrelid) as standard
    from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
    order by 1, a.attnum`,
  constraints: `select conrelid::regclass::text as tab, conname as name, pg_get_constraintdef(oid) as says, convalidated as valid
    from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2`,
  indexes: `select tablename as tab, indexname as name, indexdef as says from pg_indexes where schemaname = 'public' order by 1, 2`,
  policies: `select tablename as tab, policyname as name, cmd, roles::text, qual, with_check from pg_policies
    where schemaname = 'public' order by 1, 2`,
  triggers: `select tgrelid::regclass::text as tab, tgname as name, pg_get_triggerdef(oid) as says from pg_trigger
    where not tgisinternal order by 1, 2`,
  functions: `select proname as name, pg_get_functiondef(oid) as says, proacl::text as grants from pg_proc
    where pronamespace = 'public'::regnamespace order by 1, 2`,
  sequences: `select c.relname as name, s.seqincrement as step, s.seqstart as start, c.relacl::text as grants
    from pg_sequence s join pg_class c on c.oid = s.seqrelid where c.relnamespace = 'public'::regnamespace order by 1`,
  statistics: `select stxname as name, pg_get_statisticsobjdef(oid) as says from pg_statistic_ext order by 1`,
};

const described = (db: Database, aspect: string) => db.asOwner((run) => run(ASPECTS[aspect] ?? ''));

const server = process.env.ORBITA_TEST_POSTGRES ?? '';
const opened: { db: Database; drop(): Promise<void> }[] = [];
async function open(): Promise<Database> {
  const database = await freshDatabase(server);
  const db = openPostgres({ url: database.url, pool: 2 });
  opened.push({ db, drop: database.drop });
  return db;
}

/** Counts the rows of each table. */
async function countsOf(db: Database): Promise<Record<string, number>> {
  return db.asOwner(async (run) => {
    const tables = await run(`select relname as name from pg_class
      where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace order by 1`);
    const counts: Record<string, number> = {};
    for (const { name } of tables) {
      const [row] = await run(`select count(*)::int as count from ${name}`);
      counts[String(name)] = Number(row?.count);
    }
    return counts;
  });
}

let fresh: Database;
let migrated: Database;
let before: Record<string, number>;

beforeAll(async () => {
  fresh = await open();
  await migrate(fresh);
  migrated = await open();
  await migrate(migrated, RELEASE);
  await migrated.asOwner(async (run) => {
    // The dump is ordered by table, so a row may refer to one later in the file.
    await run(`begin; set local session_replication_role = replica;
      ${readFileSync(join(releases, `${RELEASE}.sql`), 'utf8')}; commit`);
  });
  before = await countsOf(migrated);
});
afterAll(async () => {
  for (const { db, drop } of opened) {
    await db.close();
    await drop();
  }
});

describe('R12: migrations only go forward', () => {
  it('a published release never changes, and new migrations come after it', () => {
    const released = readFileSync(join(releases, `${RELEASE}.sha256`), 'utf8')
      .trim()
      .split('\n');
    const listed = new Map(
      released.map((line) => line.split('  ') as [string, string]).map(([a, b]) => [b, a]),
    );
    const present = readdirSync(migrations).filter((file) => file.endsWith('.sql'));
    for (const [name, sha256] of listed) {
      const text = readFileSync(join(migrations, name), 'utf8');
      expect(createHash('sha256').update(text).digest('hex'), `${name} was changed`).toBe(sha256);
    }
    for (const name of present.filter((file) => !listed.has(file)))
      expect(name.slice(0, 4) > RELEASE, `${name} would run before what is already applied`).toBe(true);
  });

  it('upgrade a database of the last release and keep every row', async () => {
    const filled = Object.values(before).filter((count) => count > 0).length;
    expect(filled, 'the release holds something to lose').toBeGreaterThan(40);
    await migrate(migrated);
    const after = await countsOf(migrated);
    for (const [name, count] of Object.entries(before))
      if (name !== 'schema_migration') expect([name, after[name]]).toEqual([name, count]);
    const clock = createClock();
    // The platform refuses a database that does not isolate tenants.
    await buildPlatform(loadConfig({ NODE_ENV: 'test' }), migrated, { clock });
  });

  it.each(Object.keys(ASPECTS))('a fresh database equals a migrated one: %s', async (aspect) => {
    await migrate(migrated);
    const wanted = await described(fresh, aspect);
    if (aspect !== 'statistics') expect(wanted.length).toBeGreaterThan(0);
    expect(await described(migrated, aspect)).toEqual(wanted);
  });
});

describe('a migration of a live product', () => {
  const folder = mkdtempSync(join(tmpdir(), 'orbita-migrations-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const patience = { folder, lockMs: 100, pauseMs: 50 };
  const names = (db: Database) =>
    db.asOwner((run) => run("select name from schema_migration where name >= '9000' order by 1"));

  it('gives up a lock it waits for, and tries again', async () => {
    writeFileSync(join(folder, '9001_try.sql'), 'alter table tenant add column tried int;');
    await expect(
      fresh.asOwner(async (run) => {
        await run('begin; lock table tenant in access share mode');
        await migrate(fresh, '9999', { ...patience, tries: 2 });
      }),
    ).rejects.toThrow('Migration 9001_try.sql failed: canceling statement due to lock timeout');
    expect(await names(fresh)).toEqual([]);
    await fresh.asOwner(async (run) => {
      await run('begin; lock table tenant in access share mode');
      const migrating = migrate(fresh, '9999', { ...patience, tries: 100 });
      await new Promise((done) => setTimeout(done, 250));
      // No read waits behind it for longer than its lock timeout.
      expect((await fresh.tenantIds()).length).toBeGreaterThanOrEqual(0);
      await run('commit');
      expect(await migrating).toEqual(['9001_try.sql']);
    });
  });

  it('creates an index while calls run, and again where one was left invalid', async () => {
    writeFileSync(
      join(folder, '9002_apart.sql'),
      '-- Each statement by itself.\n-- For nothing; at all.\ncreate unique index concurrently if not exists tenant_tried on tenant (tried);\n',
    );
    await fresh.asOwner(async (run) => {
      await run("insert into tenant (alias, name, tried) values ('um', 'Um', 1), ('dois', 'Dois', 1)");
    });
    await expect(migrate(fresh, '9999', patience)).rejects.toThrow('9002_apart.sql failed');
    const valid = () =>
      fresh.asOwner((run) =>
        run("select indisvalid as valid from pg_index where indexrelid = 'tenant_tried'::regclass"),
      );
    expect(await valid()).toEqual([{ valid: false }]);
    await fresh.asOwner((run) => run('update tenant set tried = id'));
    // Two nodes that start at once: the one that waits must hold nothing that the index creation would wait for.
    const both = await Promise.all([migrate(fresh, '9999', patience), migrate(fresh, '9999', patience)]);
    expect(both.flat()).toEqual(['9002_apart.sql']);
    expect(await valid()).toEqual([{ valid: true }]);
  });

  /** Resolves once a statement waits for a lock of the table. */
  const waitedFor = async (table: string): Promise<void> => {
    const waiting = () =>
      fresh.asOwner((run) =>
        run(`select from pg_locks where relation = '${table}'::regclass and not granted`),
      );
    while ((await waiting()).length === 0) await new Promise((done) => setTimeout(done, 20));
  };

  it('tries again if it and a call wait for each other', async () => {
    writeFileSync(
      join(folder, '9003_crossing.sql'),
      'alter table institution add column crossed int; alter table tenant add column crossed int;',
    );
    await fresh.asOwner(async (run) => {
      await run('begin; lock table tenant in access share mode');
      const migrating = migrate(fresh, '9999', { ...patience, lockMs: 10_000 });
      await waitedFor('tenant');
      // The server undoes the one that has been waiting longer.
      await run('lock table institution in access share mode');
      await run('commit');
      expect(await migrating).toEqual(['9003_crossing.sql']);
    });
  });

  it('makes a call whose statement is undone for it repeat its statement', async () => {
    const [tenant] = await fresh.tenantIds();
    await fresh.asOwner(async (run) => {
      await run('begin; lock table outbox_event in access exclusive mode');
      const writing = fresh.tenant(tenant ?? 0).many(sql`
        insert into outbox_event (tenant_id, id, stream, type, subscription_id, person_id, version, data, occurred_at)
        values (${tenant}, 1, 'business', 'tried', 1, 1, 1, '{}', '2026-11-29') returning id`);
      await waitedFor('outbox_event');
      await run('lock table tenant in access exclusive mode');
      await run('commit');
      expect(await writing).toEqual([{ id: 1 }]);
    });
  });
});
