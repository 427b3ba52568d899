/** Tables with millions of rows in a large installation: reading or locking a whole one brings its college to a halt. */
export const LARGE_TABLES = [
  'subscription',
  'person',
  'person_address',
  'user_account',
  'login_session',
  'status_history',
  'notification',
  'outbox_event',
  'audit_log',
  'payment',
  'payment_event',
  'provider_notice',
  'webhook_delivery',
  'document_file',
  'required_document',
  'essay',
  'essay_mark',
  'essay_grade',
  'contract_acceptance',
  'consent',
  'idempotency_key',
  'access_key',
  'staff_event',
  'exam_score',
  'test_booking',
  'interview',
] as const;

/** First line of a migration that removes what an earlier one made superfluous. */
const CONTRACT = /^-- Contracts 0\d{3}[.:]/m;
const APART = '-- Each statement by itself.';

/**
 * What a `do` block runs: its statements, without the words that control it, and those it executes as text. Rows are only ever
 * changed in such blocks, because row security shows a migration the rows of one tenant at a time.
 */
const ofBlock = (body: string): string =>
  [
    body.replace(/\b(?:begin|declare|loop|then|else)\b/gi, ';'),
    ...[...body.matchAll(/\bexecute\s+(?:format\s*\(\s*)?'((?:[^']|'')*)'/gi)].map(([, said]) =>
      said?.replaceAll(/%[ILs]/g, 'x'),
    ),
  ].join(';');

