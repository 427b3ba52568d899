import type { SubscriptionEvent } from '@orbita/domain/subscription';
import type { ActName, ClockName } from './acts.ts';
import type { Head, Letter, Tail } from './catalogue.ts';

/** A step after applying: an act, or a move of the clock. */
export type Step = ActName | { clock: ClockName };

/** How one row of the transition table is reached through the API, for the types it is marked for. */
export type Scenario = {
  row: `TR-${string}`;
  event: SubscriptionEvent;
  /** Start status of the row, if it has several. */
  from?: number;
  /** End status, if another scenario of the row leads elsewhere. */
  to?: number;
  letters: readonly Letter[];
  head?: Head;
  tail?: Tail;
  /** Imported by the institution, with complete data or not. */
  brought?: 'complete' | 'incomplete';
  steps: (letter: Letter) => readonly Step[];
};

const ALL: readonly Letter[] = ['G', 'E', 'P', 'X', 'T'];
const NOT_E: readonly Letter[] = ['G', 'P', 'X', 'T'];

/** Without a payment, because an applicant who paid the fee may not simply leave (TR-91). */
const FEE: readonly Step[] = ['use a voucher for the fee'];
const PASSED: readonly Step[] = ['write the essay', 'approve the essay'];
const LATE: Step = { clock: 'payment deadline' };
const OVER: Step = { clock: 'intake' };

/** From the application to status 3 by the shortest way of a type. */
export const toApproved = (letter: Letter): readonly Step[] =>
  letter === 'T' ? FEE : letter === 'E' ? PASSED : [];
const fee = (letter: Letter): readonly Step[] => (letter === 'T' ? FEE : []);
/** To the accepted contract: 6 with the plain tail. */
export const toContract = (letter: Letter): readonly Step[] => [
  ...toApproved(letter),
  'fill in and accept the contract',
];
const toEnrolled = (letter: Letter): readonly Step[] => [
  ...toContract(letter),
  'take the payment',
  'settle by hand',
  'approve documents',
];

type Given = Omit<Scenario, 'row' | 'event' | 'letters' | 'steps'>;
const scenario = (
  row: Scenario['row'],
  event: SubscriptionEvent,
  letters: readonly Letter[],
  steps: readonly Step[] | Scenario['steps'],
  given: Given = {},
): Scenario => ({ row, event, letters, steps: typeof steps === 'function' ? steps : () => steps, ...given });

/** Appends steps to common ones. */
const then =
  (before: (letter: Letter) => readonly Step[], ...more: Step[]) =>
  (letter: Letter): readonly Step[] => [...before(letter), ...more];

const selectionWaits = (from: number, head: Head, letters: readonly Letter[], ...more: Step[]) => ({
  from,
  head,
  letters,
  steps: then(fee, ...more),
});
/** Every status in which an application may rest, with a way to it, for rows that start in almost any status. */
const ANYWHERE = [
  { from: 1, letters: ['E'] as const, head: undefined, steps: () => [] as readonly Step[] },
  {
    from: 2,
    letters: ['G'] as const,
    head: 'test' as Head,
    steps: () => ['book the test'] as readonly Step[],
  },
  { from: 3, letters: ALL, head: undefined, steps: toApproved },
  selectionWaits(10, 'documents', ['G', 'P', 'T']),
  selectionWaits(16, 'questionnaire', ['P', 'T']),
  selectionWaits(18, 'interview', ['P', 'T']),
  selectionWaits(19, 'interview', ['P', 'T'], 'arrange and hold the interview'),
  selectionWaits(20, 'questionnaire', ['P', 'T'], 'submit the questionnaire'),
  { from: 17, letters: ['T'] as const, head: undefined, steps: () => [] as readonly Step[] },
  { from: 9, letters: ALL, head: undefined, steps: then(toApproved, 'disqualify') },
  { from: 6, letters: ALL, head: undefined, steps: toContract },
  { from: 21, letters: ALL, head: undefined, tail: 'class' as Tail, steps: toContract },
  { from: 5, letters: NOT_E, head: undefined, tail: 'before' as Tail, steps: toContract },
  {
    from: 14,
    letters: ALL,
    head: undefined,
    brought: 'incomplete' as const,
    steps: () => [] as readonly Step[],
  },
];
const fromAnywhere = (
  row: Scenario['row'],
  event: SubscriptionEvent,
  froms: readonly number[],
  ...more: Step[]
): Scenario[] =>
  ANYWHERE.filter(({ from }) => froms.includes(from)).map(({ letters, steps, head, from, ...given }) =>
    scenario(row, event, letters, then(steps, ...more), { ...given, ...(head ? { head } : {}), from }),
  );

