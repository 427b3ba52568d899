import sql, { type Sql } from 'sql-template-tag';

/** Column of a subscription `s`: state of its interview, null when it has none. */
export const interviewStateColumn: Sql = sql`
  (select iv.state from interview iv where iv.tenant_id = s.tenant_id and iv.subscription_id = s.id)`;
