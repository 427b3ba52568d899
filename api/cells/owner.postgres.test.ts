import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase } from '../../testing/fresh-database.ts';
import { T0 } from '../../testing/harness.ts';
import { everythingOf, numberOf, SECRET_OF_THE_SECOND } from '../../testing/two-cells.ts';
import { applyDemoCatalogue } from '../catalogue/demo.ts';
import { createClock } from '../platform/clock.ts';
import { loadConfig } from '../platform/config.ts';
import { openPostgres } from '../platform/database/postgres.ts';
import type { Platform } from '../platform/platform.ts';
import { SEALED_COLUMNS } from '../resealing.ts';
import { buildPlatform } from '../start.ts';
import { loadReference } from '../tenancy/reference.ts';
import { createTenant } from '../tenancy/tenants.ts';
import { abortMove, copyTenant, type Move, removeMoved, switchTenant } from './move.ts';

const SERVER = process.env.ORBITA_TEST_POSTGRES ?? '';
const OWNER = `owner_${process.pid}`;
const folder = mkdtempSync(join(tmpdir(), 'orbita-cells-'));
const ended: (() => Promise<unknown>)[] = [];
let source: Platform;
let target: Platform;
let move: Move;

const asSuperuser = async (...texts: string[]) => {
  const client = new pg.Client({ connectionString: SERVER });
  await client.connect();
  for (const text of texts) await client.query(text);
  await client.end();
};

/** Cell whose tables belong to a role that is not a superuser, as in an installation. */
async function cell(name: string, secret: string, demo: boolean): Promise<Platform> {
  const database = await freshDatabase(SERVER);
  await asSuperuser(`alter database ${database.name} owner to ${OWNER}`);
  const url = new URL(database.url);
  url.username = OWNER;
  const db = openPostgres({ url: url.href, pool: 2 });
  const config = loadConfig({ NODE_ENV: 'test', ORBITA_DATA_DIR: join(folder, name), ORBITA_SECRET: secret });
  const clock = createClock();
  clock.set(new Date(T0));
  const platform = await buildPlatform(config, db, { clock, writeLog: () => undefined });
  if (demo) await applyDemoCatalogue(platform);
  else await loadReference(db);
  ended.push(async () => {
    await db.close();
    await database.drop();
  });
  return platform;
}

beforeAll(async () => {
  await asSuperuser(`create role ${OWNER} login nosuperuser`, `grant orbita_app to ${OWNER}`);
  source = await cell('one', 'the secret of the first cell, long enough!', true);
  target = await cell('two', SECRET_OF_THE_SECOND, false);
  move = { source, target, alias: 'alfa', sealed: SEALED_COLUMNS, say: () => undefined };
});
afterAll(async () => {
  for (const end of ended) await end();
  await asSuperuser(`drop owned by ${OWNER}`, `drop role ${OWNER}`);
  rmSync(folder, { recursive: true });
});

const standing = async ({ db }: Platform, alias: string) =>
  (await db.global.one<{ standing: string }>(sql`select standing from tenant where alias = ${alias}`))
    ?.standing;

