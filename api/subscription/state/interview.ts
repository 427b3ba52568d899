import sql, { type Sql } from 'sql-template-tag';

/** Column with the interview state of a subscription `s`; null if it has no interview. */
export const interviewStateColumn: Sql = sql`
  (select iv.state from interview iv where iv.tenant_id = s.tenant_id and iv.subscription_id = s.id)`;
