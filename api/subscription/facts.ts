import { type InterviewState, interviewAwaited } from '@orbita/domain/admission';
import { attemptsLeft } from '@orbita/domain/essay';
import { dayInZone, isMinorOn } from '@orbita/domain/foundation';
import { isIntakeActive as isActive } from '@orbita/domain/offering';
import { dueNow, type PriceKind, payableKinds, priceRows } from '@orbita/domain/payment';
import { BULLETIN } from '@orbita/domain/selection';
import {
  type DocumentStage,
  documentStageOf,
  type Facts,
  hasSelection,
  type IngressKind,
  type SelectionFacts,
  STATUS,
  type Status,
  type SubscriptionEvent,
  statusBefore,
  statusLabel,
  withdrawalDay,
} from '@orbita/domain/subscription';
import {
  type ParameterLevel,
  type ParameterName,
  type ParameterValue,
  resolveParameter,
  type Settings,
} from '@orbita/domain/tenancy';
import sql, { type Sql } from 'sql-template-tag';
import type { Runner, Tx } from '../platform/database/types.ts';
import type { Platform } from '../platform/platform.ts';
import { isBlocked } from './blocked.ts';
import { type SubscriptionRow, selectSubscriptions } from './row.ts';
import { type Booking, bookingFacts } from './state/booking.ts';
import { type ClassState, classFacts } from './state/class.ts';
import { type AnalysisState, analysisFact } from './state/discipline-analysis.ts';
import type { ExamState } from './state/exam-score.ts';
import { BY_OFFER, chargesJoin, offeredStateColumns, ownStateColumns } from './state-columns.ts';

declare module '../platform/platform.ts' {
  interface Platform {
    readonly factReaders: readonly FactReader[];
    /** In tests: fails if a state carried through a move differs from what a fresh read returns. */
    readonly proveState?: ((tx: Tx, state: SubscriptionState) => Promise<void>) | undefined;
  }
}

type PriceJson = { id: number; kind: PriceKind; plan: number[]; discount: number; conditional: number };
export type SettingJson = { level: ParameterLevel; name: string; value: unknown };
type HistoryJson = {
  from: Status | null;
  to: Status;
  event: SubscriptionEvent;
  transition: string;
  at: string;
};
type DocumentJson = {
  stage: 'selection' | 'enrollment';
  code: string;
  state: string;
  required: boolean;
  name: string;
  /** Another document makes this one unnecessary once that one is approved. */
  covered: boolean;
};

/** A subscription with everything its rules need, read in one statement. */
export type SubscriptionState = SubscriptionRow & {
  settings: SettingJson[];
  /** Prices of the catalogue. */
  prices: PriceJson[];
  /** Prices as stated in the accepted contract. */
  accepted_prices: PriceJson[] | null;
  history: HistoryJson[];
  documents: DocumentJson[];
  vacancies_left: number;
  /** Whether the offer lists enrolment documents, even if none concerns this candidate. */
  documents_listed: boolean;
  charge_full: boolean;
  charge_semester: boolean;
  guardian_saved: boolean;
  accepted_at: Date | null;
  open_charge: boolean;
  open_slip: boolean;
  /** How long to wait for the open slip (D-72); null means indefinitely. */
  open_slip_until: Date | null;
  /** State, purpose and payment time of the newest charge, and whether its amount was zero. */
  last_charge: {
    state: string;
    purpose: 'tax' | 'enrollment';
    paidAt: string | null;
    free: boolean;
  } | null;
  confirmed_payment: boolean;
  voucher_on_charge: boolean;
  essays_used: number;
  /** Additional attempts granted by the institution. */
  essays_granted: number;
  essay_state: string | null;
  class: ClassState;
  analysis_favourable: AnalysisState;
  exam_state: ExamState;
  interview_state: InterviewState | null;
  other_kinds: { kind: IngressKind; enem: unknown }[];
  booking: Booking | null;
};

/** The prices that apply to an application: those of its accepted contract, otherwise the catalogue's. */
export const pricesOf = ({
  accepted_prices: accepted,
  prices,
}: Pick<SubscriptionState, 'accepted_prices' | 'prices'>) => accepted ?? prices;

