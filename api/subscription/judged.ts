import sql from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';
import { fail } from '../platform/http/errors.ts';
import type { SubscriptionState } from './facts.ts';
import { lockRow, type SubscriptionRow, selectSubscriptions } from './row.ts';
import { acceptedAt, settingsValues } from './state-columns.ts';

/** What a decision about a part of an application looks at: much less than its whole state. */
export type JudgedRow = SubscriptionRow & Pick<SubscriptionState, 'settings' | 'accepted_at'>;

/** Locks a subscription until the end of the transaction and reads it after the lock. Refuses an unknown id with 404. */
export async function lockJudged(tx: Tx, id: number): Promise<JudgedRow> {
  tx.alongside(lockRow(tx.tenantId, id));
  const row = await tx.one<JudgedRow>(
    selectSubscriptions(
      sql`s.tenant_id = ${tx.tenantId} and s.id = ${id}`,
      sql`, ${settingsValues()} as settings, ${acceptedAt} as accepted_at`,
    ),
  );
  return row ?? fail('NOT_FOUND');
}
