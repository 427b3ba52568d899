import sql, { join, type Sql } from 'sql-template-tag';

/** Letters of the first word without which a name says too little. */
export const LEAST_LETTERS = 3;
/** Names of one beginning that are read for the further words. */
const READ = 100_000;
/** Sorts after every continuation of a prefix. */
const LAST = '\u{10ffff}';

/** A name as `plain_name` writes it, in words: the first one begins it, each other one begins any further word of it. */
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

/** Condition on the person `p`, whose civil or social name is so. */
export const isCalled = ([first = '', ...others]: Words): Sql => {
  const either = COLUMNS.map((column) => {
    const name = sql`p.${column}`;
    return sql`${begins(name, first)} and ${contains(name, others)}`;
  });
  return sql`(${join(either, ' or ')})`;
};

/** How many ids are wanted, and how many names of one beginning are read for them. */
type Bounds = { most: number; read?: number };

/**
 * One row for a column: the first ids in the order of names, and whether names of this beginning were left unread. Nothing is
 * read unless `when` holds.
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
 * Statement of one row: `ids` of people whose civil or social name is so, and `cut`, true where not all names
 * with this beginning were read. About `most` ids at most, and a bounded number of names, however common the first word is.
 */
export const called = (tenantId: number, words: Words, { most, read = READ }: Bounds): Sql => {
  const inColumns = (way: Words, names: number, when: Sql): Sql =>
    join(
      COLUMNS.map((column) => inColumn(column, way, { tenantId, most, names, when })),
      ' union all ',
    );
  // A name that is typed in its own order is found also where more people have its first word than are read.
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
