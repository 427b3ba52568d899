import sql from 'sql-template-tag';
import { Misconfigured } from '../config.ts';
import type { Database } from '../database/types.ts';
import { poolShare } from './share.ts';

/** Connections of a process besides its pool: the listening one. */
const BESIDES = 1;

/** Maximum number of PostgreSQL connections opened by a node whose processes share a pool of this size. */
export const connectionsOf = (processes: number, pool: number): number =>
  processes * (poolShare(pool, processes) + BESIDES);

/** Throws `Misconfigured` when PostgreSQL does not allow a node's processes all their connections. */
export async function refuseTooManyConnections(db: Database, processes: number, pool: number): Promise<void> {
  const row = await db.global.one<{ most: number }>(sql`
    select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
      - coalesce(current_setting('reserved_connections', true), '0')::int as most`);
  const needed = connectionsOf(processes, pool);
  if (row && needed > row.most)
    throw new Misconfigured([
      `--processes ${processes} with ORBITA_DATABASE_POOL ${pool} opens ${needed} connections and PostgreSQL allows ${row.most}: ask for fewer processes or a smaller pool`,
    ]);
}
