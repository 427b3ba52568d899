import { isoInZone } from '@orbita/domain/foundation';
import sql, { empty } from 'sql-template-tag';
import type { House } from '../platform/house.ts';
import type { Tenant } from '../platform/http/context.ts';
import { pageOf, pagingOf } from './lists.ts';

type Row = {
  id: number;
  at: Date;
  token_name: string;
  operator: string | null;
  action: string;
  subject: string | null;
  outcome: number;
  detail: { requestId?: string };
  total: number;
};
type AuditQuery = { subject?: string | undefined; page?: number | undefined; pageSize?: number | undefined };

/** Audited calls, newest first; `subject` is the address acted on, or its beginning. */
export async function listAudit(house: House, tenant: Tenant, query: AuditQuery) {
  const paging = pagingOf(query);
  const subject = query.subject
    ? sql` and (subject = ${query.subject} or starts_with(subject, ${query.subject}))`
    : empty;
  const rows = await house.db.tenant(tenant.id).many<Row>(sql`
    select id, at, token_name, operator, action, subject, outcome, detail, count(*) over ()::int as total
    from audit_log where tenant_id = ${tenant.id}${subject} order by id desc ${paging.limit}`);
  const data = rows.map((row) => ({
    id: row.id,
    at: isoInZone(row.at, tenant.timeZone),
    token: row.token_name,
    operator: row.operator,
    action: row.action,
    subject: row.subject,
    status: row.outcome,
    traceId: row.detail.requestId ?? '',
  }));
  return pageOf(data, rows[0]?.total ?? 0, paging);
}
