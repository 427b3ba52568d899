import { ApiError } from '@orbita/client/errors.ts';
import { toAmount, toCents } from '@orbita/domain/foundation';
import type { Answer, Body } from '@orbita/protocol';
import { call } from '../base/api.ts';
import type { PriceLine } from './price-lines.tsx';

type ContractAnswer = Answer<'GET /candidate/subscriptions/{id}/get-subscription-contract'>;
/** The contract with what its acceptance asks for, and the link its guardian may still use. */
export type Contract = ContractAnswer['contract'] & Pick<ContractAnswer, 'acceptance'>;
export type CandidateContract = Contract & Pick<ContractAnswer, 'guardianLink'>;
export type Demand = NonNullable<ContractAnswer['acceptance']>;
export type ContractBody = Body<'POST /candidate/subscriptions/{id}/contract'>;
type PaymentOptions = Answer<'GET /candidate/subscriptions/{id}/payment-options'>;

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
  queryFn: async (): Promise<CandidateContract> => {
    const { contract, acceptance, guardianLink } = await call(
      'GET /candidate/subscriptions/{id}/get-subscription-contract',
      {
        params: { id: subscriptionId },
      },
    );
    return { ...contract, acceptance, guardianLink };
  },
  // The text must not change while somebody reads it; the server refuses the acceptance of an outdated one.
  staleTime: Number.POSITIVE_INFINITY,
});

/** Prices with the discount of the first instalment count, as the review shows them. */
export const pricesQuery = (subscriptionId: number) => ({
  queryKey: ['subscription', subscriptionId, 'review-prices'],
  queryFn: async () => {
    const { prices, voucher } = await call('GET /candidate/subscriptions/{id}/payment-options', {
      params: { id: subscriptionId },
      query: { purpose: 'enrollment' },
    });
    return Promise.all(prices.map((price) => withSimulation(subscriptionId, price, voucher)));
  },
});

async function withSimulation(
  subscriptionId: number,
  price: PaymentOptions['prices'][number],
  voucher: string | null,
): Promise<PriceLine> {
  const simulate = (code: string | null) =>
    call('POST /candidate/subscriptions/{id}/simulateinstallments', {
      params: { id: subscriptionId },
      body: { priceId: price.priceId, method: 'pix', ...(code ? { voucher: code } : {}) },
    });
  // A voucher that does not count for this price leaves it as it is.
  const refused = (error: unknown) => {
    if (voucher && error instanceof ApiError && error.status === 404) return simulate(null);
    throw error;
  };
  const { Data } = await simulate(voucher).catch(refused);
  const simulation = Data.find(({ installments }) => installments === price.plan.length) ?? Data[0];
  const rows = simulation?.rows ?? [];
  const voucherOff = rows.reduce((cents, row) => cents + toCents(row.VoucherDiscountValue), 0);
  const total = price.plan.reduce((cents, { value }) => cents + toCents(value), 0) - voucherOff;
  return {
    key: price.priceId,
    description: price.description,
    installments: price.plan.length,
    value: price.plan[0]?.value ?? price.amount,
    conditionalDiscount: rows[0]?.ConditionalDiscountValue ?? 0,
    voucherOff: toAmount(voucherOff),
    total: toAmount(total),
    totalInTime: simulation?.total ?? toAmount(total),
  };
}

/** Contract and summary for the guardian whose link was opened (spec 12.9). */
export const guardianQuery = (key: string) => ({
  queryKey: ['guardian-acceptance', key],
  queryFn: () => call('GET /candidate/guardian-acceptance', { bearer: key }),
  // The text must not change while somebody reads it, as above.
  staleTime: Number.POSITIVE_INFINITY,
});
export type GuardianContract = Answer<'GET /candidate/guardian-acceptance'>;
