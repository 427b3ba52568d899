import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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

/** Queries that read every property of our tables from the catalogue of PostgreSQL, by kind. */
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
      where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`);
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
    // The dump lists its rows table by table, so a row may refer to one later in the file.
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
    // The platform refuses a database that does not separate tenants.
    await buildPlatform(loadConfig({ NODE_ENV: 'test' }), migrated, { clock });
  });

  it.each(Object.keys(ASPECTS))('a fresh database equals a migrated one: %s', async (aspect) => {
    await migrate(migrated);
    const wanted = await described(fresh, aspect);
    if (aspect !== 'statistics') expect(wanted.length).toBeGreaterThan(0);
    expect(await described(migrated, aspect)).toEqual(wanted);
  });
});
