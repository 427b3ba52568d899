import sql from 'sql-template-tag';
import type { Runner } from '../platform/database/types.ts';
import { fail } from '../platform/http/errors.ts';

/** Refuses to act for a person while staff have yet to decide whose document it is. @throws `DOCUMENT_CASE_OPEN` */
export async function refuseInCase(on: Runner, personId: number): Promise<void> {
  const open = await on.one(sql`
    select id from document_case where tenant_id = ${on.tenantId} and person_id = ${personId}::bigint and state = 'open'
    limit 1`);
  if (open) fail('DOCUMENT_CASE_OPEN');
}
