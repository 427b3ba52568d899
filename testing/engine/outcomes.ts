import type { TemplateId } from '@orbita/domain/messaging';
import { intakeEndFor } from '@orbita/domain/offering';
import { paymentDeadline } from '@orbita/domain/payment';
import { type HistoryRow, type RowKey, transitions } from '@orbita/domain/subscription';
import type { Walker } from './walker.ts';
import type { World } from './world.ts';

/** Effects of a row besides the status (spec 8.3, 15, 16.2); everything not named is unchanged. */
export type RowOutcome = {
  sets?: Partial<Omit<World, 'deadline' | 'class' | 'seat'>>;
  /** `confirmed` = an existing reservation becomes permanent. */
  class?: 'held' | 'confirmed' | 'freed';
  seat?: 'taken' | 'freed';
  /** `new` = counted from now; `ahead` = the same, if a payment is still to come; `gone` = nothing is due. */
  deadline?: 'new' | 'ahead' | 'gone';
  /** The place is taken again if there is an acceptance. */
  place?: 'regained';
  /** A late payment counts from now on. */
  lateMoney?: 'counts';
  messages?: readonly TemplateId[];
  /** Messages sent if the row leads to 3. */
  passed?: readonly TemplateId[];
  /** Messages sent if less was received than requested, which the system notes. */
  short?: readonly TemplateId[];
  /** Live events besides those of every move. */
  live?: readonly string[];
};

const QUIET: RowOutcome = {};
const LEAVES: RowOutcome = { sets: { place: false, charges: 0, manual: 0 }, class: 'freed', seat: 'freed' };

