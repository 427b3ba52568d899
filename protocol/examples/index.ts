import { enrolmentExamples } from './enrolment.ts';
import type { Examples } from './records.ts';
import { selectionExamples } from './selection.ts';
import { teamExamples } from './team/index.ts';

export type { Example } from './records.ts';

/**
 * Worked examples of one whole enrolment (spec 24) and of the institution's work, for the documentation and for the schema tests.
 */
export const examples: Examples = { ...selectionExamples, ...enrolmentExamples, ...teamExamples };

/** Events on the two sockets during one enrolment (spec 24). */
export const liveExamples: readonly unknown[] = [
  {
    id: '01J0000000000000000000001',
    type: 'payment.confirmed',
    occurredAt: '2026-01-12T10:50:00-03:00',
    subscriptionId: 5001,
    version: 9,
    data: { paymentId: 8001, purpose: 'enrollment', method: 'pix', amount: 360, state: 'paid' },
  },
  {
    id: '01J0000000000000000000002',
    type: 'subscription.status-changed',
    occurredAt: '2026-01-12T10:50:00-03:00',
    subscriptionId: 5001,
    version: 10,
    data: {
      from: 6,
      to: 5,
      event: 'payment-confirmed',
      statusName: 'Documentação pendente',
      page: 'documents',
    },
  },
];
