import sql, { Sql } from 'sql-template-tag';
import type { Runner } from '../../api/platform/database/types.ts';

/** Tables every call may write, refused or not: the heartbeat of a session, and the answer stored under a key. */
const OF_THE_CALL: readonly string[] = ['login_session', 'idempotency_key'];

type Column = { table: string; name: string };
type Reference = { table: string; column: string; to: string };
type Schema = { columns: readonly Column[]; references: readonly Reference[] };

/** Rows of an application ($2) of a person ($3), as a condition on a table. */
type Mine = ReadonlyMap<string, string>;

function mineOf({ columns, references }: Schema): Mine {
  const mine = new Map([
    ['subscription', 'x.id = $2'],
    ['person', 'x.id = $3'],
  ]);
  const having = (name: string) => columns.filter((one) => one.name === name).map(({ table }) => table);
  for (const table of having('person_id')) if (!mine.has(table)) mine.set(table, 'x.person_id = $3');
  for (const table of having('subscription_id')) mine.set(table, 'x.subscription_id = $2');
  // Capacity tables are compared completely, because other applications do not change during the test.
  for (const table of having('taken')) mine.set(table, 'true');
  const owners = [...mine.keys()];
  for (const owner of owners) {
    for (const { table, column, to } of references) {
      if (to !== owner || mine.has(table) || mine.get(owner) === 'true') continue;
      const of = mine.get(owner)?.replace('x.', 'o.');
      mine.set(table, `x.${column} in (select o.id from ${owner} o where o.tenant_id = $1 and ${of})`);
      owners.push(table);
    }
  }
  for (const table of OF_THE_CALL) mine.delete(table);
  return mine;
}

/** Hash of each table's rows of an application; tables without a row are absent. */
export type Print = Readonly<Record<string, string>>;

const schemaOf = async (on: Runner): Promise<Schema> => ({
  columns: await on.many<Column>(sql`
    select c.relname as "table", a.attname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname in ('subscription_id', 'person_id', 'taken')
    join pg_attribute t on t.attrelid = c.oid and t.attname = 'tenant_id'
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace order by 1, 2`),
  references: await on.many<Reference>(sql`
    select r.conrelid::regclass::text as "table", r.confrelid::regclass::text as "to", a.attname as "column"
    from pg_constraint r join pg_attribute a on a.attrelid = r.conrelid and a.attnum = r.conkey[2]
    where r.contype = 'f' and cardinality(r.conkey) = 2 order by 1, 2`),
});

/**
 * Prepares the fingerprint of an application: every table that references it, its person, or one of their rows. The tables are
 * read from the schema, so that a new table is included automatically.
 */
export async function printer(on: Runner, tenantId: number) {
  const mine = mineOf(await schemaOf(on));
  const parts = [...mine].map(
    ([table, condition]) => `select '${table}' as name, md5(string_agg(x::text, ';' order by x::text)) as hash
      from ${table} x where x.tenant_id = $1 and ${condition}`,
  );
  const text = `select coalesce(jsonb_object_agg(name, hash) filter (where hash is not null), '{}') as print
    from (${parts.join(' union all ')}) known`;
  // Values are passed as parameters, because a new statement text for each fingerprint would be planned each time.
  const pieces = text.split(/\$[123]/);
  const asked = text.match(/\$[123]/g) ?? [];
  return {
    tables: [...mine.keys()].sort(),
    async of(subscriptionId: number, personId: number): Promise<Print> {
      const values: Record<string, number> = { $1: tenantId, $2: subscriptionId, $3: personId };
      const found = await on.one<{ print: Print }>(
        new Sql(
          pieces,
          asked.map((name) => values[name]),
        ),
      );
      return found?.print ?? {};
    },
  };
}

/** Tables that differ. */
export const differences = (before: Print, after: Print): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => before[name] !== after[name],
  );
