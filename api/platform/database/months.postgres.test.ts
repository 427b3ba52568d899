import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase } from '../../../testing/fresh-database.ts';
import { createClock } from '../clock.ts';
import { migrate } from './migrate.ts';
import { keepMonths } from './months.ts';
import { openPostgres } from './postgres.ts';
import { tenancyOffences } from './safety.ts';
import type { Database } from './types.ts';

const SERVER = process.env.ORBITA_TEST_POSTGRES ?? '';
/** Owns the tables and is not a superuser, as in an installation: row security applies to it as well. */
const OWNER = `months_${process.pid}`;
const LAST_BEFORE = '0125';
const quiet = { info: () => undefined, warn: () => undefined } as never; // the log takes more forms than are used here

const asSuperuser = async (...texts: string[]) => {
  const client = new pg.Client({ connectionString: SERVER });
  await client.connect();
  for (const text of texts) await client.query(text);
  await client.end();
};

let db: Database;
let url: string;
let drop: () => Promise<void>;

beforeAll(async () => {
  await asSuperuser(`create role ${OWNER} login nosuperuser`, `grant orbita_app to ${OWNER}`);
  const database = await freshDatabase(SERVER);
  drop = database.drop;
  await asSuperuser(`alter database ${database.name} owner to ${OWNER}`);
  const of = new URL(database.url);
  of.username = OWNER;
  url = of.href;
  db = openPostgres({ url, pool: 4 });
  await migrate(db, LAST_BEFORE);
  await db.asOwner((run) => run("insert into tenant (alias, name) values ('one', 'One'), ('two', 'Two')"));
});
afterAll(async () => {
  await db.close();
  await drop();
  await asSuperuser(`drop owned by ${OWNER}`, `drop role ${OWNER}`);
});

const DAY_MS = 24 * 3600_000;
/** The machine's time, like the migration that looks ahead. */
const now = new Date(createClock().wall());
const ago = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString();

/** A connection of the previous release, which prepared its statements before the tables changed. */
async function nodeBefore(tenantId: number) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `set role orbita_app; set app.tenant_id = '${tenantId}'; set plan_cache_mode = force_generic_plan`,
  );
  return {
    add: async (at: string, type: string): Promise<number> => {
      const { rows } = await client.query({
        name: 'add',
        text: `insert into outbox_event (tenant_id, stream, type, subscription_id, person_id, version, data, occurred_at)
          select $1::bigint, 'business', $2::text, 7, 7, 1, '{}', $3::timestamptz returning id`,
        values: [tenantId, type, at],
      });
      return Number(rows[0].id);
    },
    newest: async (): Promise<string> => {
      const { rows } = await client.query({
        name: 'newest',
        text: 'select type from outbox_event where tenant_id = $1 and subscription_id = 7 order by id desc limit 1',
        values: [tenantId],
      });
      return rows[0]?.type;
    },
    /** Deletes by `ctid`, as that release does. */
    retain: async (before: string): Promise<number> => {
      const { rowCount } = await client.query({
        name: 'retain',
        text: `delete from outbox_event where ctid = any(array(select oldest.ctid from
          (select ctid, outbox_event.* from outbox_event where tenant_id = $1 order by id limit 500) oldest
          where occurred_at < $2::timestamptz))`,
        values: [tenantId, before],
      });
      return rowCount ?? 0;
    },
    end: () => client.end(),
  };
}
const typesOf = async (tenantId: number): Promise<string[]> =>
  (
    await db.tenant(tenantId).many<{ type: string }>(sql`
      select type from outbox_event where tenant_id = ${tenantId} order by id`)
  ).map(({ type }) => type);