/** Every row by its name; the type requires all of them. */
export const OUTCOMES: Readonly<Record<RowKey, RowOutcome>> = {
  'TR-01 create': { messages: ['N-05'] },
  'TR-02 create-incomplete': { messages: ['N-05'] },
  'TR-03 information-completed': QUIET,
  'TR-04 tax-required': QUIET,
  'TR-05 selection-documents-required': QUIET,
  'TR-06 questionnaire-required': QUIET,
  'TR-07 interview-required': QUIET,
  'TR-08 direct-entry': QUIET,
  'TR-10 tax-paid': { sets: { feePaid: true }, messages: ['N-19'], live: ['payment.confirmed'] },
  'TR-11 tax-waived': { sets: { feePaid: true }, live: ['payment.confirmed'] },
  'TR-12 manual-payment-requested': {
    sets: { manual: 1 },
    short: ['N-21'],
    live: ['payment.manual-requested'],
  },
  'TR-13 manual-payment-settled': {
    sets: { feePaid: true, manual: 0 },
    messages: ['N-21'],
    live: ['payment.manual-decided'],
  },
  'TR-14 manual-payment-refused': {
    sets: { manual: 0 },
    messages: ['N-21'],
    live: ['payment.manual-decided'],
  },
  'TR-20 selection-documents-approved': {
    messages: ['N-25'],
    passed: ['N-09'],
    live: ['document.reviewed'],
  },
  'TR-21 analysis-rejected': { messages: ['N-10'] },
  'TR-30 test-scheduled': { seat: 'taken', messages: ['N-06'] },
  'TR-31 test-rescheduled': { seat: 'taken', messages: ['N-06'] },
  'TR-32 test-missed': { seat: 'freed' },
  'TR-32 slot-cancelled': { seat: 'freed', messages: ['N-06'], live: ['scheduling.cancelled'] },
  'TR-32 schedule-invalidated': { seat: 'freed', live: ['subscription.course-changed'] },
  'TR-33 test-approved': { seat: 'freed', messages: ['N-09'] },
  'TR-34 test-rejected': { seat: 'freed', messages: ['N-10'] },
  'TR-40 exam-score-approved': { messages: ['N-13', 'N-09'], live: ['exam-score.updated'] },
  'TR-41 exam-score-rejected': { messages: ['N-13', 'N-10'], live: ['exam-score.updated'] },
  'TR-42 exam-score-bulletin-required': QUIET,
  'TR-43 ingress-switched': QUIET,
  'TR-50 essay-started': QUIET,
  'TR-50 essay-saved': QUIET,
  'TR-50 essay-finished': QUIET,
  'TR-50 essay-timed-out': QUIET,
  'TR-51 essay-approved': { messages: ['N-09'], live: ['essay.graded'] },
  'TR-52 essay-rejected': { messages: ['N-10'], live: ['essay.graded'] },
  'TR-53 essay-retake': QUIET,
  'TR-60 questionnaire-submitted': { sets: { questionnaire: 'submitted' } },
  'TR-61 questionnaire-submitted': { sets: { questionnaire: 'approved' } },
  'TR-62 questionnaire-approved': {
    sets: { questionnaire: 'approved' },
    messages: ['N-14'],
    passed: ['N-09'],
    live: ['questionnaire.decided'],
  },
  'TR-63 questionnaire-returned': {
    sets: { questionnaire: 'returned' },
    messages: ['N-14'],
    live: ['questionnaire.decided'],
  },
  'TR-64 questionnaire-rejected': {
    sets: { questionnaire: 'rejected' },
    messages: ['N-10', 'N-14'],
    live: ['questionnaire.decided'],
  },
  'TR-65 interview-held': { sets: { interview: 'held' } },
  'TR-66 interview-approved': {
    sets: { interview: 'approved' },
    messages: ['N-09', 'N-15'],
    live: ['interview.decided'],
  },
  'TR-67 interview-rejected': {
    sets: { interview: 'rejected' },
    messages: ['N-10', 'N-15'],
    live: ['interview.decided'],
  },
  'TR-68 interview-repeat': { messages: ['N-15'], live: ['interview.decided'] },
  'TR-70 contract-accepted': {
    sets: { place: true, accepted: true },
    deadline: 'new',
  },
  'TR-71 class-required': QUIET,
  'TR-72 documents-required': QUIET,
  'TR-73 payment-required': QUIET,
  'TR-74 payment-waived': { sets: { paid: true, charges: 0 }, class: 'confirmed' },
  'TR-75 class-selected': { class: 'held' },
  'TR-76 documents-approved': { deadline: 'ahead', messages: ['N-25'], live: ['document.reviewed'] },
  'TR-77 documents-approved': { messages: ['N-25'], live: ['document.reviewed'] },
  'TR-78 payment-confirmed': {
    sets: { paid: true },
    class: 'confirmed',
    messages: ['N-19'],
    live: ['payment.confirmed'],
  },
  'TR-79 payment-confirmed': {
    sets: { paid: true },
    class: 'confirmed',
    messages: ['N-19'],
    live: ['payment.confirmed'],
  },
  'TR-80 manual-payment-requested': {
    sets: { manual: 1, charges: 0 },
    short: ['N-21'],
    live: ['payment.manual-requested'],
  },
  'TR-81 manual-payment-settled': {
    sets: { paid: true, manual: 0 },
    class: 'confirmed',
    messages: ['N-21'],
    live: ['payment.manual-decided'],
  },
  'TR-82 manual-payment-refused': {
    sets: { manual: 0 },
    deadline: 'new',
    messages: ['N-21'],
    live: ['payment.manual-decided'],
  },
  'TR-83 class-hold-expired': { class: 'freed', messages: ['N-30'], live: ['class.hold-expired'] },
  // A price waived by a voucher is due again, because nothing was paid.
  'TR-84 course-changed': {
    sets: { accepted: false, place: false, charges: 0, paid: false },
    class: 'freed',
    deadline: 'gone',
    live: ['subscription.course-changed'],
  },
  // Open charges are queried at the bank first (14.4).
  'TR-85 payment-deadline-expired': { sets: { place: false }, class: 'freed', messages: ['N-23'] },
  'TR-86 intake-expired': { messages: ['N-23'] },
  'TR-90 cancel-requested': {
    sets: { place: false, charges: 0 },
    class: 'freed',
    seat: 'freed',
    messages: ['N-28'],
  },
  'TR-91 cancel-requested': { sets: { charges: 0, manual: 0 }, messages: ['N-28'] },
  'TR-92 cancel-confirmed': { sets: { place: false }, class: 'freed', messages: ['N-28'] },
  'TR-93 cancel-withdrawn': { deadline: 'ahead' },
  'TR-93 cancel-denied': { deadline: 'ahead', messages: ['N-28'] },
  'TR-94 blocked': { sets: { charges: 0, manual: 0 } },
  'TR-95 unblocked': { deadline: 'ahead' },
  'TR-96 disqualified': { ...LEAVES, sets: { ...LEAVES.sets, noRetake: true }, messages: ['N-10'] },
  'TR-99 review-granted': {
    sets: { noRetake: false, accepted: false },
    deadline: 'gone',
    messages: ['N-09'],
  },
  'TR-98 reinstated': { place: 'regained', deadline: 'ahead', lateMoney: 'counts' },
};

/** Effects of entering a status by a row of its own, not by returning to it. */
const ON_ENTRY: Readonly<Partial<Record<number, RowOutcome>>> = {
  7: { messages: ['N-26'] },
  16: { sets: { questionnaire: 'draft' } },
  17: { deadline: 'new' },
  18: { sets: { interview: 'not-requested' } },
};
/** Effects of returning to a status: 11 always has a payment to decide, the time for the fee restarts in 17. */
const BACK: Readonly<Partial<Record<number, RowOutcome>>> = {
  11: { sets: { manual: 1 } },
  17: { deadline: 'new' },
};

