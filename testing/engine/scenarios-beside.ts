import { type SubscriptionEvent, transitions } from '@orbita/domain/subscription';
import type { Head, Letter, Tail } from './catalogue.ts';
import { type Scenario, type Step, toApproved, toContract } from './scenarios.ts';

/** Ways of one type to a row, from a status or with records that the row must handle. */
type Ways = Pick<Scenario, 'head' | 'tail' | 'brought'> & {
  from: number;
  letter: Letter;
  steps: readonly Step[];
};

const way = (
  from: number,
  letter: Letter,
  steps: readonly Step[],
  given: { head?: Head; tail?: Tail; brought?: 'incomplete' } = {},
): Ways => ({ from, letter, steps, ...given });

const to = (
  row: Scenario['row'],
  event: SubscriptionEvent,
  { letter, steps, from, ...given }: Ways,
  ...more: Step[]
): Scenario => {
  const starts = transitions.find((one) => one.id === row && one.event === event)?.from ?? [];
  const only = starts.length === 1 ? starts[0] : from;
  return { ...given, row, event, letters: [letter], from: only ?? from, steps: () => [...steps, ...more] };
};

const NEXT_DAY: Step = { clock: 'next day' };
const CHARGES_END: Step = { clock: 'end of charges' };
const LATE: Step = { clock: 'payment deadline' };
const CLASSES: Step = { clock: 'classes' };
const BY_HAND: readonly Step[] = ['take the payment', 'settle by hand'];
const FEE_PAID: readonly Step[] = ['take the fee', 'settle by hand'];
const E = toContract('E');
const X = toContract('X');
const PAID_FEE_CONTRACT: readonly Step[] = [...FEE_PAID, 'fill in and accept the contract'];

/** In 6 with everything that may be lost: a place, a class, an unpaid charge. */
const LADEN = way(6, 'E', [...E, 'choose a class', 'open a charge'], { tail: 'class' });
const LADEN_FEE = way(17, 'T', ['open a charge of the fee']);
const LADEN_PAST: readonly Step[] = [CHARGES_END, LATE];
const IN_CLASS = way(6, 'X', [...X, 'choose a class'], { tail: 'class' });
const BOOKED = way(2, 'G', ['book the test'], { head: 'test' });
/** Enrolled, or about to be, with a permanent place in a class. */
const IN_CLASS_PAID = way(7, 'X', [...IN_CLASS.steps, ...BY_HAND], { tail: 'class' });

const laden: readonly Scenario[] = [
  to('TR-74', 'payment-waived', LADEN, 'use a voucher instead of the charge'),
  to('TR-78', 'payment-confirmed', way(6, 'E', [...E, 'choose a class'], { tail: 'class' }), 'pay by pix'),
  to(
    'TR-79',
    'payment-confirmed',
    way(6, 'X', [...X, 'choose a class', 'approve documents'], { tail: 'class-before' }),
    'pay by pix',
  ),
  to('TR-81', 'manual-payment-settled', IN_CLASS, ...BY_HAND),
  to('TR-80', 'manual-payment-requested', LADEN, 'take the payment'),
  to('TR-82', 'manual-payment-refused', LADEN, 'take the payment', NEXT_DAY, 'refuse by hand'),
  to('TR-84', 'course-changed', LADEN, 'change the pole'),
  to('TR-84', 'course-changed', way(5, 'X', [...X, 'use a voucher for everything']), 'change the pole'),
  to('TR-85', 'payment-deadline-expired', LADEN, ...LADEN_PAST),
  to('TR-85', 'payment-deadline-expired', LADEN_FEE, ...LADEN_PAST),
  to('TR-90', 'cancel-requested', LADEN, 'cancel'),
  to('TR-90', 'cancel-requested', LADEN_FEE, 'cancel'),
  to('TR-92', 'cancel-confirmed', IN_CLASS_PAID, LATE, 'cancel', 'confirm the cancellation'),
  to('TR-94', 'blocked', LADEN, 'block'),
  to('TR-94', 'blocked', LADEN_FEE, 'block'),
  to('TR-96', 'disqualified', LADEN, 'disqualify'),
  to('TR-96', 'disqualified', LADEN_FEE, 'disqualify'),
  to('TR-99', 'review-granted', LADEN, 'disqualify', 'grant the review'),
  to('TR-98', 'reinstated', LADEN, ...LADEN_PAST, 'reinstate'),
];

