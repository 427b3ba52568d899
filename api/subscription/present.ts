import { dayInZone, entryOf, isMinorOn, isoInZone, shownName } from '@orbita/domain/foundation';
import {
  type ChargeView,
  changeRefusal,
  decideMove,
  type Facts,
  isJustConfirmed,
  pageOf,
  purposeIn,
  STATUS,
  STOPPED_STATUSES,
  type StepFacts,
  type SubscriptionEvent,
  statusBefore,
  statusesWith,
  statusInfo,
} from '@orbita/domain/subscription';
import {
  awaitsInstitution,
  dueOf,
  factsOfState,
  labelFor,
  otherKindsOf,
  pricesOf,
  type SubscriptionState,
  selectionFacts,
  settingsReader,
  stageOf,
} from './facts.ts';
import { presentHour } from './present-booking.ts';
import { bookingLimits } from './state/booking.ts';

const allowed = (row: SubscriptionState, facts: Facts, event: SubscriptionEvent): boolean =>
  decideMove({ type: row.application_type, from: row.status, event, actor: 'candidate', facts }).allowed;

const switchOf = (row: SubscriptionState, facts: Facts) => {
  const switchIngress = facts.intakeActive === true && allowed(row, facts, 'ingress-switched');
  return { switchIngress, switchTo: switchIngress ? otherKindsOf(row) : [] };
};

const permissionsOf = (row: SubscriptionState, facts: Facts) => ({
  // Vacancies of the other course are known only once it is chosen.
  changeCourse:
    changeRefusal({ type: row.application_type, status: row.status }, { ...facts, vacancyFree: true }) ===
    undefined,
  cancel: allowed(row, facts, 'cancel-requested'),
  // Free places of another slot are known only once it is chosen.
  reschedule: allowed(row, { ...facts, slotFree: true }, 'test-rescheduled'),
  ...switchOf(row, facts),
});

const isMinor = (row: SubscriptionState, now: Date) =>
  row.person_birth_date !== null && isMinorOn(row.person_birth_date, dayInZone(now, row.time_zone));

const instant = (row: SubscriptionState, at: Date | null) => (at ? isoInZone(at, row.time_zone) : null);

const AWAITS_PAYMENT: readonly number[] = [...statusesWith('payment-deadline-expired'), STATUS.TermsAccepted];

/** Whether the candidate has to choose a class but none has a place; no deadline applies then (TR-85). */
const cannotChoose = ({ status, class: places }: SubscriptionState): boolean =>
  status === STATUS.PendingClassSelection && places !== null && (!places.free || places.waiting);

/**
 * Payment deadline as ISO 8601 in the tenant's time zone. Null when no payment is expected, because the deadline of a fee stays
 * stored after it was paid.
 */
export const paymentUntil = (row: SubscriptionState): string | null =>
  AWAITS_PAYMENT.includes(row.status) && !cannotChoose(row) ? instant(row, row.payment_deadline) : null;

const common = (row: SubscriptionState, now: Date) => ({
  id: row.id,
  subscriptionId: row.id,
  personId: row.person_id,
  // Screens show only this name; contract and payer data use the civil name (spec 6.1).
  personName: shownName({ name: row.person_name, socialName: row.person_social_name }),
  courseId: row.course_id,
  courseCode: row.course_code,
  courseName: row.course_name,
  poleId: row.pole_id,
  offerId: row.offer_id,
  intakeId: row.intake_id,
  institutionId: row.institution_id,
  institutionCode: row.institution_code,
  subscriptionStatus: row.status,
  isPaid: row.is_paid,
  isTaxPaid: row.is_tax_paid,
  hour: presentHour(row.booking, row.time_zone),
  campusSchedulingId: row.booking?.placeId ?? null,
  campusScheduling: row.booking?.place ?? null,
  campusPolo: row.pole_description,
  educationLevelType: row.offer_type,
  underageWarning: isMinor(row, now) && !row.guardian_saved,
  displayCampus: row.display_campus,
  hasDiscount: row.voucher_on_charge || pricesOf(row).some(({ discount }) => discount > 0),
  studentLyceumId: row.student_lyceum_id,
  academicClassId: row.class?.id ?? null,
  academicClassDate: row.class?.start ?? null,
  ingressMode: row.ingress_name,
  modalityDescription: row.course_modality,
  offer: {
    name: row.offer_name,
    requiresClass: row.requires_class,
    documentStage: stageOf(row),
    ingressMode: {
      id: row.ingress_mode_id,
      name: row.ingress_name,
      kind: row.ingress_kind,
      useDisciplines: row.use_disciplines,
    },
  },
  applicationType: row.application_type,
  statusName: labelFor(row),
  statusColor: statusInfo(row.status).color,
  // The end of the intake includes extensions after late decisions, because that day applies to this application (spec 7.1).
  intake: { startDate: row.intake_start, endDate: row.last_day, classStartDate: row.intake_class_start },
  paymentDeadline: paymentUntil(row),
  version: row.version,
});

