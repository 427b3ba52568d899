import { dayInZone } from '@orbita/domain/foundation';
import { intakeEndFor } from '@orbita/domain/offering';
import { paymentDeadline } from '@orbita/domain/payment';
import {
  type Decision,
  type Effect,
  type Facts,
  STATUS,
  type Status,
  type SubscriptionEvent,
} from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import { openInterview, openQuestionnaire } from '../admission/index.ts';
import { prepareDocuments } from '../document/index.ts';
import { confirmClass, holdClass, releaseClass, restartHold } from '../enrolment/index.ts';
import { cancelOpenCharges, ensureManual, undoWaiver } from '../payment/index.ts';
import type { Tx } from '../platform/database/index.ts';
import type { House } from '../platform/house.ts';
import { fail } from '../platform/http/errors.ts';
import { releaseSlot, takeSlot } from '../selection/index.ts';
import { changeSubscription } from './change.ts';
import { type SubscriptionState, settingsReader } from './facts.ts';
import { handOver } from './hand-over.ts';

/** Columns of the subscription that a move changes besides the status. */
export type Changes = {
  is_paid?: boolean;
  is_tax_paid?: boolean;
  holds_place?: boolean;
  no_retake?: boolean;
  payment_deadline?: Date | null;
};

type Doing = {
  tx: Tx;
  house: House;
  row: SubscriptionState;
  classId?: number | undefined;
  slotId?: number | undefined;
};
type Done = Doing & { event: SubscriptionEvent; to: Status };

// The condition is judged on the locked row, so of two takers of the last place exactly one finds it.
async function takePlace({ tx, row }: Doing): Promise<Changes> {
  if (row.holds_place) return {};
  const taken = await tx.one(sql`
    update offer_course_pole set taken = taken + 1
    where tenant_id = ${tx.tenantId} and offer_id = ${row.offer_id} and course_id = ${row.course_id}
      and pole_id = ${row.pole_id} and taken < vacancies returning taken`);
  if (!taken) fail('NO_VACANCIES', { extra: { status: row.status } });
  return { holds_place: true };
}

async function freePlace({ tx, row }: Doing): Promise<Changes> {
  if (!row.holds_place) return {};
  await tx.one(sql`
    update offer_course_pole set taken = taken - 1
    where tenant_id = ${tx.tenantId} and offer_id = ${row.offer_id} and course_id = ${row.course_id}
      and pole_id = ${row.pole_id} returning taken`);
  return { holds_place: false };
}

/** End of the time to pay, counted from today and never after the last day of the intake (spec 14.4). */
const newDeadline = ({ house, row }: Doing): Date => {
  const today = dayInZone(house.clock.now(), row.time_zone);
  const days = settingsReader(row.settings)('PaymentDeadlineDays');
  return paymentDeadline(today, days, row.last_day, row.time_zone);
};

const restartDeadline = (doing: Doing): Changes => ({ payment_deadline: newDeadline(doing) });

/** Where the payment is what comes next, or follows the documents. */
const BEFORE_PAYMENT: readonly Status[] = [
  STATUS.PendingTax,
  STATUS.PendingClassSelection,
  STATUS.DocumentationPending,
  STATUS.EnrollmentPending,
];

const restartIfAhead = (done: Done): Changes =>
  BEFORE_PAYMENT.includes(done.to) && !done.row.is_paid ? restartDeadline(done) : {};

async function voidAcceptance({ tx, house, row }: Doing): Promise<Changes> {
  await tx.one(sql`
    update contract_acceptance set voided_at = ${house.clock.now()}::timestamptz
    where tenant_id = ${tx.tenantId} and subscription_id = ${row.id} and voided_at is null returning id`);
  return { payment_deadline: null };
}

const openDocuments = async ({ tx, house, row }: Doing): Promise<Changes> => {
  await prepareDocuments(tx, house, row.id);
  return {};
};

const endCharges = async ({ tx, house, row }: Doing): Promise<Changes> => {
  await cancelOpenCharges(tx, house, row);
  return {};
};

/** TR-84 asks that nothing was paid: what counts as paid was waived, for the course that is left (S-35). */
const owedAnew = async ({ tx, house, row }: Doing): Promise<Changes> => {
  await undoWaiver(tx, house, row);
  return { is_paid: false };
};

const classMinutes = ({ row }: Doing): number => settingsReader(row.settings)('ClassHoldMinutes');

async function takeClass(doing: Doing): Promise<Changes> {
  const { tx, house, row, classId } = doing;
  if (classId === undefined) throw new Error('A class is chosen by its id');
  await holdClass(tx, row, { classId, now: house.clock.now(), minutes: classMinutes(doing) });
  return {};
}

const keepClass = async ({ tx, row }: Doing): Promise<Changes> => {
  await confirmClass(tx, row.id);
  return {};
};

const freeClass = async ({ tx, row }: Doing): Promise<Changes> => {
  await releaseClass(tx, row.id);
  return {};
};

/** Who comes to the payment from where nothing could be paid gets the whole time of the reservation again. */
async function restartClass(doing: Doing, event: SubscriptionEvent, to: Status): Promise<void> {
  const { tx, house, row } = doing;
  const arrives = to === STATUS.EnrollmentPending && row.status !== to && event !== 'class-selected';
  if (!arrives || row.class?.state !== 'held') return;
  await restartHold(tx, row.id, house.clock.now(), classMinutes(doing));
}

