import pg from 'pg';
import { raw, type Sql } from 'sql-template-tag';
import { parameter, type Runner } from '../../api/platform/database/types.ts';
import type { Platform } from '../../api/platform/platform.ts';

/**
 * Seeded tables that grow with the applications; reading one of them completely gets slower with every
 * applicant.
 */
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
  /** Indexes of growing tables that were used. */
  indexes: string[];
  /** Rows read from growing tables; undefined for a writing statement, which is only planned. */
  looked: number | undefined;
};

const flat = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(flat)];

const lookedAt = (node: Node): number =>
  ((node['Actual Rows'] ?? 0) +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0)) *
  (node['Actual Loops'] ?? 1);

/** A value as the text of SQL, as a prepared statement is given it by `execute`. */
function literal(given: unknown): string {
  const value = parameter(given);
  if (value === null) return 'null';
  const items = (list: unknown[]): string =>
    `{${list.map((item) => (item === null ? 'null' : JSON.stringify(item))).join(',')}}`;
  if (Array.isArray(value)) return pg.escapeLiteral(items(value));
  return pg.escapeLiteral(typeof value === 'object' ? JSON.stringify(value) : String(value));
}

/** Explains the plan that a connection keeps for a statement: the one for any values, as it is prepared under a name. */
async function explain(
  platform: Platform,
  tenantId: number,
  { query, growing }: { query: Sql; growing: readonly string[] },
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
    .filter(
      (node) =>
        growing.includes(node['Relation Name'] ?? '') ||
        growing.some((table) => node['Index Name']?.startsWith(table)),
    );
  return {
    text: query.text.replaceAll(/\s+/g, ' ').trim(),
    whole: nodes.flatMap((node) => (node['Node Type'] === 'Seq Scan' ? [node['Relation Name'] ?? ''] : [])),
    indexes: [...new Set(nodes.flatMap((node) => node['Index Name'] ?? []))],
    looked: writes ? undefined : nodes.reduce((sum, node) => sum + lookedAt(node), 0),
  };
}

/**
 * Records every statement of one tenant during `work`, and then explains each with its values, under the row
 * security it ran with.
 * @param growing tables of which the readings tell
 */
export async function readings(
  platform: Platform,
  tenantId: number,
  work: () => Promise<unknown>,
  growing: readonly string[] = GROWING,
): Promise<Reading[]> {
  const seen = new Map<string, Sql>();
  const { tenant, write } = platform.db;
  const recording = (on: Runner): Runner => {
    const record = (query: Sql): Sql => {
      seen.set(query.text, query);
      return query;
    };
    return { many: (query) => on.many(record(query)), one: (query) => on.one(record(query)) };
  };
  platform.db.tenant = (id) => (id === tenantId ? recording(tenant(id)) : tenant(id));
  platform.db.write = (id, task) =>
    write(id, (tx) => task(id === tenantId ? { ...tx, ...recording(tx) } : tx));
  try {
    await work();
  } finally {
    Object.assign(platform.db, { tenant, write });
  }
  const found: Reading[] = [];
  for (const query of seen.values()) found.push(await explain(platform, tenantId, { query, growing }));
  return found;
}