const presentLimits = (row: SubscriptionState) => {
  const limits = bookingLimits(row.booking, settingsReader(row.settings));
  return limits && { ...limits, until: isoInZone(limits.until, row.time_zone) };
};

/** Subscription as the API returns it (spec 7.3). */
export const presentSubscription = (row: SubscriptionState, now: Date) => ({
  ...common(row, now),
  campusAddress: row.booking?.address ?? null,
  rescheduling: presentLimits(row),
  personBirthday: row.person_birth_date,
  warningPopup: row.warning_popup,
  permissions: permissionsOf(row, factsOfState(row, now)),
});

/** Subscription as shown in lists: without birthday, popup and permissions, but with its page. */
export const presentCard = (row: SubscriptionState, now: Date) => ({
  ...common(row, now),
  createdAt: isoInZone(row.created_at, row.time_zone),
  page: pageOfState(row, now),
});

const CHARGE_VIEWS: Readonly<Record<string, ChargeView>> = {
  created: 'open',
  processing: 'open',
  pending: 'open',
  denied: 'failed',
  expired: 'failed',
  error: 'failed',
};

/** Page of a subscription, including the pseudo-states of its charge (spec 8.5). */
export function pageOfState(row: SubscriptionState, now: Date) {
  const purpose = purposeIn(row.status);
  const charge =
    row.last_charge?.purpose === purpose ? entryOf(CHARGE_VIEWS, row.last_charge.state) : undefined;
  return pageOf({
    status: row.status,
    kind: row.ingress_kind,
    facts: factsOfState(row, now),
    charge: charge ?? null,
  });
}

/** The page that shows a payment confirmed just now (S-33); undefined if there is none or its amount was zero. */
export function newsOf(row: SubscriptionState, now: Date) {
  const { status, last_charge: charge } = row;
  if (charge?.free) return undefined;
  const paid = charge && { ...charge, paidAt: charge.paidAt === null ? null : new Date(charge.paidAt) };
  if (!isJustConfirmed(paid, { status, now })) return undefined;
  return pageOf({ status, kind: row.ingress_kind, charge: 'just-confirmed' });
}

/** The last status before the application stopped; a cancellation may pass through 12 before 13. */
const statusBeforeStop = (row: SubscriptionState) =>
  row.history.findLast(
    ({ from, to }) => from !== null && !STOPPED_STATUSES.includes(from) && STOPPED_STATUSES.includes(to),
  )?.from;

/** Purpose of the manual payment that is open, or was open when the application stopped. */
const manualPurpose = (row: SubscriptionState) =>
  statusBefore(row.history, STATUS.ManualPaymentPending) === STATUS.PendingTax ? 'tax' : 'enrollment';

// Until a booked test takes place it is the candidate's next step; after that the institution must act.
const awaitsResult = (row: SubscriptionState, now: Date): boolean =>
  row.status === STATUS.Scheduled
    ? row.booking !== null && new Date(row.booking.at) <= now
    : awaitsInstitution(row);

/** Facts that determine the steps of a subscription (spec 8.4). */
export function stepFactsOf(row: SubscriptionState, now: Date): StepFacts {
  const previous = statusBeforeStop(row);
  return {
    ...selectionFacts(row),
    id: row.id,
    status: row.status,
    feePriced: (dueOf(row, 'tax') ?? 0) > 0,
    requiresClass: row.requires_class,
    documentStage: stageOf(row),
    hasDocuments: row.documents_listed,
    hasPayment: dueOf(row, 'enrollment') !== 0,
    awaitsInstitution: awaitsResult(row, now),
    manualPaymentPurpose: manualPurpose(row),
    ...(previous ? { previousStatus: previous } : {}),
  };
}
