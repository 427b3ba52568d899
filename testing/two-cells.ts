import { sandboxEnvironment } from '@orbita/sandbox/environment';
import sql from 'sql-template-tag';
import type { Row } from '../api/platform/database/types.ts';
import type { Platform } from '../api/platform/platform.ts';
import { type Harness, startHarness } from './harness.ts';

/** The secret of the second cell, which is not that of the first. */
export const SECRET_OF_THE_SECOND = 'the secret of the second cell, long enough';

/**
 * A second cell beside a first one, with tenants of its own that have the same numbers, and other names; it has the same outside
 * world. It needs a PostgreSQL.
 */
export async function secondCell(first: Harness): Promise<Harness> {
  const { url, ports } = first.sandbox;
  const second = await startHarness({
    callsPerMinute: 1_000_000,
    proves: false,
    environment: {
      ORBITA_SECRET: SECRET_OF_THE_SECOND,
      ...sandboxEnvironment({ url, smtpPort: ports.smtp, clamdPort: ports.clamd, controlKey: 'control' }),
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

/** Number of a tenant in a cell; undefined where it is not known. */
export const numberOf = async ({ db }: Platform, alias: string): Promise<number | undefined> =>
  (await db.global.one<{ id: number }>(sql`select id from tenant where alias = ${alias}`))?.id;

/** Names of all tables, with what every row of a tenant says in them, in an order of their own; without its number in the cell. */
export async function everythingOf(
  { db }: Platform,
  tenantId: number,
  leave: Readonly<Record<string, readonly string[]>> = {},
): Promise<Map<string, string[]>> {
  return db.asOwner(async (run) => {
    await run("select set_config('app.tenant_id', $1, false)", [String(tenantId)]);
    const tables = await run(`select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'tenant_id' order by 1`);
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
