import pg from 'pg';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copiedDemo } from '../../../testing/copied-demo.ts';
import { freshDatabase } from '../../../testing/fresh-database.ts';
import { startPooler } from '../../../testing/pooler.ts';
import { startRelay } from '../../../testing/relay.ts';
import { until } from '../../../testing/until.ts';
import { openForCommand } from './for-command.ts';
import { DatabaseUnavailable, TenantMoving } from './outage.ts';
import { openPostgres } from './postgres.ts';
import { prepareDatabase } from './prepare.ts';

const server = process.env.ORBITA_TEST_POSTGRES ?? '';
let database: Awaited<ReturnType<typeof freshDatabase>>;
let pooler: Awaited<ReturnType<typeof startRelay>>;
beforeAll(async () => {
  database = await freshDatabase(server);
  pooler = await startRelay(database.url, { deaf: true });
});
afterAll(async () => {
  await pooler?.stop();
  await database?.drop();
});

/** A copy of the demo, so that there are tables and tenants. */
const demo = () => copiedDemo(server);

describe('notifications behind a pooler', () => {
  it('fail at once with an explanation, where no server is named', async () => {
    const db = openPostgres({ url: pooler.url, pool: 2 });
    await expect(db.listen('orbita_x', () => undefined)).rejects.toThrow('ORBITA_LISTEN_DATABASE_URL');
    await db.close();
  });

  it('come from the named server', async () => {
    const db = openPostgres({ url: pooler.url, listenUrl: database.url, pool: 2 });
    const came: string[] = [];
    await db.listen('orbita_x', (payload) => came.push(payload));
    await db.notify('orbita_x', 'one');
    await until(
      async () => came,
      (all) => all.length > 0,
    );
    expect(came).toEqual(['one']);
    await db.close();
  });
});

describe('a pooler that lends connections for one transaction', () => {
  let copy: Awaited<ReturnType<typeof freshDatabase>>;
  const stops: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    copy = await demo();
  });
  afterAll(async () => {
    for (const stop of stops.reverse()) await stop();
    await copy?.drop();
  });
  const behind = async (prepared: boolean) => {
    const lends = await startPooler(copy.url, { prepared });
    const db = openPostgres({ url: lends.url, listenUrl: copy.url, pool: 6 });
    stops.push(lends.stop, () => db.close());
    return { lends, db };
  };
  const asks = sql`
    select current_user as role, current_setting('plan_cache_mode') as plan, current_setting('statement_timeout') as ends,
      current_setting('join_collapse_limit') as joins, current_setting('timezone') as zone,
      (select count(*)::int from institution where tenant_id <> current_setting('app.tenant_id')::bigint) as others`;

  it('refuses connection parameters, and we send none', async () => {
    const lends = await startPooler(copy.url, { prepared: true });
    stops.push(lends.stop);
    const client = new pg.Client({ connectionString: lends.url, options: '-c role=orbita_app' });
    await expect(client.connect()).rejects.toThrow('unsupported startup parameter: options');
    const other = new pg.Client({ connectionString: lends.url, statement_timeout: 1000 });
    await expect(other.connect()).rejects.toThrow('unsupported startup parameter: statement_timeout');
  });

  it('every transaction acts as the role with its settings, whichever connection it gets', async () => {
    const { lends, db } = await behind(true);
    await prepareDatabase(db);
    const expected = {
      ...{ role: 'orbita_app', plan: 'force_generic_plan', joins: '5', zone: 'UTC', others: 0 },
      ends: '13500ms',
    };
    const read = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        n % 2 ? db.tenant(1).one(asks) : db.write(1, async (tx) => tx.savepoint(() => tx.one(asks))),
      ),
    );
    for (const row of read) expect(row).toEqual(expected);
    expect(lends.used()).toBeGreaterThan(1);
    // Every kind of statement works on a connection that has never seen it.
    for (let n = 0; n < 6; n++) expect(await db.tenantIds()).toEqual([1, 2]);
    await expect(db.tenant(1).many(sql`select 1 / 0`)).rejects.toThrow('division by zero');
    expect(await db.tenantsDue('outbox', { now: new Date(0), wall: new Date(0) })).toEqual([]);
    expect(await db.global.one(sql`select session_user = current_user as same`)).toEqual({ same: false });
  });

  it('commands and long reads, which have other connections, act as the role in every transaction, too', async () => {
    const { lends } = await behind(true);
    const settings = { dataDir: '', databaseUrl: lends.url, ownerDatabaseUrl: copy.url };
    const opened = [
      await openForCommand({ ...settings, listenDatabaseUrl: copy.url }),
      openPostgres({ url: lends.url, pool: 6, readOnly: true }),
    ];
    for (const db of opened) {
      stops.push(() => db.close());
      const read = await Promise.all(
        Array.from({ length: 40 }, () => db.tenant(1).one<{ role: string }>(asks)),
      );
      expect(new Set(read.map((row) => row?.role))).toEqual(new Set(['orbita_app']));
    }
    // Nor does any of it stay behind on a connection that somebody else gets next.
    const other = new pg.Client({ connectionString: lends.url });
    await other.connect();
    stops.push(() => other.end());
    for (let n = 0; n < 6; n++) {
      const { rows } = await other.query('select current_user = session_user as own');
      expect(rows).toEqual([{ own: true }]);
    }
  });

  it('handles a statement that was skipped after a failure, however often', async () => {
    const { lends } = await behind(true);
    const one = openPostgres({ url: lends.url, listenUrl: copy.url, pool: 1 });
    stops.push(() => one.close());
    const stand = (standing: string) =>
      one.global.many(sql`update tenant set standing = ${standing} where id = 2 returning id`);
    const never = sql`select 'not asked before' as said, count(*)::int as count from institution where tenant_id = 2`;
    await stand('moved');
    for (let times = 0; times < 3; times++) {
      await expect(one.tenant(2).one(never)).rejects.toBeInstanceOf(TenantMoving);
      await expect(one.write(2, (tx) => tx.one(never))).rejects.toBeInstanceOf(TenantMoving);
    }
    await stand('open');
    expect(await one.tenant(2).one(never)).toMatchObject({ said: 'not asked before' });
  });

  it('is refused with an explanation where it drops prepared statements', async () => {
    const { db } = await behind(false);
    await expect(prepareDatabase(db)).rejects.toThrow('pgbouncer 1.21');
    const many = Array.from({ length: 40 }, () => db.tenant(1).one(asks));
    const failed = (await Promise.allSettled(many)).filter((one) => one.status === 'rejected');
    expect(failed.length).toBeGreaterThan(0);
    for (const { reason } of failed) {
      expect(reason).toBeInstanceOf(DatabaseUnavailable);
      expect(String(reason)).toContain('max_prepared_statements');
    }
  });

  it('a user who may not act as the role is refused with an explanation, on each new connection', async () => {
    const name = `stranger_${process.pid}`;
    const owner = new pg.Client({ connectionString: copy.url });
    await owner.connect();
    await owner.query(`create role ${name} login`);
    try {
      const url = new URL(copy.url);
      url.username = name;
      const db = openPostgres({ url: url.href, pool: 1 });
      await expect(db.tenantIds()).rejects.toThrow(`grant orbita_app to ${name}`);
      await owner.query(`grant orbita_app to ${name}`);
      expect(await db.tenantIds()).toEqual([1, 2]);
      await db.close();
    } finally {
      await owner.query(`drop role ${name}`);
      await owner.end();
    }
  });
});
