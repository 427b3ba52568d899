import sql from 'sql-template-tag';
import { constraintOf, type Runner, type Tx } from '../platform/database/types.ts';
import { fail } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { forgetHosts } from './hosts.ts';

export type TenantShape = { id: string; alias: string; name: string; hosts: string[] };

const taken = (field: 'alias' | 'hosts', message: string): never =>
  fail('DUPLICATE', { errors: [{ field, message }] });

/**
 * Creates a tenant with its hosts, which work immediately as group hosts; all or nothing, including what `also` writes in the
 * tenant. 409 `DUPLICATE` when the alias or a host is taken.
 */
export async function createTenant(
  platform: Platform,
  given: { alias: string; name: string; hosts: string[] },
  also: (tx: Tx, made: TenantShape) => Promise<void> = async () => undefined,
): Promise<TenantShape> {
  const { alias, name } = given;
  const hosts = [...new Set(given.hosts.map((host) => host.toLowerCase()))];
  for (const host of hosts) {
    const owner = await platform.db.lookup({ setting: 'app.host', value: host }).one(sql`
      select tenant_id from tenant_host where host = ${host}
      union all select tenant_id from console_host where host = ${host}`);
    if (owner) taken('hosts', `${host} belongs to another tenant`);
  }
  // The id is needed first, because rows of a tenant are written under its id.
  const next = await platform.db.global.one<{ id: number }>(sql`
    select nextval(pg_get_serial_sequence('tenant', 'id')) as id`);
  if (!next) throw new Error('The sequence of tenants answered nothing');
  const created = await platform.db
    .write(next.id, async (tx) => {
      const row = await tx.one<{ public_id: string }>(sql`
        insert into tenant (id, alias, name) values (${next.id}, ${alias}, ${name})
        on conflict (alias) do nothing returning public_id`);
      for (const host of row ? hosts : [])
        await tx.one(
          sql`insert into tenant_host (tenant_id, host) values (${next.id}, ${host}) returning id`,
        );
      const made = row && { id: row.public_id, alias, name, hosts };
      if (made) await also(tx, made);
      return made;
    })
    .catch((error: unknown) => {
      if (constraintOf(error) !== 'tenant_host_host_key') throw error;
      // Another call took a host after the check.
      return taken('hosts', 'One of them belongs to another tenant');
    });
  if (!created) return taken('alias', `${alias} is taken`);
  forgetHosts(platform);
  return created;
}

/** A tenant with its active hosts; undefined when there is none with this alias. */
export async function showTenant(on: Runner, alias: string): Promise<TenantShape | undefined> {
  const row = await on.one<{ public_id: string; alias: string; name: string; hosts: string[] }>(sql`
    select t.public_id, t.alias, t.name, array(
      select h.host from tenant_host h where h.tenant_id = t.id and h.retired_at is null order by h.id) as hosts
    from tenant t where t.alias = ${alias}`);
  return row && { id: row.public_id, alias: row.alias, name: row.name, hosts: row.hosts };
}