const HEADS_OF_T = ['direct', 'documents', 'questionnaire', 'interview'] as const;

const entry: readonly Scenario[] = [
  scenario('TR-01', 'create', ALL, []),
  scenario('TR-01', 'create', ALL, [], { brought: 'complete' }),
  scenario('TR-02', 'create-incomplete', ALL, [], { brought: 'incomplete' }),
  scenario('TR-03', 'information-completed', ALL, ['complete the information'], { brought: 'incomplete' }),
  scenario('TR-04', 'tax-required', ['T'], []),
  scenario('TR-05', 'selection-documents-required', ['G', 'P'], [], { head: 'documents' }),
  scenario('TR-05', 'selection-documents-required', ['T'], [], { head: 'documents', tail: 'nofee' }),
  scenario('TR-06', 'questionnaire-required', ['P'], [], { head: 'questionnaire' }),
  scenario('TR-06', 'questionnaire-required', ['T'], [], { head: 'questionnaire', tail: 'nofee' }),
  scenario('TR-07', 'interview-required', ['P'], [], { head: 'interview' }),
  scenario('TR-07', 'interview-required', ['T'], [], { head: 'interview', tail: 'nofee' }),
  scenario('TR-08', 'direct-entry', ['G', 'P', 'X'], []),
  scenario('TR-08', 'direct-entry', ['T'], [], { tail: 'nofee' }),
  ...HEADS_OF_T.flatMap((head) => [
    scenario('TR-10', 'tax-paid', ['T'], ['pay the fee by pix'], { head }),
    scenario('TR-11', 'tax-waived', ['T'], ['use a voucher for the fee'], { head }),
    scenario('TR-13', 'manual-payment-settled', ['T'], ['take the fee', 'settle by hand'], { head }),
  ]),
  scenario('TR-12', 'manual-payment-requested', ['T'], ['say it was paid']),
  scenario('TR-12', 'manual-payment-requested', ['T'], ['take the fee']),
  scenario('TR-14', 'manual-payment-refused', ['T'], ['take the fee', 'refuse by hand']),
];

const documents = { head: 'documents' } as const;
const test = { head: 'test' } as const;
const exam = { head: 'exam' } as const;
const asked: readonly Step[] = ['look up the score'];
const bulletin: readonly Step[] = [...asked, 'miss the score', 'send the bulletin'];
const PT: readonly Letter[] = ['P', 'T'];
const interview = { head: 'interview' } as const;
const questionnaire = { head: 'questionnaire' } as const;
const submitted = then(fee, 'submit the questionnaire');
const submittedFor = then(fee, 'submit the questionnaire for them');
const interviewed = then(fee, 'arrange the interview', 'hold the interview');
const full = (letter: Letter): readonly Step[] => [
  ...fee(letter),
  'approve selection documents',
  'submit the questionnaire',
];

