import sql, { join, type Sql } from 'sql-template-tag';

/** Minimum number of letters in the first word; fewer are too vague. */
export const LEAST_LETTERS = 3;
/** Maximum number of names with the same beginning that are read to match the other words. */
const READ = 100_000;
/** Sorts after every continuation of a prefix. */
const LAST = '\u{10ffff}';

/**
 * The words of a name as written by `plain_name`: the name starts with the first one; each of the others starts some later word.
 */
type Words = readonly string[];

const begins = (name: Sql, start: string): Sql =>
  sql`${name} >= plain_name(${start}::text) and ${name} < plain_name(${start}::text) || ${LAST}::text`;

const contains = (name: Sql, words: Words): Sql =>
  join(
    [sql`true`, ...words.map((word) => sql`position(' ' || plain_name(${word}::text) in ${name}) > 0`)],
    ' and ',
  );

/** The civil and the social name. */
const COLUMNS = [sql`search_name`, sql`search_social_name`];

/** Condition that the civil or social name of the person `p` matches. */
export const isCalled = ([first = '', ...others]: Words): Sql => {
  const either = COLUMNS.map((column) => {
    const name = sql`p.${column}`;
    return sql`${begins(name, first)} and ${contains(name, others)}`;
  });
  return sql`(${join(either, ' or ')})`;
};

/** How many ids are wanted, and how many names with the same beginning may be read for that. */
type Bounds = { most: number; read?: number };

/**
 * One row for a column: the first ids in name order, and whether names with this beginning were left unread. Reads nothing unless
 * `when` holds.
 */
const inColumn = (
  column: Sql,
  [first = '', ...others]: Words,
  { tenantId, most, names, when }: { tenantId: number; most: number; names: number; when: Sql },
): Sql => sql`
    select coalesce((array_agg(id order by name) filter (where ${contains(sql`name`, others)}))[1:${most}::int], '{}') as ids,
      count(*) > ${names}::int as cut
    from (select id, ${column} as name from person where tenant_id = ${tenantId} and ${begins(column, first)} and ${when}
      order by ${column} limit ${names + 1}::int) beginning`;

/**
 * Statement with one row: `ids` of people whose civil or social name matches, and `cut`, true if not all names with this
 * beginning were read. Returns about `most` ids and reads a limited number of names, however common the first word is.
 */
export const called = (tenantId: number, words: Words, { most, read = READ }: Bounds): Sql => {
  const inColumns = (way: Words, names: number, when: Sql): Sql =>
    join(
      COLUMNS.map((column) => inColumn(column, way, { tenantId, most, names, when })),
      ' union all ',
    );
  // A name typed in its original order is found even if more people share its first word than are read.
  const asTyped = inColumns([words.join(' ')], most, sql`true`);
  const byWords = inColumns(
    words,
    words.length > 1 ? read : 0,
    sql`${words.length > 1}::boolean and (select sum(cardinality(ids)) from typed) < ${most}::int`,
  );
  return sql`
    with typed as materialized (${asTyped}), found as materialized (select ids, cut from typed union all ${byWords})
    select array(select distinct id from found, unnest(found.ids) id) as ids, (select bool_or(cut) from found) as cut`;
};
