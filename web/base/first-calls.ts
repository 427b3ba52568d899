/**
 * What the first look at a step of an application asks, by the page that the server names (spec 8.5) and, behind a `?`, the part of it that
 * the address opens; `?` alone stands for any part. Addresses are those of the protocol below `/candidate/`. The script that asks before
 * all others come has this table as its argument (`early.ts`), and the app its queries (`step-chunks.ts`).
 */
const PAYMENT = ['subscriptions/{id}/payment-options', 'subscriptions/{id}/payments'] as const;
const DATA = ['users/{uuid}/person-data', 'subscriptions/{id}/enrollment-data'] as const;
const STEP_CALLS = {
  'tax-payment': PAYMENT,
  payment: PAYMENT,
  waitingPayment: PAYMENT,
  paymentFailure: PAYMENT,
  essay: ['subscriptions/{id}/essays'],
  documents: ['subscriptions/{id}/documents?stage=enrollment', 'subscriptions/{id}/status'],
  'selection-documents': ['subscriptions/{id}/documents?stage=selection'],
  'personal-data?': [...DATA, 'genders'],
  'personal-data?revisao': [
    ...DATA,
    'courses/value/{id}',
    'subscriptions/{id}/get-subscription-contract',
    'subscriptions/{id}/payment-options?purpose=enrollment',
  ],
} as const;

export type FirstCall = (typeof STEP_CALLS)[keyof typeof STEP_CALLS][number];
export type FirstCalls = Readonly<Record<string, readonly FirstCall[]>>;
export const FIRST_CALLS: FirstCalls = STEP_CALLS;