const selection: readonly Scenario[] = [
  scenario(
    'TR-20',
    'selection-documents-approved',
    ['G', ...PT],
    then(fee, 'approve selection documents'),
    documents,
  ),
  scenario('TR-20', 'selection-documents-approved', PT, then(fee, 'approve selection documents'), {
    head: 'full',
  }),
  ...(['documents-test', 'documents-exam'] as const).map((head) =>
    scenario('TR-20', 'selection-documents-approved', ['G'], ['approve selection documents'], {
      head,
      to: 1,
    }),
  ),
  scenario('TR-21', 'analysis-rejected', ['G', ...PT], then(fee, 'reject the analysis'), documents),
  scenario('TR-30', 'test-scheduled', ['G'], ['book the test'], test),
  scenario('TR-31', 'test-rescheduled', ['G'], ['book the test', 'move the test'], test),
  scenario('TR-30', 'test-scheduled', ['G'], ['book the test for them'], test),
  scenario('TR-31', 'test-rescheduled', ['G'], ['book the test', 'move the test for them'], test),
  scenario('TR-32', 'test-missed', ['G'], ['book the test', 'miss the test'], test),
  scenario('TR-32', 'schedule-invalidated', ['G'], ['book the test', 'change the pole'], test),
  scenario('TR-32', 'slot-cancelled', ['G'], ['book the last test', 'withdraw the last test'], test),
  scenario('TR-33', 'test-approved', ['G'], ['book the test', 'pass the test'], test),
  scenario('TR-34', 'test-rejected', ['G'], ['book the test', 'fail the test'], test),
  scenario('TR-40', 'exam-score-approved', ['G'], [...asked, 'approve the score'], { ...exam, from: 1 }),
  scenario('TR-40', 'exam-score-approved', ['G'], [...bulletin, 'approve the score'], { ...exam, from: 10 }),
  scenario('TR-41', 'exam-score-rejected', ['G'], [...asked, 'reject the score'], { ...exam, from: 1 }),
  scenario('TR-41', 'exam-score-rejected', ['G'], [...bulletin, 'reject the score'], { ...exam, from: 10 }),
  scenario('TR-42', 'exam-score-bulletin-required', ['G'], bulletin, exam),
  scenario('TR-43', 'ingress-switched', ['G'], ['switch to the essay'], { ...exam, from: 1 }),
  scenario('TR-43', 'ingress-switched', ['G'], [...bulletin, 'switch to the essay'], { ...exam, from: 10 }),
  scenario('TR-43', 'ingress-switched', ['G'], [...asked, 'reject the score', 'switch to the essay'], {
    ...exam,
    from: 9,
  }),
  scenario('TR-43', 'ingress-switched', ['E'], ['switch to the score'], { from: 1 }),
  scenario(
    'TR-43',
    'ingress-switched',
    ['E'],
    ['write the essay', 'reject the essay', 'switch to the score'],
    { from: 9 },
  ),
  scenario('TR-51', 'essay-approved', ['E'], PASSED),
  scenario('TR-52', 'essay-rejected', ['E'], ['write the essay', 'reject the essay']),
  scenario('TR-53', 'essay-retake', ['E'], ['write the essay', 'reject the essay', 'retake the essay']),
  scenario('TR-60', 'questionnaire-submitted', PT, submitted, questionnaire),
  scenario('TR-61', 'questionnaire-submitted', PT, submitted, { head: 'open-questionnaire' }),
  scenario('TR-60', 'questionnaire-submitted', PT, submittedFor, questionnaire),
  scenario('TR-61', 'questionnaire-submitted', PT, submittedFor, { head: 'open-questionnaire' }),
  scenario(
    'TR-62',
    'questionnaire-approved',
    PT,
    then(submitted, 'approve the questionnaire'),
    questionnaire,
  ),
  scenario('TR-62', 'questionnaire-approved', PT, then(full, 'approve the questionnaire'), { head: 'full' }),
  scenario('TR-63', 'questionnaire-returned', PT, then(submitted, 'return the questionnaire'), questionnaire),
  scenario('TR-64', 'questionnaire-rejected', PT, then(submitted, 'reject the questionnaire'), questionnaire),
  scenario('TR-65', 'interview-held', PT, interviewed, interview),
  scenario('TR-66', 'interview-approved', PT, then(interviewed, 'approve the interview'), interview),
  scenario('TR-67', 'interview-rejected', PT, then(interviewed, 'reject the interview'), interview),
  scenario('TR-68', 'interview-repeat', PT, then(interviewed, 'repeat the interview'), interview),
];

