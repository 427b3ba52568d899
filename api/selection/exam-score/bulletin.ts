import { BULLETIN } from '@orbita/domain/selection';
import { STATUS } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import type { Tx } from '../../platform/database/types.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockSubscription, moveSubscription } from '../../subscription/move.ts';

/**
 * Adds the bulletin to the selection documents after a look-up without result (spec 9.2); nobody has to send it before status 10.
 * A bulletin withdrawn with an earlier ingress is requested again.
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

/** Whether it is the document that a candidate may send in place of a result. */
export const isBulletin = ({ code, stage }: { code: string; stage: string }): boolean =>
  code === BULLETIN.code && stage === 'selection';

/** Moves an application whose bulletin was sent to its review (TR-42). Outside status 1 nothing happens. */
export async function bulletinSent(tx: Tx, platform: Platform, subscriptionId: number): Promise<void> {
  const { status, ingress_kind: kind } = await lockSubscription(tx, subscriptionId);
  if (status !== STATUS.Subscribed || kind !== 'exam-score') return;
  await moveSubscription(tx, platform, {
    subscriptionId,
    event: 'exam-score-bulletin-required',
    actor: 'candidate',
    facts: { bulletinAccepted: true },
  });
}
