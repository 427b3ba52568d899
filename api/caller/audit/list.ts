import { type AuditKind, actsOf, auditSentence } from '@orbita/domain/audit';
import { isoInZone, withoutFinalSlashes } from '@orbita/domain/foundation';
import type { CallKey } from '@orbita/protocol';
import sql, { empty, join, type Sql } from 'sql-template-tag';
import type { Tenant } from '../../platform/http/context.ts';
import { type List, listPage } from '../../platform/lists/list-page.ts';
import type { ListQuery } from '../../platform/lists/lists.ts';
import type { Platform } from '../../platform/platform.ts';

/** Calls that write an audit entry: those of the institution and its team, not those of providers and tests. */
type Audited = Exclude<
  Extract<CallKey, `${string} /operations/${string}`>,
  `${string} /operations/${'simulator' | 'webhooks'}/${string}`
>;
type Row = {
  id: number;
  at: Date;
  token_name: string;
  operator: string | null;
  staff_id: number | null;
  role: string | null;
  action: Audited;
  subject: string | null;
  outcome: number;
  detail: {
    requestId?: string;
    times?: number;
    hour?: string;
    kind?: string;
    found?: number;
    requestedBy?: string;
    reason?: string;
  };
};
export type AuditQuery = Omit<ListQuery, 'institution'> & {
  subject?: string | undefined;
  operator?: string | undefined;
  staffId?: number | undefined;
  tokenId?: number | undefined;
  kind?: AuditKind | undefined;
  outcome?: 'done' | 'refused' | undefined;
  doneFrom?: string | undefined;
  doneTo?: string | undefined;
};

/** Matches an address and those below it: `…/7001` does not match `…/70010`. */
const subjectFilter = (given: string): Sql => {
  const subject = withoutFinalSlashes(given);
  return sql` and (a.subject = ${subject} or starts_with(a.subject, ${`${subject}/`}))`;
};

/** When the call was made; the indexes for all filters end with this column. */
const periodFilter = ({ doneFrom, doneTo }: AuditQuery): Sql =>
  sql`${doneFrom ? sql` and a.at >= ${new Date(doneFrom)}::timestamptz` : empty}${doneTo ? sql` and a.at < ${new Date(doneTo)}::timestamptz` : empty}`;

/** Filters without an index. */
const loose = ({ kind, outcome }: AuditQuery): Sql =>
  sql`${kind ? sql` and a.action = any(${actsOf(kind)}::text[])` : empty}${
    outcome ? (outcome === 'done' ? sql` and a.outcome < 400` : sql` and a.outcome >= 400`) : empty
  }`;

/** Conditions that each have an index together with the time. */
const named = ({ operator, staffId, tokenId }: AuditQuery): Sql[] => [
  ...(staffId ? [sql`a.staff_id = ${staffId}::bigint`] : []),
  ...(tokenId ? [sql`a.token_id = ${tokenId}::bigint`] : []),
  ...(operator ? [sql`a.operator = ${operator}`] : []),
];

/** Audit entries matching the filters. `most`: rows that a page examines if no index covers its filters together. */
export function auditList(tenantId: number, query: AuditQuery, most: number): List {
  const conditions = named(query);
  const tenant = sql`a.tenant_id = ${tenantId}${periodFilter(query)}`;
  const isBounded =
    !query.subject && (query.kind !== undefined || query.outcome !== undefined || conditions.length > 1);
  return {
    from: ['audit_log', 'a'],
    where: sql`${tenant}${query.subject ? subjectFilter(query.subject) : empty}
      ${conditions.length > 0 ? sql` and ${join(conditions, ' and ')}` : empty}${loose(query)}`,
    columns: sql`a.*`,
    at: sql`a.at`,
    newestFirst: true,
    bounded: isBounded
      ? { tenant, most, ways: [[conditions[0] ?? sql`true`], ...conditions.slice(1).map((one) => [one])] }
      : undefined,
  };
}

const present = (row: Row, zone: string) => ({
  id: row.id,
  at: isoInZone(row.at, zone),
  token: row.token_name,
  operator: row.operator,
  staffId: row.staff_id,
  role: row.role,
  action: row.action,
  text: auditSentence(row.action, row.outcome, row.detail.reason),
  subject: row.subject,
  status: row.outcome,
  requestedBy: row.detail.requestedBy ?? null,
  traceId: row.detail.requestId ?? '',
  ...(row.detail.hour ? { times: row.detail.times, hour: isoInZone(row.detail.hour, zone) } : {}),
  ...(row.detail.kind ? { kind: row.detail.kind, found: row.detail.found } : {}),
});

/** Audited calls, newest first. `subject` is the address acted on, or one above it; `operator` is who acted. */
export const listAudit = (platform: Platform, tenant: Tenant, query: AuditQuery) =>
  listPage<Row, ReturnType<typeof present>>(
    platform.db.tenant(tenant.id),
    auditList(tenant.id, query, platform.config.listLook),
    query,
    (row) => present(row, tenant.timeZone),
  );
