import type { Page } from '@orbita/domain/subscription';
import type { Answer, Body } from '@orbita/protocol';
import { call } from '../base/api.ts';
import { queryClient } from '../base/query.ts';
import { statusQuery } from '../subscription/queries.ts';

export type PaymentOptions = Answer<'GET /candidate/subscriptions/{id}/payment-options'>;
export type Price = PaymentOptions['prices'][number];
export type Payment = Answer<'GET /candidate/payments/{paymentId}'>;
export type PaymentBody = Body<'POST /candidate/subscriptions/{id}/payments'>;
export type Simulation = Answer<'POST /candidate/subscriptions/{id}/simulateinstallments'>['Data'][number];

/** The key begins with that of the application, so that reloading the application reloads this too. */
export const optionsKey = (id: number) => ['subscription', id, 'payment-options'] as const;

/** Pages of an application with a pending payment. */
const PAYS: readonly Page[] = ['tax-payment', 'payment', 'waitingPayment', 'paymentFailure'];

/**
 * Prices, methods, deadline and the open charge; the purpose follows from the status. If a refetched application has moved on
 * from its payment, the known options stay until its page is left: the server would refuse the request.
 */
export const paymentOptionsQuery = (id: number) => ({
  queryKey: optionsKey(id),
  queryFn: async () => {
    const known = queryClient.getQueryData<PaymentOptions>(optionsKey(id));
    if (known && !PAYS.includes((await queryClient.fetchQuery(statusQuery(id))).page)) return known;
    return call('GET /candidate/subscriptions/{id}/payment-options', { params: { id } });
  },
});

/** Payments of an application, newest first. */
export const paymentsQuery = (id: number) => ({
  queryKey: ['subscription', id, 'payments'],
  queryFn: () => call('GET /candidate/subscriptions/{id}/payments', { params: { id } }),
});

export type Simulated = {
  priceId: number;
  method: PaymentBody['method'];
  voucher: string | null;
  /** A whole amount is charged month by month. */
  monthly: boolean;
};

export const simulationQuery = (id: number, { priceId, method, voucher, monthly }: Simulated) => ({
  // The values of a price do not change while it is shown, so live events need not refetch them.
  queryKey: ['simulation', id, priceId, method, voucher, monthly],
  queryFn: async () => {
    const { Data } = await call('POST /candidate/subscriptions/{id}/simulateinstallments', {
      params: { id },
      body: { priceId, method, voucher, ...(monthly ? { recurrency: true } : {}) },
    });
    return Data;
  },
  staleTime: 5 * 60_000,
});

/** One payment, polled by the Pix page. */
export const paymentQuery = (paymentId: number) => ({
  queryKey: ['payment', paymentId],
  queryFn: () => call('GET /candidate/payments/{paymentId}', { params: { paymentId } }),
});

/** How many links to a payment are valid (spec 14.9). */
export const payerLinksQuery = (paymentId: number) => ({
  queryKey: ['payment', paymentId, 'payer-links'],
  queryFn: () => call('GET /candidate/payments/{paymentId}/payer-links', { params: { paymentId } }),
});

export type PayerCharge = Answer<'GET /candidate/payer-charge'>;

/** The charge of the link that was opened. */
export const payerChargeQuery = (key: string) => ({
  queryKey: ['payer-charge', key],
  queryFn: () => call('GET /candidate/payer-charge', { bearer: key }),
});