/** Selects subscriptions as `SubscriptionState`; `where` uses the alias `s`. */
export const selectStates = (where: Sql): Sql =>
  selectSubscriptions(where, sql`,${offeredStateColumns},${ownStateColumns(BY_OFFER)}`, chargesJoin);

/** Reads one subscription with everything its rules need; undefined when it does not exist. */
export const stateOf = (on: Runner, id: number): Promise<SubscriptionState | undefined> =>
  on.one<SubscriptionState>(selectStates(sql`s.tenant_id = ${on.tenantId} and s.id = ${id}`));

/**
 * Returns a function that reads parameters from the result of `settingsJson`. The first level with a value wins: offer →
 * institution → host → tenant → default (spec 3.1).
 */
export function settingsReader(settings: readonly SettingJson[]) {
  const levels = levelsOf(settings);
  return <N extends ParameterName>(name: N): ParameterValue<N> => resolveParameter(name, levels);
}

/** Cached because one answer reads the settings of its row dozens of times. */
const sorted = new WeakMap<readonly SettingJson[], Partial<Record<ParameterLevel, Settings>>>();

function levelsOf(settings: readonly SettingJson[]): Partial<Record<ParameterLevel, Settings>> {
  const known = sorted.get(settings);
  if (known) return known;
  const levels: Partial<Record<ParameterLevel, Settings>> = {};
  for (const { level, name, value } of settings)
    levels[level] = Object.assign(levels[level] ?? {}, { [name]: value });
  sorted.set(settings, levels);
  return levels;
}

const OPEN_DOCUMENT = (state: string) => state !== 'approved' && state !== 'waived';

/** Whether the intake is open for this subscription today, taking late decisions into account (spec 7.1). */
export const isIntakeActive = (
  row: Pick<SubscriptionRow, 'intake_start' | 'last_day' | 'intake_suspended'>,
  today: string,
): boolean =>
  isActive({ startDate: row.intake_start, endDate: row.last_day, suspended: row.intake_suspended }, today);

/** Stage at which this subscription's enrolment documents are due (spec 8.4). */
export function stageOf(row: SubscriptionState): DocumentStage {
  const configured = settingsReader(row.settings)('DocumentStage');
  const own = configured === 'default' ? null : (configured as DocumentStage);
  return documentStageOf(row.application_type, own);
}

/**
 * Largest first amount in cents among the prices that can be chosen, whether or not it is already paid. Undefined if there is
 * no such price.
 */
export function dueOf(row: SubscriptionState, purpose: 'tax' | 'enrollment'): number | undefined {
  const { variant } = settingsReader(row.settings)('PaymentSettings');
  const kinds = payableKinds(purpose, variant, {
    chargeFullSaleAmount: row.charge_full,
    semesterFullSaleAmount: row.charge_semester,
  });
  const due = pricesOf(row)
    .filter(({ kind }) => kinds.includes(kind))
    .map((price) => dueNow(priceRows(price)));
  return due.length === 0 ? undefined : Math.max(...due);
}

function historyFacts({ history, status }: SubscriptionState): Facts {
  const has = (...events: SubscriptionEvent[]) => history.some(({ event }) => events.includes(event));
  const last = history.at(-1);
  const previous = statusBefore(history, status);
  return {
    evaluationPassed: has('essay-approved', 'test-approved', 'exam-score-approved', 'review-granted'),
    questionnaireDone:
      has('questionnaire-approved') || history.some(({ transition }) => transition === 'TR-61'),
    interviewDone: has('interview-approved'),
    cancelledByExpiry: last?.event === 'payment-deadline-expired' || last?.event === 'intake-expired',
    ...(previous ? { previousStatus: previous } : {}),
  };
}

/**
 * Documents requested at a stage. A pending bulletin of a subscribed candidate does not count: it is optional after a lookup
 * without a result, so it must not move the application to 10 by itself.
 */
