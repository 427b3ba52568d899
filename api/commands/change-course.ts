import { isoInZone } from '@orbita/domain/foundation';
import { changeKeepsStatus, changeRefusal, STATUS } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import { dropDisciplines } from '../enrolment/disciplines.ts';
import { cancelOpenCharges } from '../payment/close.ts';
import type { Tx } from '../platform/database/types.ts';
import { emit } from '../platform/events.ts';
import type { Service } from '../platform/http/context.ts';
import { fail, invalid } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { recordAct } from '../subscription/acts.ts';
import { settleAnalysis } from '../subscription/analysis-wait.ts';
import { changeSubscription } from '../subscription/change.ts';
import { factsOfState, type SubscriptionState } from '../subscription/facts.ts';
import { holdApplicant, lockSubscription, moveSubscription } from '../subscription/move.ts';
import { subscriptionById } from '../subscription/row.ts';
import { courseTarget, otherForCourse } from './store.ts';

export type CourseChange = { subscriptionId: number; courseId: number; poleId: number };

/** The institution changes it for the candidate (25.6.2): who does it, why, and the version they saw. */
export type Asked = { service: Service; reason: string; seen: number | null };

/** Refuses a decision based on an outdated version (spec 25.4.3). */
function checkSeen(row: SubscriptionState, seen: number | null): void {
  if (seen !== null && seen !== row.version)
    fail('VERSION_CONFLICT', {
      extra: { version: row.version, changedAt: isoInZone(row.updated_at, row.time_zone) },
    });
}

async function refuseSecond(tx: Tx, row: SubscriptionState, courseId: number): Promise<void> {
  await holdApplicant(tx, row);
  const other = await otherForCourse(tx, row, courseId);
  if (other) fail('SUBSCRIPTION_EXISTS', { extra: { id: other.id } });
}

/** Removes the disciplines of the former course and cancels an open fee charge, which used its price. */
async function dropOldChoice(tx: Tx, platform: Platform, row: SubscriptionState): Promise<void> {
  await dropDisciplines(tx, row.id);
  if (row.status === STATUS.PendingTax) await cancelOpenCharges(tx, platform, row);
}

/**
 * Changes course and pole within the offer (S-35, spec 7.5). Before the contract the status stays the same; after it TR-84 voids
 * the acceptance, ends open charges and releases the place. The same course and pole change nothing. `asked` = the institution
 * changes it, by the same rules (spec 25.6.2). Refuses with 403 when the institution does not allow a change, with 422 when the
 * offer does not include the course or pole, and with 409 for every other reason.
 */
export async function changeCourse(
  tx: Tx,
  platform: Platform,
  change: CourseChange,
  asked?: Asked,
): Promise<number> {
  const actor = asked ? 'operations' : 'candidate';
  const row = await lockSubscription(tx, change.subscriptionId);
  if (asked) checkSeen(row, asked.seen);
  const facts = factsOfState(row, platform.clock.now());
  if (!facts.courseChangeAllowed && !asked) fail('FORBIDDEN');
  const target = await courseTarget(tx, row, change);
  if (!target?.course_found)
    invalid([{ field: asked ? 'courseCode' : 'courseId', message: 'Escolha um curso desta oferta.' }]);
  else if (!target.pole_found)
    invalid([{ field: asked ? 'poleCode' : 'poleId', message: 'Escolha um polo deste curso.' }]);

  const same = row.course_id === change.courseId && row.pole_id === change.poleId;
  const found = {
    vacancyFree: same || (target?.left ?? 0) > 0,
    offerActive: row.offer_open && target?.open,
  };
  // The same course is checked, too, because a success would suggest that a change is possible.
  const refused = changeRefusal(
    { type: row.application_type, status: row.status },
    { ...facts, ...found },
    actor,
  );
  if (refused) fail(refused, { extra: { status: row.status } });
  if (same) return row.status;
  await refuseSecond(tx, row, change.courseId);
  const moves = !changeKeepsStatus(row.status);
  if (moves) {
    await moveSubscription(tx, platform, {
      subscriptionId: row.id,
      event: 'course-changed',
      actor,
      facts: found,
      reason: asked?.reason ?? null,
    });
  }
  await dropOldChoice(tx, platform, row);
  const choice = sql`course_id = ${change.courseId}, pole_id = ${change.poleId}, disciplines_chosen_at = null`;
  await changeSubscription(tx, row.id, platform.clock.now(), choice);
  // The analysis was for the former course.
  await settleAnalysis(tx, platform, row.id);
  // A test booked at the former pole becomes invalid by TR-32 (spec 8.3, footnote).
  if (row.booking?.state === 'booked' && row.booking.pole !== change.poleId) {
    await moveSubscription(tx, platform, {
      subscriptionId: row.id,
      event: 'schedule-invalidated',
      actor: 'system',
    });
  }
  await emit(tx, platform, {
    stream: 'business',
    type: 'subscription.course-changed',
    subscriptionId: row.id,
    data: { courseId: change.courseId, poleId: change.poleId },
  });
  // A move is recorded in the history; without one, nothing else would show the change.
  if (asked && !moves) {
    const { service, reason } = asked;
    await recordAct(tx, platform, service, { subscriptionId: row.id, act: 'course-changed', reason });
  }
  return (await subscriptionById(tx, row.id))?.status ?? row.status;
}
