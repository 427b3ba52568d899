import sql from 'sql-template-tag';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database/types.ts';
import type { Named } from './map.ts';

/** Names that belong to a cell and to no tenant: where providers send notices, and the origins of files and of card fields. */
const ownHosts = ({ publicUrl, filesUrl, cardOrigin }: Config): Named[] =>
  [publicUrl, filesUrl, cardOrigin].flatMap((url) =>
    url === undefined ? [] : [{ host: new URL(url).hostname, tenant: null }],
  );

/** Every name that leads to a cell: of its tenants' pages and consoles, as long as it serves them, and its own. */
export async function hostsOf(config: Config, db: Database): Promise<Named[]> {
  const tenants = await db.global.many<{ id: number; alias: string }>(sql`
    select id, alias from tenant where standing in ('open', 'moving') order by id`);
  const found = ownHosts(config);
  for (const { id, alias } of tenants) {
    const rows = await db.tenant(id).many<{ host: string }>(sql`
      select host from tenant_host where tenant_id = ${id} and retired_at is null
      union select host from console_host where tenant_id = ${id} order by 1`);
    found.push(...rows.map(({ host }) => ({ host, tenant: alias })));
  }
  return found;
}