describe('a move by the owner of the tables, who is not a superuser', () => {
  it('says which right is missing, and begins nothing', async () => {
    await expect(copyTenant(move)).rejects.toThrow(
      `grant set on parameter session_replication_role to ${OWNER}`,
    );
    expect([await standing(source, 'alfa'), await standing(target, 'alfa')]).toEqual(['open', undefined]);
    await asSuperuser(`grant set on parameter session_replication_role to ${OWNER}`);
  });

  it('refuses names the target already has, the same cell twice, and an unknown tenant', async () => {
    await expect(copyTenant({ ...move, target: source })).rejects.toThrow('the same database');
    const { files } = source;
    await expect(copyTenant({ ...move, target: { ...target, files } })).rejects.toThrow('the same folder');
    await expect(copyTenant({ ...move, alias: 'nobody' })).rejects.toThrow('The source has no tenant nobody');
    const [host] = await source.db.asOwner(async (run) => {
      await run("select set_config('app.tenant_id', $1, false)", [String(await numberOf(source, 'alfa'))]);
      return run('select host from tenant_host order by id limit 1');
    });
    await createTenant(target, { alias: 'taker', name: 'Taker', hosts: [String(host?.host)] });
    await expect(copyTenant(move)).rejects.toThrow(`${host?.host} of alfa belongs to a tenant of the target`);
    await createTenant(target, { alias: 'beta', name: 'Other', hosts: ['other.test'] });
    await expect(copyTenant({ ...move, alias: 'beta' })).rejects.toThrow('another tenant called beta');
    const taker = (await numberOf(target, 'taker')) ?? 0;
    await target.db.tenant(taker).many(sql`update tenant_host set host = 'taker.test' returning id`);
  });

  it('refuses a cell of another release, and differing lists of places', async () => {
    await target.db.asOwner((run) => run("update city set name = 'Outra' where id = 3106200"));
    await expect(copyTenant(move)).rejects.toThrow('city is not the same in both cells');
    await target.db.asOwner((run) => run("update city set name = 'Belo Horizonte' where id = 3106200"));
    await target.db.asOwner((run) => run('alter table audit_log add column newer int'));
    await expect(copyTenant(move)).rejects.toThrow('not of one release');
    await target.db.asOwner((run) => run('alter table audit_log drop column newer'));
  });

  it('refuses to open where accounts of the tenant are missing, and changes nothing', async () => {
    const rich = {
      ...source,
      config: loadConfig({
        NODE_ENV: 'test',
        ORBITA_SECRET: source.config.secret,
        ORBITA_DATA_DIR: source.config.dataDir,
        ORBITA_SECRET_LOGIN: 'x',
        ORBITA_SECRET_LOGIN_FOR: 'alfa@login.example',
      }),
    };
    const said: string[] = [];
    await expect(switchTenant({ ...move, source: rich })).rejects.toThrow('lacks ORBITA_SECRET_LOGIN');
    expect(await standing(source, 'alfa')).toBe('open');
    await copyTenant({ ...move, source: rich, say: (line) => void said.push(line) });
    expect(said[0]).toBe("The target's environment lacks ORBITA_SECRET_LOGIN");
  });

  it('every tenant table lets the owner delete a tenant that is not open, and nobody delete an open one', async () => {
    const without = await source.db.asOwner((run) =>
      run(`select c.relname as name from pg_class c where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
        and exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'tenant_read')
        and not exists (select from pg_policy p where p.polrelid = c.oid and p.polcmd = 'd')`),
    );
    expect(without.map(({ name }) => name)).toEqual([]);
    const id = (await numberOf(source, 'alfa')) ?? 0;
    const gone = await source.db.asOwner(async (run) => {
      await run("select set_config('app.tenant_id', $1, false)", [String(id)]);
      return run('delete from contract_template where tenant_id = $1 returning id', [id]);
    });
    expect(gone).toEqual([]);
    await expect(source.db.tenant(id).many(sql`delete from contract_template returning id`)).rejects.toThrow(
      'permission denied',
    );
  });

  it('moves it, including rows that nobody may delete, and rolls back from the copy alone', async () => {
    await abortMove(move);
    expect([await standing(source, 'alfa'), await standing(target, 'alfa')]).toEqual(['open', undefined]);
    const here = (await numberOf(source, 'alfa')) ?? 0;
    const before = await everythingOf(source, here);
    expect(before.get('contract_template')?.length).toBeGreaterThan(0);
    await expect(removeMoved(move)).rejects.toThrow('not moved from this source');
    await switchTenant(move);
    const there = (await numberOf(target, 'alfa')) ?? 0;
    expect(await everythingOf(target, there)).toEqual(before);
    await expect(switchTenant(move)).rejects.toThrow('open at the target already');
    await expect(abortMove(move)).rejects.toThrow('no way back');
    // What stayed is no half copy: nothing is copied over it.
    for (const back of [copyTenant, switchTenant])
      await expect(back({ ...move, source: target, target: source })).rejects.toThrow('--remove that first');
    expect([await standing(source, 'alfa'), await standing(target, 'alfa')]).toEqual(['moved', 'open']);
    await removeMoved(move);
    expect([...(await everythingOf(source, here)).values()].flat()).toEqual([]);
  });

  it('rolls back only to the target of its own move', async () => {
    const other = await cell('three', 'the secret of the third cell, long enough!', false);
    const back = { ...move, alias: 'beta' };
    await copyTenant({ ...back, target: other });
    const taken = (await numberOf(target, 'beta')) ?? 0;
    await target.db.global.many(sql`update tenant set alias = 'was-beta' where id = ${taken} returning id`);
    await copyTenant(back);
    await switchTenant({ ...back, step: () => undefined });
    expect(await standing(source, 'beta')).toBe('moved');
    await abortMove({ ...back, target: other });
    expect([await standing(source, 'beta'), await standing(other, 'beta')]).toEqual(['moved', undefined]);
    await expect(abortMove({ ...back, target: other })).rejects.toThrow('not the one beta moved to');
    expect([await standing(source, 'beta'), await standing(target, 'beta')]).toEqual(['moved', 'open']);
  });
});
