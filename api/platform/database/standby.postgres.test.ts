import pg from 'pg';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres, type ThrowawayPostgres } from '../../../scripts/postgres.ts';
import { DatabaseUnavailable, OutcomeUnknown } from './outage.ts';
import { openPostgres } from './postgres.ts';
import type { Database } from './types.ts';

// A separate server, because what commits wait for is a server-wide setting.
let postgres: ThrowawayPostgres;
let owner: pg.Client;
let db: Database;
beforeAll(async () => {
  postgres = await startPostgres({ durable: false });
  owner = new pg.Client({ connectionString: postgres.url });
  await owner.connect();
  await owner.query('create role orbita_app nologin; create table kept (id integer)');
  // What every transaction of a tenant starts with; no tenant moves here.
  await owner.query("create function enter_tenant(tenant bigint) returns void language sql as 'select'");
  await owner.query('grant select, insert on kept to orbita_app');
  db = openPostgres({ url: postgres.url, pool: 4, patience: { connect: 5_000, answer: 1_500 } });
}, 60_000);
afterAll(async () => {
  await db?.close();
  await owner?.end();
  await postgres?.stop();
});

/** Makes commits wait for a standby with that name, which does not exist. */
const waitForStandby = async (name: string) => {
  await owner.query(`alter system set synchronous_standby_names = '${name}'`);
  await owner.query('select pg_reload_conf()');
  const { rows } = await owner.query('show synchronous_standby_names');
  return rows[0]?.synchronous_standby_names as string;
};
const kept = async () => (await db.global.many<{ id: number }>(sql`select id from kept`)).map(({ id }) => id);

describe('a commit without a standby', () => {
  it('is never reported as done or readable before the standby has it', async () => {
    await expect.poll(() => waitForStandby('away')).toBe('away');
    const writes = await Promise.allSettled([
      db.write(1, (tx) => tx.many(sql`insert into kept values (1)`)),
      db.tenant(1).many(sql`insert into kept values (2)`),
    ]);
    const reasons = writes.map((write) => (write.status === 'rejected' ? write.reason : write));
    expect(reasons).toEqual([expect.any(OutcomeUnknown), expect.any(DatabaseUnavailable)]);
    // Nor may anybody read it in the meantime and take it for committed.
    expect(await kept()).toEqual([]);
    await expect.poll(() => waitForStandby('')).toBe('');
    await expect.poll(async () => (await kept()).toSorted()).toEqual([1, 2]);
  });
});
