import { statfsSync } from 'node:fs';
import pg from 'pg';
import { BARE_TABLES } from './bare.ts';

/** File system type of tmpfs (`TMPFS_MAGIC` of Linux). */
const IN_MEMORY = 0x01021994;

/** How durable a commit of this server is, according to the server itself and the file system of its folder. */
export async function durabilityOf(url: string, folder: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; setting: string }>(
      `select name, setting from pg_settings
       where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'server_version') order by name`,
    );
    const settings = rows.map(({ name, setting }) => `${name} ${setting}`).join(', ');
    return statfsSync(folder).type === IN_MEMORY
      ? `${settings}; its folder is in MEMORY, so no commit waits for a disk`
      : `${settings}; its folder is on a disk`;
  } finally {
    await client.end();
  }
}

/** Creates the tables of the bare server, with a draft for each lane. */
export async function createBareTables(url: string, tenantId: number, lanes: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(BARE_TABLES);
    await client.query(`insert into bare.draft select $1, n, '', 0 from generate_series(1, $2::int) n`, [
      tenantId,
      lanes,
    ]);
  } finally {
    await client.end();
  }
}
