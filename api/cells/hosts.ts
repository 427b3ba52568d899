import sql from 'sql-template-tag';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database/types.ts';
import type { Named } from './map.ts';

/** Names that belong to a cell and to no tenant: where providers send notices, and the origins of files and of card fields. */
const ownHosts = ({ publicUrl, filesUrl, cardOrigin }: Config): Named[] =>
  [publicUrl, filesUrl, cardOrigin].flatMap((url) =>
    url === undefined ? [] : [{ host: new URL(url).hostname, tenant: null }],
  );

/**
 * Every name that leads to a cell: of its tenants' pages and consoles, as long as it serves them, and its own. One statement asks for
 * all tenants.
 */
export async function hostsOf(config: Config, db: Database): Promise<Named[]> {
  const tenants = await db.global.many<Named>(sql`
    select h.host, t.alias as tenant from hosts_of_tenants() h join tenant t on t.id = h.of_tenant order by t.id, h.host`);
  return [...ownHosts(config), ...tenants];
}
