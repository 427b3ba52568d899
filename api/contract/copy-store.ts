import { STUCK } from '@orbita/domain/document';
import sql from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';
import type { Platform } from '../platform/platform.ts';

/** An acceptance whose PDF this process is creating. */
export type DueCopy = { id: number; subscription_id: number; copy_attempts: number };

/** Claims the acceptance that has waited longest for its PDF, by the machine's own clock. */
export const claimCopy = (platform: Platform, tenantId: number, until: Date): Promise<DueCopy | undefined> =>
  platform.db.tenant(tenantId).one<DueCopy>(sql`
    update contract_acceptance set copy_due_at = ${until}::timestamptz, copy_attempts = copy_attempts + 1
    where tenant_id = ${tenantId} and id = (
      select id from contract_acceptance where tenant_id = ${tenantId}
        and copy_due_at <= ${new Date(platform.clock.wall())}::timestamptz
      order by copy_due_at limit 1 for update skip locked)
    returning id, subscription_id, copy_attempts`);

/** Postpones a claimed copy to the end of its lease or to the next attempt. */
export const postponeCopy = (
  platform: Platform,
  tenantId: number,
  { id, copy_attempts: attempts }: DueCopy,
  until: Date,
): Promise<unknown> =>
  platform.db.tenant(tenantId).one(sql`
    update contract_acceptance set copy_due_at = ${until}::timestamptz
    where tenant_id = ${tenantId} and id = ${id} and copy_attempts = ${attempts} and copy_due_at is not null
    returning id`);

/** Leaves a copy that cannot be made to the team, who can have it retried. */
export const leaveToTeam = (platform: Platform, tenantId: number, { id }: DueCopy): Promise<unknown> =>
  platform.db.tenant(tenantId).one(sql`
    update contract_acceptance set copy_due_at = 'infinity', copy_attempts = greatest(copy_attempts, ${STUCK.copies}::int)
    where tenant_id = ${tenantId} and id = ${id} and copy_due_at is not null returning id`);

/** Records where the PDF is stored; undefined when another process was faster. */
export const keepCopy = (tx: Tx, { id }: DueCopy, pdf: { key: string; hash: string }) =>
  tx.one<{ id: number }>(sql`
    update contract_acceptance set pdf_key = ${pdf.key}::text, pdf_hash = ${pdf.hash}::text, pdf_sealed = true,
      copy_due_at = null
    where tenant_id = ${tx.tenantId} and id = ${id} and copy_due_at is not null returning id`);
