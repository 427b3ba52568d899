import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bareDatabase } from '../../testing/bare-database.ts';
import { countedStatements } from '../../testing/counted-statements.ts';
import { loadConfig } from '../platform/config.ts';
import type { Database } from '../platform/database/types.ts';
import { hostsOf } from './hosts.ts';

let db: Database;
beforeAll(async () => {
  db = await bareDatabase();
});
afterAll(() => db.close());

const config = loadConfig({ NODE_ENV: 'test', ORBITA_PUBLIC_URL: 'https://avisos.orbita.test' });
const tenant = async (alias: string, standing = 'open'): Promise<void> => {
  const made = await db.global.one<{ id: number }>(sql`
    insert into tenant (alias, name) values (${alias}, ${alias}) returning id`);
  const id = made?.id ?? 0;
  await db.write(id, async (tx) => {
    await tx.many(sql`
      insert into tenant_host (tenant_id, host, retired_at) values (${id}, ${`portal.${alias}.test`}, null),
        (${id}, ${`antigo.${alias}.test`}, '2026-01-01') returning id`);
    await tx.many(sql`
      insert into console_host (tenant_id, host, position) values (${id}, ${`equipe.${alias}.test`}, 1) returning host`);
  });
  await db.global.many(sql`update tenant set standing = ${standing} where id = ${id} returning id`);
};

it('the hostnames of a cell are read by one statement, however many tenants it has', async () => {
  const counted = countedStatements(db);
  const asked = () => counted.during(() => hostsOf(config, counted.db));
  await tenant('beta');
  await tenant('alfa');
  const few = await asked();
  for (let n = 0; n < 8; n++) await tenant(`mais-${n}`);
  expect([few, await asked()]).toEqual([1, 1]);
});

it('they are those of the cell and of its tenants, without retired ones, and no tenant data is visible afterwards', async () => {
  await tenant('muda', 'moving');
  await tenant('foi', 'moved');
  await tenant('chega', 'arriving');
  const named = await hostsOf(config, db);
  expect(named.filter(({ tenant: of }) => !of?.startsWith('mais-'))).toEqual([
    { host: 'avisos.orbita.test', tenant: null },
    { host: 'equipe.beta.test', tenant: 'beta' },
    { host: 'portal.beta.test', tenant: 'beta' },
    { host: 'equipe.alfa.test', tenant: 'alfa' },
    { host: 'portal.alfa.test', tenant: 'alfa' },
    { host: 'equipe.muda.test', tenant: 'muda' },
    { host: 'portal.muda.test', tenant: 'muda' },
  ]);
  expect(named).toHaveLength(23);
  expect(await db.global.many(sql`select host from tenant_host union select host from console_host`)).toEqual(
    [],
  );
});
