import type { Kind } from '@orbita/domain/work';
import sql from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';

export type Holder = { claim_id: number; staff_id: number; by: string; since: Date; until: Date };

/** Current claim of an item, locked until the transaction ends; undefined when there is none. */
export const holderOf = (
  tx: Tx,
  { kind, id }: { kind: Kind; id: number },
  now: Date,
): Promise<Holder | undefined> =>
  tx.one<Holder>(sql`
    select c.id as claim_id, c.staff_id, holder.name as by, c.since, c.until
    from work_claim c join staff holder on holder.tenant_id = c.tenant_id and holder.id = c.staff_id
    where c.tenant_id = ${tx.tenantId} and c.kind = ${kind}::text and c.item_id = ${id} and c.until > ${now}::timestamptz
    for update of c`);
