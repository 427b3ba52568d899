import sql, { raw } from 'sql-template-tag';
import type { Database } from './types.ts';

/** Tables that belong to no tenant (spec 19). */
export const GLOBAL_TABLES = ['tenant', 'state', 'city', 'gender', 'schema_migration', 'job_run'];
/** Constraints that are deliberately unique across tenants: a host name belongs to one tenant of the installation. */
const GLOBAL_UNIQUE = ['tenant_host_host_key', 'console_host_host_key'];

/** SQL condition for objects of an extension, such as the views of `pg_stat_statements`, which hold no tenant rows. */
const ofExtension = (catalogue: 'pg_class' | 'pg_proc', oid: string) =>
  raw(`exists (select from pg_depend d where d.classid = '${catalogue}'::regclass and d.objid = ${oid}
    and d.deptype = 'e')`);

/**
 * Checks the tenancy rules T1, T2, T4, T5 and T8 in the database itself. Returns one line per violation, or an empty list. Run
 * at every start (the service refuses to serve) and by a test.
 */
export async function tenancyOffences(db: Database): Promise<string[]> {
  const tables = await db.global.many<{
    name: string;
    rls: boolean;
    forced: boolean;
    policies: number;
    mine: boolean;
    first: string;
  }>(sql`
    select c.relname as name, c.relrowsecurity as rls, c.relforcerowsecurity as forced,
           (select count(*)::int from pg_policy p where p.polrelid = c.oid) as policies,
           pg_get_userbyid(c.relowner) = current_user as mine,
           (select a.attname from pg_attribute a where a.attrelid = c.oid and a.attnum = 1) as first
    from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
      and not ${ofExtension('pg_class', 'c.oid')} order by 1`);
  const keys = await db.global.many<{ tab: string; name: string; first: string }>(sql`
    select c.relname as tab, i.relname as name,
           (select a.attname from pg_attribute a where a.attrelid = c.oid and a.attnum = x.indkey[0]) as first
    from pg_index x join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
    where c.relnamespace = 'public'::regnamespace and (x.indisunique or x.indisprimary)
      and not ${ofExtension('pg_class', 'c.oid')} order by 1, 2`);
  const references = await db.global.many<{
    tab: string;
    name: string;
    target: string;
    columns: string[];
  }>(sql`
    select c.conrelid::regclass::text as tab, c.conname as name, c.confrelid::regclass::text as target,
           (select array_agg(a.attname::text order by k.n) from unnest(c.conkey) with ordinality k(num, n)
              join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.num) as columns
    from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace
      and not ${ofExtension('pg_class', 'c.conrelid')}`);
  const [me] = await db.global.many<{ name: string; super: boolean; bypass: boolean }>(sql`
    select rolname as name, rolsuper as super, rolbypassrls as bypass from pg_roles where rolname = current_user`);
  const [unsafe] = await db.global.many<{ count: number }>(sql`
    select count(*)::int as count from pg_proc p where prosecdef and pronamespace = 'public'::regnamespace
      and not ${ofExtension('pg_proc', 'p.oid')}`);
  const [views] = await db.global.many<{ count: number }>(sql`
    select count(*)::int as count from pg_class c where relkind in ('v', 'm')
      and relnamespace = 'public'::regnamespace and not ${ofExtension('pg_class', 'c.oid')}`);

  const offences: string[] = [];
  if (!me || me.super || me.bypass) offences.push('T1: the application role may bypass row-level security');
  for (const table of tables) {
    if (table.mine) offences.push(`T1: the application role owns ${table.name}`);
    if (GLOBAL_TABLES.includes(table.name)) continue;
    if (table.first !== 'tenant_id') offences.push(`T2: ${table.name} does not start with tenant_id`);
    if (!table.rls || !table.forced) offences.push(`T2: row-level security is not forced on ${table.name}`);
    if (table.policies < 2) offences.push(`T2: ${table.name} lacks a reading or a writing policy`);
  }
  for (const key of keys) {
    if (GLOBAL_TABLES.includes(key.tab) || GLOBAL_UNIQUE.includes(key.name)) continue;
    if (key.first !== 'tenant_id')
      offences.push(`T8: ${key.name} of ${key.tab} does not start with tenant_id`);
  }
  for (const reference of references) {
    if (GLOBAL_TABLES.includes(reference.target)) continue;
    if (!reference.columns.includes('tenant_id'))
      offences.push(`T4: ${reference.name} of ${reference.tab} leaves out tenant_id`);
  }
  if ((unsafe?.count ?? 0) > 0) offences.push('T5: there are security-definer functions');
  if ((views?.count ?? 0) > 0) offences.push('T5: there are views; list and review them');
  return offences;
}
