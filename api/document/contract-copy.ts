import sql from 'sql-template-tag';
import type { Runner } from '../platform/database/types.ts';
import type { Sendable } from './send.ts';

type CopyRow = { id: number; state: 'preparing' | 'ready' };

/** The valid acceptance of a subscription, if it has a PDF or will get one. */
export const findCopy = (on: Runner, subscriptionId: number) =>
  on.one<CopyRow>(sql`
    select id, case when pdf_key is null then 'preparing' else 'ready' end as state
    from contract_acceptance where tenant_id = ${on.tenantId} and subscription_id = ${subscriptionId}
      and voided_at is null and (pdf_key is not null or copy_due_at is not null)`);

/** The PDF of a valid acceptance as a file that can be sent. */
export const findCopyFile = (on: Runner, acceptanceId: number) =>
  on.one<Sendable & { person_id: number }>(sql`
    select a.id, 'contrato-' || s.id || '.pdf' as name, 'application/pdf' as type, a.pdf_key as storage_key,
      'clean' as scan, null::timestamptz as removed_at, s.person_id
    from contract_acceptance a
    join subscription s on s.tenant_id = a.tenant_id and s.id = a.subscription_id
    where a.tenant_id = ${on.tenantId} and a.id = ${acceptanceId} and a.pdf_key is not null and a.voided_at is null`);