const enrolment: readonly Scenario[] = [
  scenario('TR-70', 'contract-accepted', ALL, toContract),
  scenario('TR-71', 'class-required', ALL, toContract, { tail: 'class' }),
  scenario('TR-72', 'documents-required', NOT_E, toContract, { tail: 'before', from: 4 }),
  scenario('TR-73', 'payment-required', ALL, toContract, { from: 4 }),
  scenario('TR-74', 'payment-waived', ALL, toContract, { tail: 'free', from: 4 }),
  scenario('TR-74', 'payment-waived', NOT_E, toContract, { tail: 'free-nodocs', from: 4 }),
  scenario('TR-74', 'payment-waived', ALL, then(toContract, 'use a voucher for everything'), { from: 6 }),
  scenario('TR-75', 'class-selected', ALL, then(toContract, 'choose a class'), { tail: 'class' }),
  scenario('TR-75', 'class-selected', NOT_E, then(toContract, 'choose a class'), { tail: 'class-before' }),
  scenario('TR-75', 'class-selected', ALL, then(toContract, 'choose a class'), { tail: 'class-free' }),
  scenario('TR-76', 'documents-approved', NOT_E, then(toContract, 'approve documents'), { tail: 'before' }),
  scenario('TR-77', 'documents-approved', ALL, toEnrolled),
  scenario('TR-78', 'payment-confirmed', ALL, then(toContract, 'pay by pix')),
  scenario('TR-79', 'payment-confirmed', NOT_E, then(toContract, 'pay by pix'), { tail: 'nodocs' }),
  scenario('TR-79', 'payment-confirmed', ['E'], then(toContract, 'approve documents', 'pay by pix')),
  scenario('TR-80', 'manual-payment-requested', ALL, then(toContract, 'say it was paid')),
  scenario('TR-80', 'manual-payment-requested', ALL, then(toContract, 'take the payment')),
  scenario('TR-81', 'manual-payment-settled', ALL, then(toContract, 'take the payment', 'settle by hand')),
  scenario('TR-81', 'manual-payment-settled', NOT_E, then(toContract, 'take the payment', 'settle by hand'), {
    tail: 'nodocs',
  }),
  scenario('TR-82', 'manual-payment-refused', ALL, then(toContract, 'take the payment', 'refuse by hand')),
  scenario('TR-83', 'class-hold-expired', ALL, then(toContract, 'choose a class', { clock: 'class hold' }), {
    tail: 'class',
  }),
  ...fromAnywhere('TR-84', 'course-changed', [5, 6, 21], 'change the pole'),
  ...fromAnywhere('TR-84', 'course-changed', [5, 6, 21], 'change the pole for the person'),
];

const leaving: readonly Scenario[] = [
  ...fromAnywhere('TR-85', 'payment-deadline-expired', [6, 17, 21], LATE),
  scenario('TR-91', 'cancel-requested', ['T'], ['take the fee', 'settle by hand', 'cancel'], { from: 3 }),
  ...fromAnywhere('TR-86', 'intake-expired', [1, 3, 10, 14, 16, 18], OVER),
  ...fromAnywhere('TR-90', 'cancel-requested', [1, 2, 3, 5, 6, 9, 10, 14, 16, 17, 18, 19, 20, 21], 'cancel'),
  scenario('TR-91', 'cancel-requested', ALL, then(toEnrolled, 'cancel'), { from: 7 }),
  scenario('TR-91', 'cancel-requested', ALL, then(toContract, 'take the payment', 'cancel'), { from: 11 }),
  scenario(
    'TR-91',
    'cancel-requested',
    ALL,
    then(toContract, 'take the payment', 'settle by hand', 'cancel'),
    { from: 5 },
  ),
  scenario(
    'TR-92',
    'cancel-confirmed',
    ALL,
    then(toContract, 'take the payment', 'cancel', 'confirm the cancellation'),
  ),
  scenario('TR-93', 'cancel-withdrawn', ALL, then(toEnrolled, 'cancel', 'take the cancellation back')),
  scenario(
    'TR-91',
    'cancel-requested',
    ['G'],
    then(toEnrolled, 'cancel', 'block', 'unblock', 'take the cancellation back', 'cancel'),
  ),
  scenario(
    'TR-93',
    'cancel-denied',
    ALL,
    then(toEnrolled, 'cancel', { clock: 'classes' }, 'deny the cancellation'),
  ),
  ...fromAnywhere('TR-94', 'blocked', [1, 2, 3, 5, 6, 9, 10, 14, 16, 17, 18, 19, 20, 21], 'block'),
  ...fromAnywhere('TR-95', 'unblocked', [1, 3, 6, 16, 17, 21], 'block', 'unblock').map((one) => ({
    ...one,
    from: 8,
  })),
  ...fromAnywhere('TR-96', 'disqualified', [1, 2, 3, 5, 6, 10, 14, 16, 17, 18, 19, 20, 21], 'disqualify'),
  scenario('TR-99', 'review-granted', ['G', 'P', 'T'], then(fee, 'disqualify', 'grant the review')),
  scenario('TR-99', 'review-granted', ['E'], ['write the essay', 'reject the essay', 'grant the review']),
  scenario('TR-98', 'reinstated', ALL, then(toContract, LATE, 'reinstate')),
];

/** Every row of spec 8.3 except TR-50, which concerns the essay only. */
export const SCENARIOS: readonly Scenario[] = [...entry, ...selection, ...enrolment, ...leaving];
