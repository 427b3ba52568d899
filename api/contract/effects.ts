import type { Effect } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import { tellInstitution } from '../messaging/webhooks/tell.ts';
import type { RunEffect } from '../subscription/effect.ts';

/** Effects of moves on the contract. */
export const effects = {
  voidAcceptance: async ({ tx, platform, row }) => {
    const gone = await tx.one<{ id: number; contract: string }>(sql`
      update contract_acceptance set voided_at = ${platform.clock.now()}::timestamptz
      where tenant_id = ${tx.tenantId} and subscription_id = ${row.id} and voided_at is null returning id, contract`);
    if (gone)
      await tellInstitution(tx, platform, row.id, 'contract.voided', {
        acceptanceId: gone.id,
        contract: gone.contract,
      });
    return { payment_deadline: null, elsewhere: gone !== undefined };
  },
} satisfies Partial<Record<Effect, RunEffect>>;