// The move writes its version after its effects: what leaves with it bears the next one.
const tellStudentSystem = async ({ tx, house, row }: Doing): Promise<Changes> => {
  await handOver(tx, house, row, row.version + 1);
  return {};
};

const bookTest = async ({ tx, house, row, slotId }: Done): Promise<Changes> => {
  if (slotId === undefined) throw new Error('A test is booked by the id of its slot');
  if (!(await takeSlot(tx, house, row.id, slotId))) fail('SLOT_FULL', { extra: { status: row.status } });
  return {};
};

const endBooking = async ({ tx, house, row, event }: Done): Promise<Changes> => {
  await releaseSlot(tx, house, row.id, event);
  return {};
};

const effects: Partial<Record<Effect, (doing: Done) => Promise<Changes> | Changes>> = {
  markPaid: () => ({ is_paid: true }),
  markTaxPaid: () => ({ is_tax_paid: true }),
  takeVacancy: takePlace,
  releaseVacancy: freePlace,
  // The place is consumed by the acceptance (spec 7.1); what voids the acceptance gives it back.
  moveVacancy: freePlace,
  restartPaymentDeadline: restartIfAhead,
  voidAcceptance,
  undoWaiver: owedAnew,
  cancelOpenCharges: endCharges,
  // What was decided is not open any more; nothing may stay open that nobody waits for.
  closeManualPayment: endCharges,
  forbidRetake: () => ({ no_retake: true }),
  holdClass: takeClass,
  confirmClass: keepClass,
  releaseClass: freeClass,
  handOver: tellStudentSystem,
  takeSlot: bookTest,
  releaseSlot: endBooking,
  openSelectionDocuments: openDocuments,
  openEnrolmentDocuments: openDocuments,
  async openQuestionnaire({ tx, house, row }) {
    await openQuestionnaire(tx, house, row);
    return {};
  },
  async openInterview({ tx, house, row }) {
    await openInterview(tx, house, row);
    return {};
  },
};

/** Runs what a move does besides the status, in its transaction, and says which columns change with it. */
export async function runEffects(
  doing: Doing,
  event: SubscriptionEvent,
  decision: Extract<Decision, { allowed: true }>,
  facts: Facts,
): Promise<Changes> {
  const changes: Changes = {};
  const done: Done = { ...doing, event, to: decision.to };
  if (event === 'contract-accepted') Object.assign(changes, await takePlace(doing), restartDeadline(doing));
  if (decision.to === STATUS.PendingTax && doing.row.status !== STATUS.PendingTax) {
    Object.assign(changes, restartDeadline(doing));
  }
  if (event === 'essay-rejected' && facts.essay?.plagiarism) changes.no_retake = true;
  // Money that came late pays for the application that is brought back (TR-98).
  if (event === 'reinstated' && facts.isPaid) changes.is_paid = true;
  // Asked for, or gone back to after a cancellation or a block: 11 always has a payment to be decided.
  if (decision.to === STATUS.ManualPaymentPending) await ensureManual(doing.tx, doing.house, doing.row);
  for (const effect of decision.effects) Object.assign(changes, await effects[effect]?.(done));
  await restartClass(doing, event, decision.to);
  // Enrolment documents are known from the acceptance on: they decide where the tail leads (spec 8.2).
  if (decision.to === STATUS.TermsAccepted) await openDocuments(doing);
  return changes;
}

/** The last day that counts after a decision the institution took late; undefined when it was in time (spec 7.1). */
function lateDecisionDay(row: SubscriptionState, now: Date): string | undefined {
  const grace = settingsReader(row.settings)('LateResultGraceDays');
  const until = intakeEndFor(row.intake_end, dayInZone(now, row.time_zone), grace);
  return until > row.last_day ? until : undefined;
}

// The former last day may have cut the time to pay short while the institution decided.
function deadlineUpTo(row: SubscriptionState, lastDay: string): Date | null {
  if (!row.accepted_at || !row.payment_deadline) return row.payment_deadline;
  const days = settingsReader(row.settings)('PaymentDeadlineDays');
  const whole = paymentDeadline(dayInZone(row.accepted_at, row.time_zone), days, lastDay, row.time_zone);
  return whole > row.payment_deadline ? whole : row.payment_deadline;
}

/** Gives the candidate the days that a late decision of the institution cost. Answers the state with them. */
export async function extendForLateDecision(
  tx: Tx,
  house: House,
  row: SubscriptionState,
): Promise<SubscriptionState> {
  const day = lateDecisionDay(row, house.clock.now());
  if (!day) return row;
  const deadline = deadlineUpTo(row, day);
  const days = sql`extended_end = ${day}::date, payment_deadline = ${deadline}::timestamptz`;
  const version = await changeSubscription(tx, row.id, house.clock.now(), days);
  return {
    ...row,
    extended_end: day,
    last_day: day,
    payment_deadline: deadline,
    version: version ?? row.version,
  };
}

/**
 * Begins the time to pay anew for somebody in 21 who could not choose because no class had a place, with the days a late
 * decision gives where the intake ends before. Answers its end.
 */
export async function restartTimeToPay(tx: Tx, house: House, waiting: SubscriptionState): Promise<Date> {
  const row = await extendForLateDecision(tx, house, waiting);
  const deadline = newDeadline({ tx, house, row });
  const time = sql`payment_deadline = ${deadline}::timestamptz, awaits_class = false`;
  await changeSubscription(tx, row.id, house.clock.now(), time);
  return deadline;
}