/** Statuses in which the payment comes next, or follows the documents. */
const PAYMENT_AHEAD: readonly number[] = [5, 6, 17, 21];

export type Line = HistoryRow & { transition: string };

/** Rows behind a line of the history: TR-75 is recorded together with the next one. */
export const rowsOf = ({ transition, event }: Line): RowKey[] =>
  transition.split('+').map((id, n) => {
    const found = transitions.find((row) => row.id === id && (n > 0 || row.event === event));
    if (!found) throw new Error(`${transition} ${event} is no row`);
    return `${found.id} ${found.event}` as RowKey;
  });

const isBack = ({ transition }: Line) => transition === 'TR-93' || transition === 'TR-95';

/** Effects of a row, and whether the institution decided, which adds days after the end of the intake (spec 7.1). */
type Outcome = RowOutcome & { decided?: boolean };

/** All effects of a line, in order: those of entering its status, then those of its rows. */
export function outcomesOf(line: Line): Outcome[] {
  const entered = line.from === line.to ? undefined : (isBack(line) ? BACK : ON_ENTRY)[line.to];
  const own = rowsOf(line).map((key) => {
    const outcome = OUTCOMES[key];
    const passed = line.to === 3 ? (outcome.passed ?? []) : [];
    const short = line.actor === 'system' ? (outcome.short ?? []) : [];
    const ahead = outcome.deadline !== 'ahead' || PAYMENT_AHEAD.includes(line.to);
    const { deadline, ...rest } = outcome;
    return {
      ...rest,
      decided: line.actor === 'operations',
      ...(deadline && ahead ? { deadline } : {}),
      messages: [...(outcome.messages ?? []), ...passed, ...short],
    };
  });
  return [...(entered ? [entered] : []), ...own];
}

const PAYMENT_DAYS = 7;
const INTAKE_END = '2026-02-13';
const LATE_DECISION_DAYS = 3;

/** The payment deadline counted from a day, with or without a decision of the institution. */
const deadlineFrom = (day: string, decided: boolean): string => {
  const last = decided ? intakeEndFor(INTAKE_END, day, LATE_DECISION_DAYS) : INTAKE_END;
  return paymentDeadline(day, PAYMENT_DAYS, last, 'America/Sao_Paulo').toISOString();
};

type Around = { day: string; slot: number | null; received: boolean };

/** The expected facts after some effects on a day; `slot` is the one booked now. */
export function worldAfter(
  before: World,
  outcomes: readonly Outcome[],
  { day, slot, received }: Around,
): World {
  let world = before;
  for (const { sets, place, class: held, seat, deadline, lateMoney, decided = false } of outcomes) {
    world = { ...world, ...sets };
    if (lateMoney && received) world.paid = true;
    if (place) world.place = world.accepted;
    if (held === 'held') world.class = 'held';
    if (held === 'freed') world.class = 'none';
    if (held === 'confirmed' && world.class === 'held') world.class = 'confirmed';
    if (seat) world.seat = seat === 'taken' ? slot : null;
    // Once paid, the time to pay does not restart.
    if (deadline && !(deadline === 'ahead' && before.paid))
      world.deadline = deadline === 'gone' ? null : deadlineFrom(day, decided);
  }
  return world;
}

/** Messages of the effects; a late payment is confirmed when it counts. */
export const messagesOf = (outcomes: readonly RowOutcome[], { paid }: World, received: boolean): string[] =>
  outcomes.flatMap(({ messages = [], lateMoney }) => [
    ...messages,
    ...(lateMoney && received && !paid ? ['N-19'] : []),
  ]);

/** Facts that a row claims to change. */
export const claimsOf = ({
  sets = {},
  place,
  class: held,
  seat,
  deadline,
  lateMoney,
}: RowOutcome): (keyof World)[] => [
  ...(Object.keys(sets) as (keyof World)[]),
  ...(place ? (['place'] as const) : []),
  ...(held ? (['class'] as const) : []),
  ...(seat ? (['seat'] as const) : []),
  ...(deadline ? (['deadline'] as const) : []),
  ...(lateMoney ? (['paid'] as const) : []),
];

/** The slot that an act books. */
export const slotOf = (of: Walker, last: unknown): number | null => {
  const { slots } = of.engine;
  const moved = last === 'move the test' || last === 'move the test for them';
  return (moved ? slots[1] : slots[0]) ?? null;
};
