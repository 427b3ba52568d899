import { BULLETIN } from '@orbita/domain/selection';
import { STATUS } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import type { Tx } from '../../platform/database/index.ts';
import type { House } from '../../platform/house.ts';
import { lockSubscription, moveSubscription } from '../../subscription/index.ts';

/**
 * Offers the bulletin after a look-up without result (spec 9.2): it stands among the selection documents, and nobody
 * has to send it before status 10. One given up with an earlier ingress is asked anew.
 */
export const offerBulletin = (tx: Tx, subscriptionId: number, now: Date) =>
  tx.one(sql`
    insert into required_document as d (tenant_id, subscription_id, code, position, name, help, stage, required,
      updated_at)
    values (${tx.tenantId}, ${subscriptionId}, ${BULLETIN.code}, 0, ${BULLETIN.name}, ${BULLETIN.help}, 'selection', true,
      ${now}::timestamptz)
    on conflict (tenant_id, subscription_id, stage, code) do update set required = true, updated_at = excluded.updated_at,
      state = case when d.state = 'waived' and not d.required then 'pending' else d.state end
    returning id`);

/** Is this the document that a candidate may send in place of a result? */
export const isBulletin = ({ code, stage }: { code: string; stage: string }): boolean =>
  code === BULLETIN.code && stage === 'selection';

/** The bulletin was sent: the application goes on to its review (TR-42). Anywhere else than in 1 nothing happens. */
export async function bulletinSent(tx: Tx, house: House, subscriptionId: number): Promise<void> {
  const { status, ingress_kind: kind } = await lockSubscription(tx, subscriptionId);
  if (status !== STATUS.Subscribed || kind !== 'exam-score') return;
  await moveSubscription(tx, house, {
    subscriptionId,
    event: 'exam-score-bulletin-required',
    actor: 'candidate',
    facts: { bulletinAccepted: true },
  });
}
