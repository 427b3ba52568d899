import type { Answer, Body } from '@orbita/protocol';
import { ApiError, call } from '../app/api.ts';

type ContractAnswer = Answer<'GET /candidate/subscriptions/{id}/get-subscription-contract'>;
/** The contract with what its acceptance asks for. */
export type Contract = ContractAnswer['contract'] & Pick<ContractAnswer, 'acceptance'>;
export type Demand = NonNullable<ContractAnswer['acceptance']>;
export type ContractBody = Body<'POST /candidate/subscriptions/{id}/contract'>;
export type PaymentOptions = Answer<'GET /candidate/subscriptions/{id}/payment-options'>;

/** True when a price list exists: only then may the contract be accepted (spec 13.1). */
export const priceExistsQuery = (subscriptionId: number) => ({
  queryKey: ['subscription', subscriptionId, 'value'],
  queryFn: async (): Promise<boolean> => {
    try {
      const { Message } = await call('GET /candidate/courses/value/{id}', { params: { id: subscriptionId } });
      return Message === 'Ok';
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) return false;
      throw error;
    }
  },
});

export const contractQuery = (subscriptionId: number) => ({
  queryKey: ['contract', subscriptionId],
  queryFn: async (): Promise<Contract> => {
    const { contract, acceptance } = await call(
      'GET /candidate/subscriptions/{id}/get-subscription-contract',
      {
        params: { id: subscriptionId },
      },
    );
    return { ...contract, acceptance };
  },
  // The text must not change while somebody reads it; the server refuses the acceptance of an outdated one.
  staleTime: Number.POSITIVE_INFINITY,
});

/** Prices with the discount of the first instalment count, as the review shows them. */
export const pricesQuery = (subscriptionId: number) => ({
  queryKey: ['subscription', subscriptionId, 'review-prices'],
  queryFn: async () => {
    const { prices } = await call('GET /candidate/subscriptions/{id}/payment-options', {
      params: { id: subscriptionId },
      query: { purpose: 'enrollment' },
    });
    return Promise.all(prices.map((price) => withSimulation(subscriptionId, price)));
  },
});

async function withSimulation(subscriptionId: number, price: PaymentOptions['prices'][number]) {
  const { Data } = await call('POST /candidate/subscriptions/{id}/simulateinstallments', {
    params: { id: subscriptionId },
    body: { priceId: price.priceId, method: 'pix' },
  });
  return {
    price,
    simulation: Data.find(({ installments }) => installments === price.plan.length) ?? Data[0],
  };
}

export type ReviewPrice = Awaited<ReturnType<typeof withSimulation>>;
