import { dayInZone, isMinorOn, isoInZone, shownName } from '@orbita/domain/foundation';
import {
  type ChargeView,
  changeRefusal,
  decideMove,
  type Facts,
  pageOf,
  STATUS,
  type StepFacts,
  type SubscriptionEvent,
  statusBefore,
  statusInfo,
} from '@orbita/domain/subscription';
import { presentHour } from '../selection/index.ts';
import {
  askedDocuments,
  awaitsInstitution,
  dueOf,
  factsOfState,
  type SubscriptionState,
  stageOf,
} from './facts.ts';

const allowed = (row: SubscriptionState, facts: Facts, event: SubscriptionEvent): boolean =>
  decideMove({ type: row.application_type, from: row.status, event, actor: 'candidate', facts }).allowed;

const permissionsOf = (row: SubscriptionState, facts: Facts) => ({
  // Whether the other course has a place is known only once it is chosen.
  changeCourse:
    changeRefusal({ type: row.application_type, status: row.status }, { ...facts, vacancyFree: true }) ===
    undefined,
  cancel: allowed(row, facts, 'cancel-requested'),
  // Whether another slot is free is known only once it is chosen.
  reschedule: allowed(row, { ...facts, slotFree: true }, 'test-rescheduled'),
  switchIngress: facts.intakeActive === true && allowed(row, facts, 'ingress-switched'),
});

const isMinor = (row: SubscriptionState, now: Date) =>
  row.person_birth_date !== null && isMinorOn(row.person_birth_date, dayInZone(now, row.time_zone));

const instant = (row: SubscriptionState, at: Date | null) => (at ? isoInZone(at, row.time_zone) : null);

const AWAITS_PAYMENT: readonly number[] = [
  STATUS.EnrollmentPending,
  STATUS.PendingTax,
  STATUS.PendingClassSelection,
  STATUS.TermsAccepted,
];

/** While no class has a place nothing runs out, whatever day was written before (TR-85). */
const cannotChoose = ({ status, class: places }: SubscriptionState): boolean =>
  status === STATUS.PendingClassSelection && places !== null && (!places.free || places.waiting);

/** Until when money is waited for; null where none is, as the deadline of a fee outlives its payment. */
export const paymentUntil = (row: SubscriptionState): string | null =>
  AWAITS_PAYMENT.includes(row.status) && !cannotChoose(row) ? instant(row, row.payment_deadline) : null;

const common = (row: SubscriptionState, now: Date) => ({
  id: row.id,
  subscriptionId: row.id,
  personId: row.person_id,
  // The only name that is shown; contract and payer read the civil one themselves (spec 6.1).
  personName: shownName({ name: row.person_name, socialName: row.person_social_name }),
  courseId: row.course_id,
  courseCode: row.course_code,
  courseName: row.course_name,
  poleId: row.pole_id,
  offerId: row.offer_id,
  intakeId: row.intake_id,
  institutionId: row.institution_id,
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
  hasDiscount: row.voucher_on_charge || row.prices.some(({ discount }) => discount > 0),
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
  statusName: statusInfo(row.status).label,
  statusColor: statusInfo(row.status).color,
  // "Intake end" of an application is the day that counts for it (spec 7.1): everybody who reads it means that one.
  intake: { startDate: row.intake_start, endDate: row.last_day, classStartDate: row.intake_class_start },
  paymentDeadline: paymentUntil(row),
  version: row.version,
});

/** Subscription of spec 7.3. */
export const presentSubscription = (row: SubscriptionState, now: Date) => ({
  ...common(row, now),
  personBirthday: row.person_birth_date,
  warningPopup: row.warning_popup,
  permissions: permissionsOf(row, factsOfState(row, now)),
});

/** Subscription in lists: without birthday, popup and permissions, with its page. */
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

/** Page of a subscription with the pseudo-states of its charge (spec 8.5). */
export function pageOfState(row: SubscriptionState, now: Date) {
  const purpose = row.status === STATUS.PendingTax ? 'tax' : 'enrollment';
  const charge = row.last_charge?.purpose === purpose ? CHARGE_VIEWS[row.last_charge.state] : undefined;
  return pageOf({
    status: row.status,
    kind: row.ingress_kind,
    facts: factsOfState(row, now),
    charge: charge ?? null,
  });
}

const STOPPED: readonly number[] = [STATUS.Blacklisted, STATUS.PendingCancel, STATUS.Canceled];

/** The status an application last had while it went on: who leaves comes to 13 through 12. */
const statusBeforeStop = (row: SubscriptionState) =>
  row.history.findLast(({ from, to }) => from !== null && !STOPPED.includes(from) && STOPPED.includes(to))
    ?.from;

/** What the manual payment is for that is open, or was when the application stopped. */
const manualPurpose = (row: SubscriptionState) =>
  statusBefore(row.history, STATUS.ManualPaymentPending) === STATUS.PendingTax ? 'tax' : 'enrollment';

// A booked test is the candidate's next step until it is held; only then somebody else must act.
const awaitsResult = (row: SubscriptionState, now: Date): boolean =>
  row.status === STATUS.Scheduled
    ? row.booking !== null && new Date(row.booking.at) <= now
    : awaitsInstitution(row);

/** What the esteira of a subscription depends on (spec 8.4). */
export function stepFactsOf(row: SubscriptionState, now: Date): StepFacts {
  const asked = (stage: 'selection' | 'enrollment') => askedDocuments(row, stage).length > 0;
  const previous = statusBeforeStop(row);
  // By its move, not by its payments: what was paid and given back was still paid. A change of course undoes the waiver.
  const ways = row.history.map(({ transition }) => transition ?? '');
  const waived =
    row.is_paid && ways.slice(ways.lastIndexOf('TR-84') + 1).some((way) => way.includes('TR-74'));
  return {
    id: row.id,
    type: row.application_type,
    status: row.status,
    kind: row.ingress_kind,
    feePriced: (dueOf(row, 'tax') ?? 0) > 0,
    selectionDocuments: asked('selection'),
    questionnaireAttached: row.questionnaire_template_id !== null,
    interviewOn: row.interview,
    requiresClass: row.requires_class,
    documentStage: stageOf(row),
    hasDocuments: row.accepted_at ? asked('enrollment') : row.document_set_id !== null,
    hasPayment: !waived && dueOf(row, 'enrollment') !== 0,
    awaitsInstitution: awaitsResult(row, now),
    manualPaymentPurpose: manualPurpose(row),
    ...(previous ? { previousStatus: previous } : {}),
  };
}