describe('the table of a running product becomes partitioned', () => {
  it('while the previous release runs: its statements and numbers continue, and no row is lost or rewritten', async () => {
    const [one, two] = [await nodeBefore(1), await nodeBefore(2)];
    try {
      await one.add(ago(500), 'old');
      const last = await one.add(ago(1), 'new');
      await two.add(ago(500), 'of two');
      await two.add(ago(1), 'new of two');
      expect([await one.newest(), await two.newest()]).toEqual(['new', 'new of two']);
      const oid = async () =>
        (await db.asOwner((run) => run("select pg_relation_filenode('outbox_event')::int as n")))[0]?.n;
      const file = await oid();

      await migrate(db, '0127');
      await one.add(ago(0), 'while');
      await migrate(db);

      expect(await tenancyOffences(db)).toEqual([]);
      const [first] = await db.asOwner((run) =>
        run("select pg_relation_filenode('outbox_event_first')::int as n"),
      );
      expect(first?.n).toBe(file);
      const next = await one.add(ago(0), 'after');
      expect(next).toBeGreaterThan(last);
      expect(await one.newest()).toBe('after');
      expect(await typesOf(1)).toEqual(['old', 'new', 'while', 'after']);
      // Whatever months there are, all rows are in the first partition until that release is gone.
      await keepMonths(db, 'outbox_event', { now, keptDays: 365, log: quiet });
      expect(await one.retain(ago(365))).toBe(1);
      expect([await typesOf(1), await typesOf(2)]).toEqual([
        ['new', 'while', 'after'],
        ['of two', 'new of two'],
      ]);
      const [rights] = await db.asOwner((run) =>
        run(`select has_sequence_privilege('orbita_app', 'outbox_event_id_seq', 'usage') as uses,
          has_table_privilege('orbita_app', 'outbox_event_first', 'select') as reads`),
      );
      expect(rights).toEqual({ uses: true, reads: false });
    } finally {
      await one.end();
      await two.end();
    }
  });

  it('its check constraint allows attaching it without a scan', async () => {
    const database = await freshDatabase(SERVER);
    const other = openPostgres({ url: database.url, pool: 1 });
    const client = new pg.Client({ connectionString: database.url });
    try {
      await migrate(other, '0127');
      await client.connect();
      const said: string[] = [];
      client.on('notice', ({ message }) => void said.push(message ?? ''));
      await client.query('set client_min_messages = debug1');
      await client.query(
        readFileSync(join(import.meta.dirname, '../../migrations/0128_event_months.sql'), 'utf8'),
      );
      expect(said).toContain(
        'partition constraint for table "outbox_event_first" is implied by existing constraints',
      );
      expect(said.filter((one) => /verifying table|building index "outbox_event_first/.test(one))).toEqual(
        [],
      );
    } finally {
      await client.end();
      await other.close();
      await database.drop();
    }
  });

  it('events dated far ahead are below its upper bound', async () => {
    const database = await freshDatabase(SERVER);
    const other = openPostgres({ url: database.url, pool: 1 });
    try {
      await migrate(other, LAST_BEFORE);
      await other.asOwner((run) =>
        run(`insert into tenant (alias, name) values ('one', 'One');
          insert into outbox_event (tenant_id, stream, type, subscription_id, person_id, version, data, occurred_at)
          values (1, 'business', 'far', 7, 7, 1, '{}', '2077-05-05')`),
      );
      await migrate(other);
      const [bound] = await other.asOwner((run) =>
        run(
          "select pg_get_expr(relpartbound, oid) as says from pg_class where relname = 'outbox_event_first'",
        ),
      );
      expect(bound?.says).toContain('2077-07-01');
    } finally {
      await other.close();
      await database.drop();
    }
  });
});

describe('months are added and dropped while calls run', () => {
  const keep = (at: string, keptDays = 100_000) =>
    keepMonths(db, 'outbox_event', {
      ...{ now: new Date(at), keptDays, log: quiet },
      patience: { lockMs: 50, tries: 2, pauseMs: 10 },
    });
  const parts = async () =>
    (
      await db.asOwner((run) =>
        run(`select relname as name from pg_class where relispartition and relkind = 'r'
          and relname like 'outbox_event_20%' order by 1`),
      )
    ).map(({ name }) => String(name).slice('outbox_event_'.length));

  it('two nodes add them once', async () => {
    const made = await Promise.all(['2050-01-10T00:00:00Z', '2050-01-10T00:00:00Z'].map((at) => keep(at)));
    expect(made.toSorted()).toEqual([0, 3]);
    expect((await parts()).filter((name) => name.startsWith('2050'))).toEqual([
      '2050_01',
      '2050_02',
      '2050_03',
    ]);
  });

  it('a month that is being read is not dropped, is waited for only briefly, and is dropped later', async () => {
    const reader = new pg.Client({ connectionString: url });
    await reader.connect();
    await keep('2051-02-02T00:00:00Z');
    try {
      await reader.query('begin; select from outbox_event limit 1');
      const dropping = keep('2051-02-02T00:00:00Z', 365);
      const node = await nodeBefore(1);
      // Anyone who comes in the meantime waits no longer than the drop itself takes.
      await node.add('2050-02-03T00:00:00Z', 'meanwhile');
      await node.end();
      await dropping;
      expect(await parts()).toContain('2050_01');
      await reader.query('commit');
      await keep('2051-02-02T00:00:00Z', 365);
      expect((await parts()).filter((name) => name.startsWith('2050'))).toEqual(['2050_02', '2050_03']);
      expect(await typesOf(1)).toContain('meanwhile');
    } finally {
      await reader.end();
    }
  });

  it('a month that cannot be added becomes an error once it is near', async () => {
    const writer = new pg.Client({ connectionString: url });
    await writer.connect();
    try {
      await keep('2060-01-01T00:00:00Z');
      await writer.query('begin; lock table outbox_event_default in access share mode');
      expect(await keep('2060-02-01T00:00:00Z')).toBe(0);
      await expect(keep('2060-03-01T00:00:00Z')).rejects.toThrow('no part from 2060-04-01');
      await writer.query('commit');
      expect(await keep('2060-03-01T00:00:00Z')).toBe(2);
    } finally {
      await writer.end();
    }
  });
});