export const askedDocuments = (row: SubscriptionState, stage: DocumentJson['stage']): DocumentJson[] =>
  row.documents.filter(
    (item) =>
      item.stage === stage &&
      !(row.status === STATUS.Subscribed && item.code === BULLETIN.code && item.state === 'pending'),
  );

function documentFacts(row: SubscriptionState): Facts {
  const of = (stage: DocumentJson['stage']) => askedDocuments(row, stage);
  const open = (items: DocumentJson[]) =>
    items.some(({ required, state }) => required && OPEN_DOCUMENT(state));
  const selection = of('selection');
  return {
    selectionDocuments: selection.length > 0,
    bulletinAsked: selection.some(({ code, required }) => required && code === BULLETIN.code),
    selectionDocumentsApproved: selection.length > 0 && !open(selection),
    disciplineAnalysis: analysisFact(row, settingsReader(row.settings)('DisciplineDocumentCheckEnabled')),
    documentStage: stageOf(row),
    // Enrolment documents are not requested before the contract, and an unknown fact counts as open.
    ...(row.accepted_at ? { documentsOpen: open(of('enrollment')) } : {}),
  };
}

/** The facts that decide whether an application goes through a selection; the bulletin belongs to the exam score. */
export const selectionFacts = (row: SubscriptionState): SelectionFacts => ({
  type: row.application_type,
  kind: row.ingress_kind,
  selectionDocuments: askedDocuments(row, 'selection').some(({ code }) => code !== BULLETIN.code),
  questionnaireAttached: row.questionnaire_template_id !== null,
  interviewOn: row.interview,
});

/** Status label as the application's candidate sees it (spec 8.1). */
export const labelFor = (row: SubscriptionState, status: Status = row.status): string =>
  statusLabel(status, hasSelection(selectionFacts(row)));

/** Whether every required document of a stage was sent or is made unnecessary by another one; false if none is required. */
export function isAllSent(row: SubscriptionState, stage: DocumentJson['stage']): boolean {
  const asked = row.documents.filter((one) => one.stage === stage && one.required);
  return asked.length > 0 && asked.every(({ state, covered }) => covered || !NOT_SENT.includes(state));
}
const NOT_SENT: readonly string[] = ['pending', 'rejected'];

/** Whether the institution, not the candidate, must act now (spec 8.4 `analysis`, TR-86). */
export function awaitsInstitution(row: SubscriptionState): boolean {
  if (row.status === STATUS.Subscribed && row.application_type === 'essay')
    return row.essay_state === 'finished';
  if (row.exam_state === 'analysing')
    return row.status === STATUS.Subscribed || row.status === STATUS.SubscriptionDocumentationPending;
  if (row.status === STATUS.Scheduled) return true;
  if (row.status === STATUS.SubscriptionDocumentationPending) {
    return isAllSent(row, 'selection');
  }
  if (row.status === STATUS.PendingInterview) return interviewAwaited(row.interview_state);
  return row.status === STATUS.PendingApproveInterview || row.status === STATUS.PendingApproveQuestionnaire;
}

/** Last day of the right of withdrawal from the accepted contract (spec 7.5). */
export const withdrawalDayOf = (row: SubscriptionState): string | undefined =>
  row.accepted_at ? withdrawalDay(dayInZone(row.accepted_at, row.time_zone), row.holidays) : undefined;

function moneyFacts(row: SubscriptionState, now: Date, today: string): Facts {
  const due = dueOf(row, 'enrollment');
  const fee = row.application_type === 'tax' ? (dueOf(row, 'tax') ?? 0) : 0;
  const classStart = row.intake_class_start;
  const withdrawal = withdrawalDayOf(row);
  const started = classStart !== null && today >= classStart;
  const mayWithdraw = withdrawal !== undefined && today <= withdrawal;
  return {
    feeDue: fee > 0,
    feePaid: row.is_tax_paid,
    priceRegistered: due !== undefined,
    ...(due === undefined ? {} : { amountDue: row.is_paid ? 0 : due }),
    isPaid: row.is_paid,
    openCharge: row.open_charge,
    slipAwaited: row.open_slip && (row.open_slip_until === null || now <= row.open_slip_until),
    paymentDeadlineOver:
      (row.payment_deadline !== null && now > row.payment_deadline) || today > row.last_day,
    confirmedPayment: row.confirmed_payment,
    leavingOpen: !started || mayWithdraw,
    denialAllowed: started && !mayWithdraw,
    contractAccepted: row.accepted_at !== null,
  };
}