const WAITS_CLASS = way(21, 'X', X, { tail: 'class' });
const PAID_LATE: readonly Step[] = ['open a charge', ...LADEN_PAST, 'pay what was closed', 'reinstate'];
const otherEnds: readonly Scenario[] = [
  to(
    'TR-20',
    'selection-documents-approved',
    way(10, 'P', [], { head: 'documents-interview' }),
    'approve selection documents',
  ),
  to(
    'TR-61',
    'questionnaire-submitted',
    way(16, 'P', [], { head: 'open-interview' }),
    'submit the questionnaire',
  ),
  to(
    'TR-61',
    'questionnaire-submitted',
    way(16, 'P', [], { head: 'open-interview' }),
    'submit the questionnaire for them',
  ),
  to('TR-74', 'payment-waived', way(6, 'X', X, { tail: 'nodocs' }), 'use a voucher for everything'),
  to('TR-75', 'class-selected', way(21, 'X', X, { tail: 'class-free-nodocs' }), 'choose a class'),
  to(
    'TR-03',
    'information-completed',
    way(14, 'X', [], { brought: 'incomplete' }),
    'complete the information for them',
  ),
  to('TR-12', 'manual-payment-requested', way(17, 'T', []), 'pay too little of the fee'),
  to('TR-80', 'manual-payment-requested', way(6, 'X', X), 'pay too little'),
  to('TR-90', 'cancel-requested', BOOKED, 'cancel'),
  to('TR-96', 'disqualified', BOOKED, 'disqualify'),
  to('TR-96', 'disqualified', way(9, 'E', ['write the essay', 'reject the essay']), 'disqualify'),
  to('TR-96', 'disqualified', way(11, 'X', [...X, 'take the payment']), 'disqualify'),
  to('TR-98', 'reinstated', WAITS_CLASS, LATE, 'reinstate'),
  to('TR-98', 'reinstated', way(6, 'E', E), ...PAID_LATE),
  to('TR-98', 'reinstated', way(6, 'X', X, { tail: 'nodocs' }), ...PAID_LATE),
];

/** Every status in which an applicant who paid something may leave. */
const WITH_MONEY: readonly Ways[] = [
  way(3, 'T', FEE_PAID),
  way(5, 'X', [...X, ...BY_HAND]),
  way(6, 'T', [...PAID_FEE_CONTRACT, 'open a charge']),
  way(7, 'X', [...X, ...BY_HAND, 'approve documents']),
  way(9, 'T', [...FEE_PAID, 'disqualify']),
  way(10, 'T', FEE_PAID, { head: 'documents' }),
  way(11, 'X', [...X, 'take the payment']),
  way(16, 'T', FEE_PAID, { head: 'questionnaire' }),
  way(18, 'T', FEE_PAID, { head: 'interview' }),
  way(19, 'T', [...FEE_PAID, 'arrange and hold the interview'], { head: 'interview' }),
  way(20, 'T', [...FEE_PAID, 'submit the questionnaire'], { head: 'questionnaire' }),
  way(21, 'T', PAID_FEE_CONTRACT, { tail: 'class' }),
];
const leaving = WITH_MONEY.flatMap((one) => [
  to('TR-91', 'cancel-requested', one, 'cancel'),
  to('TR-93', 'cancel-withdrawn', one, 'cancel', 'take the cancellation back'),
  to('TR-93', 'cancel-denied', one, 'cancel', CLASSES, 'deny the cancellation'),
]);

/** Every status that a block may interrupt and an unblock restore. */
const ANYWHERE: readonly Ways[] = [
  way(1, 'E', []),
  BOOKED,
  way(3, 'E', toApproved('E')),
  way(5, 'X', [...X, ...BY_HAND]),
  way(6, 'X', X),
  way(9, 'E', ['write the essay', 'reject the essay']),
  way(10, 'P', [], { head: 'documents' }),
  way(11, 'X', [...X, 'take the payment']),
  way(12, 'X', [...X, 'take the payment', 'cancel']),
  way(14, 'X', [], { brought: 'incomplete' }),
  way(16, 'P', [], { head: 'questionnaire' }),
  way(17, 'T', []),
  way(18, 'P', [], { head: 'interview' }),
  way(19, 'P', ['arrange and hold the interview'], { head: 'interview' }),
  way(20, 'P', ['submit the questionnaire'], { head: 'questionnaire' }),
  WAITS_CLASS,
];
const blocks = ANYWHERE.flatMap((one) => [
  to('TR-94', 'blocked', one, 'block'),
  to('TR-95', 'unblocked', one, 'block', 'unblock'),
]);

/** Expired before there was a contract: reinstated to the former status. */
const EXPIRED: readonly Ways[] = [
  way(1, 'E', []),
  way(3, 'E', toApproved('E')),
  way(10, 'P', [], { head: 'documents' }),
  way(14, 'X', [], { brought: 'incomplete' }),
  way(16, 'P', [], { head: 'questionnaire' }),
  way(18, 'P', [], { head: 'interview' }),
];
const back: readonly Scenario[] = [
  to('TR-76', 'documents-approved', way(5, 'X', X, { tail: 'before' }), LATE, 'approve documents'),
  to(
    'TR-93',
    'cancel-withdrawn',
    way(6, 'T', PAID_FEE_CONTRACT),
    'cancel',
    LATE,
    'take the cancellation back',
  ),
  to('TR-95', 'unblocked', way(6, 'X', X), 'block', NEXT_DAY, 'unblock'),
  to('TR-98', 'reinstated', way(17, 'T', []), LATE, 'reinstate'),
  ...EXPIRED.map((one) => to('TR-98', 'reinstated', one, { clock: 'intake' }, 'reinstate')),
];

/** Scenarios of each row from less usual statuses and with additional records. */
export const BESIDE: readonly Scenario[] = [...laden, ...otherEnds, ...leaving, ...blocks, ...back];
