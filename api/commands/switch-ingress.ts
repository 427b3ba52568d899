import { dayInZone } from '@orbita/domain/foundation';
import { applicationType, decideMove, type IngressKind } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import { changeSelectionDocuments } from '../document/prepare.ts';
import { withdrawEssays } from '../essay/store.ts';
import type { Tx } from '../platform/database/types.ts';
import { fail } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { setLookUpsAside } from '../selection/exam-score/store.ts';
import { changeSubscription } from '../subscription/change.ts';
import { isIntakeActive, type SubscriptionState, settingsReader } from '../subscription/facts.ts';
import { holdApplicant, lockSubscription, moveSubscription } from '../subscription/move.ts';
import { type IngressTarget, ingressTargets, otherForOffer } from './store.ts';

/**
 * Finds the offer of the other kind. Refuses with `INGRESS_SWITCH_FAILED` when there is none, with `OFFER_CHANGE_FAILED` when
 * none has this course and pole, and with `NO_VACANCIES` when none has a vacancy.
 */
async function targetOf(tx: Tx, row: SubscriptionState, kind: IngressKind): Promise<IngressTarget> {
  if (kind === row.ingress_kind) fail('INGRESS_SWITCH_FAILED');
  const offered = (await ingressTargets(tx, row, kind)).filter(
    ({ settings }) => kind !== 'exam-score' || settingsReader(settings)('EnemCheckEnabled'),
  );
  if (offered.length === 0) fail('INGRESS_SWITCH_FAILED');
  const [first, ...others] = offered.filter(({ place_found }) => place_found);
  if (!first) fail('OFFER_CHANGE_FAILED');
  const free = [first, ...others].find(({ left }) => left > 0);
  return free ?? fail('NO_VACANCIES');
}

/** Ensures one active application per person, offer and course. A refusal for cause blocks the whole intake (spec 7.1). */
async function refuseSecond(tx: Tx, row: SubscriptionState, offerId: number): Promise<void> {
  const other = await otherForOffer(tx, row, offerId);
  if (other) fail('SUBSCRIPTION_EXISTS', { extra: { id: other.id } });
}

/**
 * Changes the form of ingress (TR-43, spec 9.2): the application moves to the offer of the other kind in the same intake, course
 * and pole, and starts again there. Work begun under the former kind ends: a look-up is invalidated, an essay and its selection
 * documents are withdrawn. Used attempts and look-ups stay used. Refuses with `TRANSITION_NOT_ALLOWED`, `INGRESS_SWITCH_FAILED`,
 * `OFFER_CHANGE_FAILED`, `INTAKE_INACTIVE`, `NO_VACANCIES`, `SUBSCRIPTION_EXISTS`.
 */
export async function switchIngress(
  tx: Tx,
  platform: Platform,
  wish: { subscriptionId: number; kind: IngressKind },
): Promise<void> {
  const row = await lockSubscription(tx, wish.subscriptionId);
  await holdApplicant(tx, row);
  const now = platform.clock.now();
  const facts = { otherIngressOffered: true };
  const decision = decideMove({
    type: row.application_type,
    from: row.status,
    event: 'ingress-switched',
    actor: 'candidate',
    facts: { ...facts, noRetake: row.no_retake },
  });
  if (!decision.allowed) fail(decision.code, { extra: { status: row.status } });
  const target = await targetOf(tx, row, wish.kind);
  if (!isIntakeActive(row, dayInZone(now, row.time_zone))) fail('INTAKE_INACTIVE');
  await refuseSecond(tx, row, target.offer_id);
  await setLookUpsAside(tx, row.id, now);
  await withdrawEssays(tx, row.id);
  // The offer changes before the move, because its guards, effects and events must use the new offer.
  const type = applicationType(row.offer_type, wish.kind);
  const offered = sql`offer_id = ${target.offer_id}, application_type = ${type}::text`;
  await changeSubscription(tx, row.id, now, offered);
  await changeSelectionDocuments(tx, platform, row.id);
  await moveSubscription(tx, platform, {
    subscriptionId: row.id,
    event: 'ingress-switched',
    actor: 'candidate',
    facts,
  });
}