/** Statements without comments, string literals, function bodies, quotes and schema, in lower case and with single spaces. */
const statementsOf = (text: string): string[] =>
  text
    .replace(/--[^\n]*/g, '')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\bdo\s+\$(\w*)\$([\s\S]*?)\$\1\$/gi, (_, _tag, body: string) => `;${ofBlock(body)};`)
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replace(/'[^']*'/g, "''")
    .replace(/"|\bpublic\./gi, '')
    .toLowerCase()
    .split(';')
    .map((one) => one.replace(/\s+/g, ' ').trim())
    .filter((one) => one !== '');

type Rule = { offends: RegExp; says: string };
/** Rules for each action of an `alter table` on a large table. */
const OF_ALTER: readonly Rule[] = [
  {
    offends: /\badd (?:column )?.*\bgenerated always as (?!identity)/,
    says: 'a stored column rewrites the table',
  },
  {
    offends:
      /\badd (?:column )?.*(?:\bgenerated (?:always|by default) as identity|\w (?:small|big)?serial\b)/,
    says: 'an identity rewrites the table',
  },
  {
    offends: /\badd (?:column )?.*\bdefault\b.*\b(?:gen_random_uuid|random|clock_timestamp|now|nextval)\b/,
    says: 'a default that differs by row rewrites the table',
  },
  {
    offends: /\badd column (?:if not exists )?\w+ .*\b(?:references|check)\b/,
    says: 'add the constraint by itself, not valid',
  },
  {
    offends: /\badd (?:constraint \w+ )?(?:check|foreign key)\b(?!.*\bnot valid\b)/,
    says: 'a constraint is added not valid, and validated apart',
  },
  {
    offends: /\badd (?:constraint \w+ )?(?:unique|primary key)\b(?! using index)/,
    says: 'a key uses an index made before',
  },
  {
    offends: /\balter (?:column )?\w+ (?:set data )?type\b/,
    says: 'another type rewrites the table: add a column',
  },
  {
    offends: /\balter (?:column )?\w+ set not null\b/,
    says: 'add a check (… is not null) not valid, and validate it apart',
  },
  { offends: /\bset (?:un)?logged\b|\bset tablespace\b/, says: 'this rewrites the table' },
];
/** Statements after which release N-1 no longer finds what it queries. */
const CONTRACTS =
  /\b(?:drop (?:column|table|function|type|sequence)|rename (?:column|to|constraint)|rename \w+ to)\b/;
/** The same of an action of an `alter table`, where the word `column` may be missing. */
const DROPS = /^ ?drop (?!constraint\b)/;
/** A column that release N-1, which does not know it, would have to write. */
const DEMANDS =
  /^ ?add (?!constraint\b|check\b|foreign\b|unique\b|primary\b|exclude\b)(?!.*\b(?:default|generated|serial)\b).*\bnot null\b/;

/** Actions of an `alter table`, separated by commas outside of brackets. */
function actionsOf(statement: string): string[] {
  const actions = [''];
  let depth = 0;
  for (const sign of statement) {
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    if (sign === ',' && depth === 0) actions.push('');
    else actions[actions.length - 1] += sign;
  }
  return actions;
}

/**
 * What in a migration would halt a live product or break the previous release: one line per offence. A table created by the
 * same migration is empty, so no rule applies to it.
 */
export function migrationOffences(text: string): string[] {
  const statements = statementsOf(text);
  const apart = text.startsWith(APART);
  const made = new Set(
    statements.map((one) => /^create (?:unlogged )?table (?:if not exists )?(\w+)/.exec(one)?.[1]),
  );
  // A large table that is renamed to become the first part of a new one of its name still counts as large.
  const renamed = new Map(
    statements.flatMap((one) => {
      const [, from, to] = /^alter table (\w+) rename to (\w+)$/.exec(one) ?? [];
      return from && to && made.has(from) ? [[to, from] as const] : [];
    }),
  );
  const isMade = (table: string | undefined) => table !== undefined && made.has(table);
  const isLarge = (table: string | undefined) =>
    table !== undefined &&
    !isMade(table) &&
    (LARGE_TABLES as readonly string[]).includes(renamed.get(table) ?? table);
  const offences: string[] = [];
  const say = (statement: string, why: string) => offences.push(`${why}: ${statement.slice(0, 90)}`);
  for (const [to, from] of renamed)
    if (
      !statements.some((one) => new RegExp(`^create table ${from} \\(.*\\) partition by `).test(one)) ||
      !new RegExp(`\\balter table ${from} attach partition ${to}\\b`).test(text)
    )
      say(to, 'a table that takes the place of another one has it as its part');
  for (const statement of statements) {
    if (/\block_timeout\b|\bstatement_timeout\b/.test(statement))
      say(statement, 'time-outs are set by `migrate`');
    const index =
      /^create (?:unique )?index (concurrently )?(if not exists )?(?:\w+ )?on (?:only )?(\w+)/.exec(
        statement,
      );
    if (index && isLarge(index[3]) && !(index[1] && index[2] && apart))
      say(
        statement,
        'an index of a large table is made concurrently if not exists, in a migration that runs apart',
      );
    if (
      apart &&
      !/^(?:(?:create (?:unique )?|drop )index concurrently if (?:not )?exists|alter table \w+ validate constraint)/.test(
        statement,
      )
    )
      say(statement, 'what runs apart may run again: indexes concurrently if (not) exists, and validations');
    if (/\bvalidate constraint\b/.test(statement) && !apart)
      say(statement, 'a constraint is validated apart');
    const changed =
      /^(?:with .*? )?(?:update (?:only )?|delete from (?:only )?|merge into (?:only )?|truncate (?:table )?(?:only )?)(\w+)/.exec(
        statement,
      )?.[1];
    if (isLarge(changed)) say(statement, 'rows of a large table are changed by a job, in batches');
    if (
      /^(?:insert into .*\bselect\b|create (?:\w+ )?table .* as\b|create materialized view\b)/.test(
        statement,
      ) &&
      LARGE_TABLES.some(
        (table) => isLarge(table) && new RegExp(`\\b(?:from|join) ${table}\\b`).test(statement),
      )
    )
      say(statement, 'a large table is copied by a job, in batches');
    const locked = /^(?:lock (?:table )?|cluster |vacuum full |reindex (?:table |index )?)(\w+)/.exec(
      statement,
    )?.[1];
    if (locked) say(statement, 'nothing locks a whole table');
    const altered = /^alter table (?:if exists )?(?:only )?(\w+) (.*)$/.exec(statement);
    const actions = actionsOf(altered?.[2] ?? '');
    // Nothing queries an index by its name.
    if (
      (CONTRACTS.test(statement) || actions.some((action) => DROPS.test(action))) &&
      !isMade(altered?.[1]) &&
      !statement.startsWith('alter index ') &&
      !CONTRACT.test(text)
    )
      say(
        statement,
        'release N-1 still asks for it: expand first, and contract later under `-- Contracts 0NNN.`',
      );
    if (!isMade(altered?.[1]) && actions.some((action) => DEMANDS.test(action)))
      say(statement, 'release N-1 does not write this column: give it a default, or let it be null');
    if (altered && isLarge(altered[1]))
      for (const action of actions)
        for (const { offends, says } of OF_ALTER) if (offends.test(action)) say(statement, says);
  }
  return offences;
}