/** Kinds of ingress to which a candidate may switch within the same intake and course (TR-43). */
export function otherKindsOf(row: SubscriptionState): IngressKind[] {
  const enem = settingsReader(row.settings)('EnemCheckEnabled');
  const offered = row.other_kinds.filter(
    (other) =>
      other.kind !== 'exam-score' ||
      (other.enem === null ? enem : other.enem === true || other.enem === 'true'),
  );
  return [...new Set(offered.map(({ kind }) => kind))];
}

const switchFacts = (row: SubscriptionState): Facts => ({
  otherIngressOffered: otherKindsOf(row).length > 0,
  noRetake: row.no_retake,
});

/** How many more essays can be started for the offer of a subscription. */
export const attemptsLeftOf = (row: SubscriptionState): number =>
  attemptsLeft({
    used: row.essays_used,
    most: settingsReader(row.settings)('EssayMaxAttempts'),
    granted: row.essays_granted,
    noRetake: row.no_retake,
  });

/** Facts that can be derived from the state alone; also used by pages, permissions and requests. */
export function factsOfState(row: SubscriptionState, now: Date): Facts {
  const parameter = settingsReader(row.settings);
  const today = dayInZone(now, row.time_zone);
  return {
    kind: row.ingress_kind,
    intakeActive: isIntakeActive(row, today),
    intakeEnded: today > row.last_day,
    offerActive: row.offer_open,
    vacancyFree: row.holds_place || row.vacancies_left > 0,
    // The move that needs the place takes it atomically, so a free place is sufficient here.
    vacancyTaken: row.holds_place || row.vacancies_left > 0,
    minor: row.person_birth_date !== null && isMinorOn(row.person_birth_date, today),
    questionnaireAttached: row.questionnaire_template_id !== null,
    questionnaireApprovalRequired: parameter('QuestionnaireApprovalRequired'),
    interviewOn: row.interview,
    interviewAppointed: row.interview_state === 'scheduled',
    requiresClass: row.requires_class,
    courseChangeAllowed: parameter('AllowPoleUpdate'),
    courseChangeAfterContract: parameter('CourseChangeAfterContract'),
    manualPaymentEnabled: parameter('ManualPaymentEnabled'),
    attemptsLeft: attemptsLeftOf(row) > 0,
    awaitsInstitution: awaitsInstitution(row),
    // An essay runs until its job closes it, because its text may still arrive after the time is over (spec 10.1).
    essayRunning: row.status === STATUS.Subscribed && row.essay_state === 'in-progress',
    ...classFacts(row, now),
    ...historyFacts(row),
    ...documentFacts(row),
    ...moneyFacts(row, now, today),
    ...switchFacts(row),
    ...bookingFacts(row.booking, row.pole_id, now, parameter),
  };
}

/** Reads facts of another module for a move of a locked subscription, if a rule needs them. */
export type FactReader = (tx: Tx, platform: Platform, row: SubscriptionState) => Promise<Facts>;

/** All facts for a move of a locked subscription: those of its state, then those of other modules. */
export async function gatherFacts(tx: Tx, platform: Platform, row: SubscriptionState): Promise<Facts> {
  const facts = factsOfState(row, platform.clock.now());
  for (const read of platform.factReaders) Object.assign(facts, await read(tx, platform, row));
  return facts;
}

/** Reads whether the person of an ended application is blocked, because a block forbids its return. */
export const blockedFact: FactReader = async (tx, _platform, row) => {
  if (row.status !== STATUS.Canceled && row.status !== STATUS.Unqualified) return {};
  const person = await tx.one<{ blocked: boolean }>(
    sql`select ${isBlocked(sql`${tx.tenantId}::bigint`, row.person_id)} as blocked`,
  );
  return person ? { blockedPerson: person.blocked } : {};
};
