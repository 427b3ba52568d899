import pg from 'pg';
import sql, { raw, type Sql } from 'sql-template-tag';
import { parameter, type Statements } from '../../api/platform/database/types.ts';
import type { Platform } from '../../api/platform/platform.ts';

/** Seeded tables that grow with the applications; a full read of one gets slower with every applicant. */
export const GROWING = [
  'subscription',
  'person',
  'user_account',
  'login_session',
  'consent',
  'status_history',
  'outbox_event',
  'notification',
  'essay',
  'essay_grade',
  'essay_run',
  'contract_acceptance',
  'payment',
  'payment_event',
  'voucher_use',
  'required_document',
  'document_file',
  'cancellation',
  'audit_log',
  'schedule_slot',
  'test_booking',
  'exam_score',
  'questionnaire',
  'interview',
  'webhook_delivery',
  'approval',
];

type Node = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Rows Removed by Join Filter'?: number;
  Plans?: Node[];
};

export type Reading = {
  text: string;
  /** Growing tables that were read completely. */
  whole: string[];
  /** For a plan that ran: growing tables that would have been read completely if other rows had led there. */
  unreached: string[];
  /** Indexes of growing tables that were used. */
  indexes: string[];
  /** Rows read from growing tables; undefined for a writing statement, which is only planned. */
  looked: number | undefined;
};

const flat = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(flat)];

const nameOf = (node: Node): string => node['Relation Name'] ?? node['Index Name'] ?? '';

/** Maps the name of a partition, or of its index, to the name of the whole. */
type Wholes = ReadonlyMap<string, string>;

const wholesOf = async (platform: Platform): Promise<Wholes> =>
  new Map(
    (
      await platform.db.global.many<{ part: string; whole: string }>(sql`
        select c.relname as part, p.relname as whole from pg_inherits i join pg_class c on c.oid = i.inhrelid
        join pg_class p on p.oid = i.inhparent`)
    ).map(({ part, whole }) => [part, whole]),
  );

/** A plan node with the name of the whole if it reads a partition. */
const named = (node: Node, wholes: Wholes): Node => ({
  ...node,
  ...(node['Relation Name']
    ? { 'Relation Name': wholes.get(node['Relation Name']) ?? node['Relation Name'] }
    : {}),
  ...(node['Index Name'] ? { 'Index Name': wholes.get(node['Index Name']) ?? node['Index Name'] } : {}),
});

/**
 * Maps an index name to its column after the tenant; undefined if that is an expression, or there is none, or if the index is
 * partial.
 */
type Seconds = ReadonlyMap<string, string | undefined>;

const secondsOf = async (platform: Platform): Promise<Seconds> =>
  new Map(
    (
      await platform.db.global.many<{ name: string; second: string | null }>(sql`
        select c.relname as name, a.attname as second from pg_index i join pg_class c on c.oid = i.indexrelid
        left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[1]
          and i.indnkeyatts > 1 and i.indpred is null`)
    ).map(({ name, second }) => [name, second ?? undefined]),
  );

/**
 * Whether a node is limited only by the tenant, so that it reads everything the tenant has: the whole table, or an index
 * without a condition on the column after the tenant. Under row security this happens to conditions with a leaky function
 * (`||`).
 */
function isUnbounded(node: Node, seconds: Seconds): boolean {
  if (node['Node Type'] === 'Seq Scan') return true;
  const second = seconds.get(node['Index Name'] ?? '');
  return second !== undefined && !new RegExp(`\\b${second}\\b`).test(node['Index Cond'] ?? '');
}

const lookedAt = (node: Node): number =>
  ((node['Actual Rows'] ?? 0) +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0)) *
  (node['Actual Loops'] ?? 1);

/** A value as SQL text for `execute` of a prepared statement. */
function literal(given: unknown): string {
  const value = parameter(given);
  if (value === null) return 'null';
  const items = (list: unknown[]): string =>
    `{${list.map((item) => (item === null ? 'null' : JSON.stringify(item))).join(',')}}`;
  if (Array.isArray(value)) return pg.escapeLiteral(items(value));
  return pg.escapeLiteral(typeof value === 'object' ? JSON.stringify(value) : String(value));
}

/** Explains the generic plan that a connection keeps for a statement prepared under a name. */
async function explain(
  platform: Platform,
  tenantId: number,
  {
    query,
    growing,
    seconds,
    wholes,
  }: { query: Sql; growing: readonly string[]; seconds: Seconds; wholes: Wholes },
): Promise<Reading> {
  const writes = /\b(insert into|update|delete from|for (no key )?update|nextval|pg_notify)\b/i.test(
    query.text,
  );
  const row = await platform.db.write(tenantId, async (tx) => {
    await tx.many(raw(`prepare explained as ${query.text}`));
    const values = query.values.length > 0 ? `(${query.values.map(literal).join(', ')})` : '';
    const explained = await tx.one<{ 'QUERY PLAN': string | { Plan: Node }[] }>(
      raw(`explain (format json, analyze ${!writes}, timing off, costs off) execute explained${values}`),
    );
    await tx.many(raw('deallocate explained'));
    return explained;
  });
  const said = row?.['QUERY PLAN'];
  const plans = (typeof said === 'string' ? JSON.parse(said) : said) as { Plan: Node }[];
  // A bitmap index scan names only the index.
  const nodes = plans
    .flatMap(({ Plan }) => flat(Plan))
    .map((node) => named(node, wholes))
    .filter(
      (node) =>
        growing.includes(node['Relation Name'] ?? '') ||
        growing.some((table) => node['Index Name']?.startsWith(table)),
    );
  return {
    text: query.text.replaceAll(/\s+/g, ' ').trim(),
    whole: nodes.flatMap((node) => (node['Node Type'] === 'Seq Scan' ? [node['Relation Name'] ?? ''] : [])),
    unreached: writes
      ? []
      : nodes.flatMap((node) =>
          isUnbounded(node, seconds) && node['Actual Loops'] === 0 ? [nameOf(node)] : [],
        ),
    indexes: [...new Set(nodes.flatMap((node) => node['Index Name'] ?? []))],
    looked: writes ? undefined : nodes.reduce((sum, node) => sum + lookedAt(node), 0),
  };
}

/**
 * Records every statement of one tenant during `work`, and then explains each with its values, under the row security it ran
 * with.
 * @param growing tables that the readings report on
 */
export async function readings(
  platform: Platform,
  tenantId: number,
  work: () => Promise<unknown>,
  growing: readonly string[] = GROWING,
): Promise<Reading[]> {
  const seen = new Map<string, Sql>();
  const { tenant, write } = platform.db;
  const recording = <On extends Statements>(on: On): On => {
    const record = (query: Sql): Sql => {
      seen.set(query.text, query);
      return query;
    };
    return {
      ...on,
      many: (query: Sql) => on.many(record(query)),
      one: (query: Sql) => on.one(record(query)),
    };
  };
  platform.db.tenant = (id) => (id === tenantId ? recording(tenant(id)) : tenant(id));
  platform.db.write = (id, task) => write(id, (tx) => task(id === tenantId ? recording(tx) : tx));
  try {
    await work();
  } finally {
    Object.assign(platform.db, { tenant, write });
  }
  const found: Reading[] = [];
  const [seconds, wholes] = [await secondsOf(platform), await wholesOf(platform)];
  for (const query of seen.values())
    found.push(await explain(platform, tenantId, { query, growing, seconds, wholes }));
  return found;
}
