import sql from 'sql-template-tag';
import type { House } from '../../platform/house.ts';
import { fail } from '../../platform/http/errors.ts';
import { forgetHosts } from '../../tenancy/index.ts';

export type TenantShape = { id: string; alias: string; name: string; hosts: string[] };

/** Creates a tenant with its hosts, which answer at once as group hosts. 409 `DUPLICATE` when alias or host is taken. */
export async function createTenant(
  house: House,
  given: { alias: string; name: string; hosts: string[] },
): Promise<TenantShape> {
  const hosts = [...new Set(given.hosts.map((host) => host.toLowerCase()))];
  for (const host of hosts) {
    const owner = await house.db.lookup({ setting: 'app.host', value: host }).one(sql`
      select tenant_id from tenant_host where host = ${host}`);
    if (owner)
      fail('DUPLICATE', { errors: [{ field: 'hosts', message: `${host} belongs to another tenant` }] });
  }
  const row = await house.db.global.one<{ id: number; public_id: string }>(sql`
    insert into tenant (alias, name) values (${given.alias}, ${given.name})
    on conflict (alias) do nothing returning id, public_id`);
  if (!row) fail('DUPLICATE', { errors: [{ field: 'alias', message: `${given.alias} is taken` }] });
  await house.db.write(row.id, async (tx) => {
    for (const host of hosts) {
      await tx.one(sql`insert into tenant_host (tenant_id, host) values (${row.id}, ${host}) returning id`);
    }
  });
  forgetHosts(house);
  return { id: row.public_id, alias: given.alias, name: given.name, hosts };
}

/** A tenant with the hosts that are in use; undefined when there is none of this alias. */
export async function showTenant(house: House, alias: string): Promise<TenantShape | undefined> {
  const row = await house.db.global.one<{ id: number; public_id: string; alias: string; name: string }>(sql`
    select id, public_id, alias, name from tenant where alias = ${alias}`);
  if (!row) return undefined;
  const hosts = await house.db.tenant(row.id).many<{ host: string }>(sql`
    select host from tenant_host where tenant_id = ${row.id} and retired_at is null order by id`);
  return { id: row.public_id, alias: row.alias, name: row.name, hosts: hosts.map(({ host }) => host) };
}
