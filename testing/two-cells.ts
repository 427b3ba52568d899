import { request as connectTo, createServer } from 'node:http';
import { sandboxEnvironment } from '@orbita/sandbox/environment';
import sql from 'sql-template-tag';
import type { Row } from '../api/platform/database/types.ts';
import type { Platform } from '../api/platform/platform.ts';
import { type Harness, startHarness } from './harness.ts';

/** The secret of the second cell, different from the first's. */
export const SECRET_OF_THE_SECOND = 'the secret of the second cell, long enough';

/**
 * A second cell beside a first one, with its own tenants that have the same ids but other names; they share the sandbox. It
 * needs a PostgreSQL.
 */
export async function secondCell(first: Harness, environment: Record<string, string> = {}): Promise<Harness> {
  const { url, ports } = first.sandbox;
  const second = await startHarness({
    callsPerMinute: 1_000_000,
    proves: false,
    environment: {
      ORBITA_SECRET: SECRET_OF_THE_SECOND,
      ...sandboxEnvironment({ url, smtpPort: ports.smtp, clamdPort: ports.clamd, controlKey: 'control' }),
      ...environment,
    },
  });
  const { db } = second.platform;
  for (const tenantId of await db.tenantIds()) {
    await db.global.many(sql`
      update tenant set alias = 'outra-' || alias, public_id = gen_random_uuid() where id = ${tenantId} returning id`);
    for (const table of [sql`tenant_host`, sql`console_host`])
      await db.tenant(tenantId).many(sql`update ${table} set host = 'outra.' || host returning host`);
  }
  await db.notify('orbita_catalogue', 'all');
  return second;
}

/** Id of a tenant in a cell; undefined if it is not known. */
export const numberOf = async ({ db }: Platform, alias: string): Promise<number | undefined> =>
  (await db.global.one<{ id: number }>(sql`select id from tenant where alias = ${alias}`))?.id;

/** Names of all tables with the content of every row of a tenant, in a fixed order; without its id in the cell. */
export async function everythingOf(
  { db }: Platform,
  tenantId: number,
  leave: Readonly<Record<string, readonly string[]>> = {},
): Promise<Map<string, string[]>> {
  return db.asOwner(async (run) => {
    await run("select set_config('app.tenant_id', $1, false)", [String(tenantId)]);
    const tables = await run(`select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'tenant_id'
        and table_name not in (select relname from pg_class where relispartition) order by 1`);
    const all = new Map<string, string[]>();
    for (const { name } of tables) {
      const rows: Row[] = await run(
        `select (to_jsonb(t) - 'tenant_id' - $2::text[])::text as row from "${name}" t where tenant_id = $1 order by 1`,
        [tenantId, leave[String(name)] ?? []],
      );
      all.set(
        String(name),
        rows.map(({ row }) => String(row).replaceAll(`tenants/${tenantId}/`, 'tenants/_/')),
      );
    }
    return all;
  });
}

/** The proxy in front of the cells: sends every request to the cell in its map, however the client keeps its connection. */
export async function startProxy() {
  let cell = '';
  const server = createServer((request, response) => {
    const { hostname, port } = new URL(cell);
    const { method, url: path, headers } = request;
    // Like the proxy of `PROXIED`: a request that names no host is for the one it called.
    const given = { 'x-forwarded-host': headers.host ?? '', ...headers };
    const onward = connectTo({ hostname, port, method, path, headers: given }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    lead: (to: string) => {
      cell = to;
    },
    stop: () => {
      server.closeAllConnections();
      return new Promise((done) => server.close(done));
    },
  };
}
