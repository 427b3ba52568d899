import sql from 'sql-template-tag';
import type { Tx } from '../../platform/database/types.ts';

/** True when a message with a link may go to somebody: her own code confirmed an address of hers (spec 5.1). */
export const hasConfirmedContact = async (tx: Tx, personId: number): Promise<boolean> =>
  (await tx.one(sql`
    select id from person where tenant_id = ${tx.tenantId} and id = ${personId}
      and ((email is not null and email_confirmed_at is not null)
        or (cell_phone is not null and cell_phone_confirmed_at is not null))`)) !== undefined;
