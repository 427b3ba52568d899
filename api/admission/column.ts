import sql, { type Sql } from 'sql-template-tag';

/** Column for reads of a subscription `s`: state of its interview, null where none was opened. */
export const interviewStateColumn: Sql = sql`
  (select iv.state from interview iv where iv.tenant_id = s.tenant_id and iv.subscription_id = s.id)`;
