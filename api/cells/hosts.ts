import sql from 'sql-template-tag';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database/types.ts';
import type { Named } from './map.ts';

/** Names that belong to a cell but to no tenant: where providers send notices, and the origins of files and card fields. */
const ownHosts = ({ publicUrl, filesUrl, cardOrigin }: Config): Named[] =>
  [publicUrl, filesUrl, cardOrigin].flatMap((url) =>
    url === undefined ? [] : [{ host: new URL(url).hostname, tenant: null }],
  );

/**
 * All host names that lead to a cell: its own ones, and those of the pages and consoles of its tenants while it serves them. A
 * single statement reads all tenants.
 */
export async function hostsOf(config: Config, db: Database): Promise<Named[]> {
  const tenants = await db.global.many<Named>(sql`
    select h.host, t.alias as tenant from hosts_of_tenants() h join tenant t on t.id = h.of_tenant order by t.id, h.host`);
  return [...ownHosts(config), ...tenants];
}
