import { isoInZone, withoutFinalSlashes } from '@orbita/domain/foundation';
import sql, { empty, type Sql } from 'sql-template-tag';
import type { Tenant } from '../../platform/http/context.ts';
import { type List, listPage } from '../../platform/lists/list-page.ts';
import type { ListQuery } from '../../platform/lists/lists.ts';
import type { Platform } from '../../platform/platform.ts';

type Row = {
  id: number;
  at: Date;
  token_name: string;
  operator: string | null;
  staff_id: number | null;
  role: string | null;
  action: string;
  subject: string | null;
  outcome: number;
  detail: {
    requestId?: string;
    times?: number;
    hour?: string;
    kind?: string;
    found?: number;
    requestedBy?: string;
  };
};
type AuditQuery = Omit<ListQuery, 'institution'> & {
  subject?: string | undefined;
  operator?: string | undefined;
};

/** Matches one address and those below it: `…/7001` does not match `…/70010`. */
const subjectFilter = (given: string): Sql => {
  const subject = withoutFinalSlashes(given);
  return sql` and (a.subject = ${subject} or starts_with(a.subject, ${`${subject}/`}))`;
};

const auditList = (tenantId: number, { subject, operator }: AuditQuery): List => ({
  from: ['audit_log', 'a'],
  where: sql`a.tenant_id = ${tenantId}
    ${subject ? subjectFilter(subject) : empty}
    ${operator ? sql` and a.operator = ${operator}` : empty}`,
  columns: sql`a.*`,
  at: sql`a.at`,
  newestFirst: true,
});

const present = (row: Row, zone: string) => ({
  id: row.id,
  at: isoInZone(row.at, zone),
  token: row.token_name,
  operator: row.operator,
  staffId: row.staff_id,
  role: row.role,
  action: row.action,
  subject: row.subject,
  status: row.outcome,
  requestedBy: row.detail.requestedBy ?? null,
  traceId: row.detail.requestId ?? '',
  ...(row.detail.hour ? { times: row.detail.times, hour: isoInZone(row.detail.hour, zone) } : {}),
  ...(row.detail.kind ? { kind: row.detail.kind, found: row.detail.found } : {}),
});

/**
 * Audited calls, newest first; `subject` is the address acted on, or one above it; `operator` is who acted.
 */
export const listAudit = (platform: Platform, tenant: Tenant, query: AuditQuery) =>
  listPage<Row, ReturnType<typeof present>>(
    platform.db.tenant(tenant.id),
    auditList(tenant.id, query),
    query,
    (row) => present(row, tenant.timeZone),
  );
