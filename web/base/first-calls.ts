/** First calls of steps, by their addresses below `/candidate/`. */
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
} as const;
export type FirstCall = keyof typeof ADDRESSES;

const PAYMENT: readonly FirstCall[] = ['options', 'payments'];

/**
 * What a step of an application requests when first shown, by the page that the server names (spec 8.5) and, after a `?`, the
 * part of it that the address opens; `?` alone stands for any part.
 */
export const FIRST_CALLS: Readonly<Record<string, readonly FirstCall[]>> = {
  'tax-payment': PAYMENT,
  payment: PAYMENT,
  waitingPayment: PAYMENT,
  paymentFailure: PAYMENT,
  enrolled: ['payments', 'documents', 'history'],
  essay: ['essays'],
  documents: ['documents', 'history'],
  'selection-documents': ['selection'],
  'personal-data?': ['person', 'data', 'genders'],
  'personal-data?revisao': ['person', 'data', 'price', 'contract'],
};

/** The same for other pages, by path; the address names the application being tracked. */
const PAGES = {
  '/course': ['offers?page=1&pageSize=60', 'offers/filters'],
  '/tracking?subscription': [
    'users/{uuid}/subscription/{id}',
    'subscriptions/{id}/steps',
    'subscriptions/{id}/status',
  ],
};

export type FirstAddresses = Readonly<Record<string, readonly string[]>>;

/** All of them by address, for the script that runs before all others (`early.ts`). */
export const firstAddresses = (): FirstAddresses => ({
  ...PAGES,
  ...Object.fromEntries(
    Object.entries(FIRST_CALLS).map(([look, calls]) => [look, calls.map((call) => ADDRESSES[call])]),
  ),
});
