import sql, { raw } from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';
import { jsonWithoutMentions, type Named, sieveOf, withoutMentions } from './mention-text.ts';
import { personalTables } from './tables.ts';

/** The names, documents and contacts of people who are about to be erased. */
export const namedIn = (tx: Tx, personIds: readonly number[]): Promise<Named[]> =>
  tx.many<Named>(sql`
    select array_remove(array[p.name, p.social_name], null) as names,
      array_remove(array[p.cpf, p.rg], null) || array(select u.document from user_account u
        where u.tenant_id = p.tenant_id and u.person_id = p.id) as documents,
      array_remove(array[p.email], null) as emails,
      array_remove(array[p.cell_phone, p.phone], null) as phones
    from person p where p.tenant_id = ${tx.tenantId} and p.id = any(${personIds}::bigint[])
      and p.anonymised_at is null`);

/** Fields of these files are found by their place. */
const FIXED_WIDTH: ReadonlySet<string> = new Set(['slip_remittance.content']);

/** Words that may be emptied and never rewritten; they go as a whole. */
const EMPTIED: ReadonlySet<string> = new Set(['status_history.reason']);

const columns = personalTables.flatMap(({ table, mentions = [] }) =>
  mentions.map((column) => ({ table, column })),
);

/**
 * Takes people out of words that the team wrote elsewhere: in notes about others, reasons of lists, kept answers. Their own
 * rows are erased as a whole. Reads each such column once, however many people it is about.
 */
export async function eraseMentions(tx: Tx, personIds: readonly number[]): Promise<void> {
  const people = await namedIn(tx, personIds);
  const sieve = sieveOf(people);
  if (sieve.length === 0) return;
  for (const { table, column } of columns) {
    // Names of tables and columns come from the modules' own lists, never from a request.
    const [from, what] = [raw(table), raw(column)];
    const rows = await tx.many<{ place: string; words: unknown; type: string }>(sql`
      select ctid::text as place, ${what} as words, pg_typeof(${what})::text as type from ${from} where tenant_id = ${tx.tenantId}
        and ${what} is not null and plain_name(${what}::text) like any(${sieve}::text[]) for update`);
    for (const { place, words, type } of rows) {
      const kept =
        type === 'text'
          ? withoutMentions(String(words), people, FIXED_WIDTH.has(`${table}.${column}`))
          : JSON.stringify(jsonWithoutMentions(words, people));
      if (kept === (type === 'text' ? words : JSON.stringify(words))) continue;
      const left = EMPTIED.has(`${table}.${column}`) ? null : kept;
      await tx.many(sql`
        update ${from} set ${what} = ${left}${raw(type === 'text' ? '::text' : '::jsonb')}
        where tenant_id = ${tx.tenantId} and ctid = ${place}::tid returning tenant_id`);
    }
  }
}
