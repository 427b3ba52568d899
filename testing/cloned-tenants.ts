import type { Database } from '../api/platform/database/types.ts';

/**
 * Creates further tenants with copies of an existing one's rows, including all ids except the tenant's; host names are prefixed
 * with the alias. Data sealed for the original cannot be opened for the copies. Returns their ids, in the order of the aliases.
 */
export const clonedTenants = (db: Database, from: number, aliases: readonly string[]): Promise<number[]> =>
  db.asOwner(async (run) => {
    // Triggers and foreign keys are skipped: they did their work for the original.
    await run('set session_replication_role = replica');
    const ids: number[] = [];
    const tables = await run(`
      select c.table_name as name, string_agg(format('%I', c.column_name), ', ' order by c.ordinal_position) as columns
      from information_schema.columns c join pg_class k on k.oid = c.table_name::regclass
      where c.table_schema = 'public' and k.relkind in ('r', 'p') and not k.relispartition
        and c.is_generated = 'NEVER' and c.column_name <> 'tenant_id' and exists (
          select from information_schema.columns t where t.table_schema = 'public' and t.table_name = c.table_name
            and t.column_name = 'tenant_id')
      group by 1`);
    for (const alias of aliases) {
      const [made] = await run(
        'insert into tenant (alias, name, time_zone, holidays) select $2, $2, time_zone, holidays from tenant where id = $1 returning id',
        [from, alias],
      );
      const id = Number(made?.id);
      for (const { name, columns } of tables) {
        const values = /_host$/.test(String(name))
          ? String(columns).replace(/\bhost\b/, `'${alias}.' || host`)
          : String(columns);
        await run(
          `insert into ${name} (tenant_id, ${columns}) select $2::bigint, ${values} from ${name} where tenant_id = $1`,
          [from, id],
        );
      }
      ids.push(id);
    }
    await run('set session_replication_role = origin');
    return ids;
  });
