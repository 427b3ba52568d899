import { requestedStatus } from '@orbita/domain/subscription';
import type { Tx } from '../platform/database/index.ts';
import type { House } from '../platform/house.ts';
import { fail } from '../platform/http/errors.ts';
import { switchIngress } from '../selection/index.ts';
import { requestCancellation } from './cancel.ts';
import { gatherFacts, otherKindsOf } from './facts.ts';
import { lockSubscription, moveSubscription } from './move.ts';

/** What a cancellation without its form gives as reason (spec 8.2). */
const NO_FORM = 'Outro';

/** Grants or refuses a status a candidate asks for (spec 8.2): the table decides, the request only starts it. */
export async function requestStatus(
  tx: Tx,
  house: House,
  asked: { subscriptionId: number; status: unknown; reason?: string | null | undefined },
): Promise<void> {
  const row = await lockSubscription(tx, asked.subscriptionId);
  const answer = requestedStatus({
    type: row.application_type,
    current: row.status,
    requested: asked.status,
    facts: await gatherFacts(tx, house, row),
  });
  if (answer.answer === 204) return;
  if (answer.answer === 422) fail(answer.code);
  if (answer.answer === 409) fail(answer.code, { extra: { status: row.status } });
  const reason = asked.reason?.trim() || null;
  if (answer.event === 'cancel-requested') {
    await requestCancellation(tx, house, {
      subscriptionId: row.id,
      reason: 'other',
      details: reason ?? NO_FORM,
    });
    return;
  }
  if (answer.event === 'ingress-switched') {
    // A number names no kind: only where there is one other kind does it say what is wanted.
    const [kind, ...others] = otherKindsOf(row);
    if (!kind || others.length > 0) fail('TRANSITION_NOT_ALLOWED', { extra: { status: row.status } });
    await switchIngress(tx, house, { subscriptionId: row.id, kind });
    return;
  }
  await moveSubscription(tx, house, {
    subscriptionId: row.id,
    event: answer.event,
    actor: answer.actor,
    reason,
  });
}
