import pg from 'pg';

/**
 * How a database is copied: by file if the server is not durable, because that is half the work; by log otherwise, because
 * copying by file would wait for two checkpoints on disk.
 */
const wayOf = async (client: pg.Client): Promise<string> => {
  const { rows } = await client.query<{ fsync: string }>('show fsync');
  return rows[0]?.fsync === 'off' ? 'file_copy' : 'wal_log';
};

/** Creates a database on the given PostgreSQL: empty, or a copy of the named one. */
export async function freshDatabase(
  server: string,
  copyOf?: string,
): Promise<{ name: string; url: string; drop(): Promise<void> }> {
  const name = `test_${process.pid}_${Math.random().toString(36).slice(2, 10)}`;
  const connected = async (work: (client: pg.Client) => Promise<unknown>) => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await work(client);
    await client.end();
  };
  await connected(async (client) =>
    client.query(
      `create database ${name}${copyOf ? ` template ${copyOf} strategy ${await wayOf(client)}` : ''}`,
    ),
  );
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    name,
    url: url.href,
    drop: () => connected((client) => client.query(`drop database if exists ${name} with (force)`)),
  };
}
