/** Calls that a step makes at first, by their addresses below `/candidate/`. */
const ADDRESSES = {
  options: 'subscriptions/{id}/payment-options',
  payments: 'subscriptions/{id}/payments',
  essays: 'subscriptions/{id}/essays',
  documents: 'subscriptions/{id}/documents?stage=enrollment',
  selection: 'subscriptions/{id}/documents?stage=selection',
  history: 'subscriptions/{id}/status',
  person: 'users/{uuid}/person-data',
  data: 'subscriptions/{id}/enrollment-data',
  genders: 'genders',
  price: 'courses/value/{id}',
  contract: 'subscriptions/{id}/get-subscription-contract',
  prices: 'subscriptions/{id}/payment-options?purpose=enrollment',
} as const;
export type FirstCall = keyof typeof ADDRESSES;

const PAYMENT: readonly FirstCall[] = ['options', 'payments'];

/**
 * What the first look at a step of an application asks, by the page that the server names (spec 8.5) and, behind a `?`, the part of it
 * that the address opens; `?` alone stands for any part.
 */
export const FIRST_CALLS: Readonly<Record<string, readonly FirstCall[]>> = {
  'tax-payment': PAYMENT,
  payment: PAYMENT,
  waitingPayment: PAYMENT,
  paymentFailure: PAYMENT,
  essay: ['essays'],
  documents: ['documents', 'history'],
  'selection-documents': ['selection'],
  'personal-data?': ['person', 'data', 'genders'],
  'personal-data?revisao': ['person', 'data', 'price', 'contract', 'prices'],
};

export type FirstAddresses = Readonly<Record<string, readonly string[]>>;

/** The same by addresses, for the script that asks before all others come (`early.ts`). */
export const firstAddresses = (): FirstAddresses =>
  Object.fromEntries(
    Object.entries(FIRST_CALLS).map(([look, calls]) => [look, calls.map((call) => ADDRESSES[call])]),
  );
