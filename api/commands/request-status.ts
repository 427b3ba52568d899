import { requestedStatus } from '@orbita/domain/subscription';
import type { Tx } from '../platform/database/types.ts';
import { fail } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { requestCancellation } from '../subscription/cancel.ts';
import { gatherFacts, otherKindsOf } from '../subscription/facts.ts';
import { lockSubscription, moveSubscription } from '../subscription/move.ts';
import { switchIngress } from './switch-ingress.ts';

/** Reason of a cancellation that was requested without the form (spec 8.2). */
const NO_FORM = 'Outro';

/**
 * Grants or refuses a status that a candidate requests (spec 8.2). The transition table decides; the request only starts the
 * move. Refuses with 422 for an unknown status and with 409 for a move that is not allowed.
 */
export async function requestStatus(
  tx: Tx,
  platform: Platform,
  asked: { subscriptionId: number; status: unknown; reason?: string | null | undefined },
): Promise<void> {
  const row = await lockSubscription(tx, asked.subscriptionId);
  const answer = requestedStatus({
    type: row.application_type,
    current: row.status,
    requested: asked.status,
    facts: await gatherFacts(tx, platform, row),
  });
  if (answer.answer === 204) return;
  if (answer.answer === 422) fail(answer.code);
  if (answer.answer === 409) fail(answer.code, { extra: { status: row.status } });
  const reason = asked.reason?.trim() || null;
  if (answer.event === 'cancel-requested') {
    await requestCancellation(tx, platform, {
      subscriptionId: row.id,
      reason: 'other',
      details: reason ?? NO_FORM,
    });
    return;
  }
  if (answer.event === 'ingress-switched') {
    // A status number does not name a kind of ingress, so it is only unambiguous when exactly one other kind exists.
    const [kind, ...others] = otherKindsOf(row);
    if (!kind || others.length > 0) fail('TRANSITION_NOT_ALLOWED', { extra: { status: row.status } });
    await switchIngress(tx, platform, { subscriptionId: row.id, kind });
    return;
  }
  await moveSubscription(tx, platform, {
    subscriptionId: row.id,
    event: answer.event,
    actor: answer.actor,
    reason,
  });
}
