import { type AuditedAct, auditSentence } from '@orbita/domain/audit';
import { type Role, roles } from '@orbita/domain/staff';
import sql from 'sql-template-tag';
import { auditList } from '../../caller/audit/list.ts';
import { sinceFilter } from '../../platform/lists/lists.ts';
import type { Source } from '../list-source.ts';
import { moment } from '../moment.ts';

/** Audit entries, with the filters of their list (spec-console 25.16). */
export const auditSource: Source = {
  rows(tenantId, _service, query) {
    const { from, where } = auditList(tenantId, query, 0);
    return { from, where: sql`${where}${sinceFilter(query, sql`a.at`)}` };
  },
  columns: {
    number: { value: sql`a.id` },
    at: { value: sql`a.at`, cell: moment },
    who: { value: sql`a.operator` },
    role: { value: sql`a.role`, cell: (role: string) => roles[role as Role]?.label ?? role },
    token: { value: sql`a.token_name` },
    act: {
      value: sql`array[a.action, a.outcome::text]`,
      cell: ([action, outcome]: [AuditedAct, string]) => auditSentence(action, Number(outcome)),
    },
    outcome: { value: sql`a.outcome` },
    subject: { value: sql`a.subject` },
    times: { value: sql`coalesce((a.detail->>'times')::int, 1)` },
  },
};
