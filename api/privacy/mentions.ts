import { setImmediate } from 'node:timers/promises';
import { entryOf } from '@orbita/domain/foundation';
import sql, { empty, raw, type Sql } from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';
import { jsonWithoutMentions, type Named, type Sieve, sieveOf, withoutMentions } from './mention-text.ts';
import { personalTables } from './tables.ts';

/** Names, documents and contacts of people who are about to be erased. */
const namedIn = (tx: Tx, personIds: readonly number[]): Promise<Named[]> =>
  tx.many<Named>(sql`
    select array_remove(array[p.name, p.social_name], null) as names,
      array_remove(array[p.cpf, p.rg], null) || array(select u.document from user_account u
        where u.tenant_id = p.tenant_id and u.person_id = p.id) as documents,
      array_remove(array[p.email], null) as emails,
      array_remove(array[p.cell_phone, p.phone], null) as phones
    from person p where p.tenant_id = ${tx.tenantId} and p.id = any(${personIds}::bigint[])
      and p.anonymised_at is null`);

/** Pages of a table read per statement: a few megabytes, however large the table is. */
const PAGES = 512;

/** Rows processed before other work gets a chance to run. */
const IN_ONE_GO = 50;

/** Fields of these files are found by their position. */
const FIXED_WIDTH: ReadonlySet<string> = new Set(['slip_remittance.content']);

/** Texts that may be emptied but never rewritten; they are removed as a whole. */
const EMPTIED: ReadonlySet<string> = new Set(['status_history.reason']);

/** Rows that belong to a person mention nobody else, so only those of the team and of systems are read. */
const NOBODYS: Readonly<Record<string, Sql>> = {
  notification: sql`and person_id is null`,
  idempotency_key: sql`and person_id = 0`,
};

const columns = personalTables.flatMap(({ table, mentions = [] }) =>
  mentions.map((column) => ({ table, column })),
);

/**
 * Removes people from texts that the team wrote elsewhere: notes about others, reasons of lists, kept responses. The people's own
 * rows are erased as a whole. Reads each such column once, however many people are concerned, and a part of it per statement.
 */
export async function eraseMentions(tx: Tx, personIds: readonly number[]): Promise<void> {
  const people = await namedIn(tx, personIds);
  const sieve = sieveOf(people);
  if (sieve.coarse.length === 0) return;
  for (const at of columns) {
    // Names of tables and columns come from the modules' own lists, never from a request.
    const size = await tx.one<{ pages: number }>(sql`
      select (pg_relation_size(${at.table}::regclass) / current_setting('block_size')::int)::int as pages`);
    for (let page = 0; page <= (size?.pages ?? 0); page += PAGES)
      await eraseOn(tx, { ...at, page }, { people, sieve });
  }
}

type Part = { table: string; column: string; page: number };
type Whom = { people: readonly Named[]; sieve: Sieve };

async function eraseOn(tx: Tx, { table, column, page }: Part, { people, sieve }: Whom): Promise<void> {
  const [from, what] = [raw(table), raw(column)];
  const text = sql`plain_name(${what}::text)`;
  const rows = await tx.many<{ place: string; words: unknown; type: string }>(sql`
    select ctid::text as place, ${what} as words, pg_typeof(${what})::text as type from ${from}
    where tenant_id = ${tx.tenantId} ${entryOf(NOBODYS, table) ?? empty}
      and ctid >= ${`(${page},0)`}::tid and ctid < ${`(${page + PAGES},0)`}::tid and ${what} is not null
      and ${text} like any(${sieve.coarse}::text[]) and ${text} like any(${sieve.fine}::text[]) for update`);
  for (const [n, { place, words, type }] of rows.entries()) {
    if (n % IN_ONE_GO === IN_ONE_GO - 1) await setImmediate();
    const isText = type === 'text';
    const kept = isText
      ? withoutMentions(String(words), people, FIXED_WIDTH.has(`${table}.${column}`))
      : JSON.stringify(jsonWithoutMentions(words, people));
    if (kept === (isText ? words : JSON.stringify(words))) continue;
    const left = EMPTIED.has(`${table}.${column}`) ? null : kept;
    await tx.many(sql`
      update ${from} set ${what} = ${left}${raw(isText ? '::text' : '::jsonb')}
      where tenant_id = ${tx.tenantId} and ctid = ${place}::tid returning tenant_id`);
  }
}
