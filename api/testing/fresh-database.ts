import pg from 'pg';

/** Creates a database on the given PostgreSQL: empty, or a copy of the named one. */
export async function freshDatabase(
  server: string,
  copyOf?: string,
): Promise<{ name: string; url: string; drop(): Promise<void> }> {
  const name = `test_${process.pid}_${Math.random().toString(36).slice(2, 10)}`;
  const run = async (text: string) => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query(text);
    await client.end();
  };
  await run(`create database ${name}${copyOf ? ` template ${copyOf}` : ''}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { name, url: url.href, drop: () => run(`drop database if exists ${name} with (force)`) };
}
