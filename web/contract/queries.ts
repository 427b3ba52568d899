import { ApiError } from '@orbita/client/errors.ts';
import type { Answer, Body } from '@orbita/protocol';
import { call } from '../base/api.ts';

type ContractAnswer = Answer<'GET /candidate/subscriptions/{id}/get-subscription-contract'>;
/** The contract with the requirements of its acceptance, and the link its guardian may still use. */
export type Contract = ContractAnswer['contract'] & Pick<ContractAnswer, 'acceptance'>;
export type CandidateContract = Contract & Pick<ContractAnswer, 'guardianLink' | 'plans'>;
export type Demand = NonNullable<ContractAnswer['acceptance']>;
export type ContractBody = Body<'POST /candidate/subscriptions/{id}/contract'>;

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
    const { contract, ...more } = await call('GET /candidate/subscriptions/{id}/get-subscription-contract', {
      params: { id: subscriptionId },
    });
    // During a rollout a node of the previous release may answer, which sends no plans.
    return { ...contract, ...more, plans: more.plans ?? [] };
  },
  // The text must not change while it is being read; the server refuses the acceptance of an outdated one.
  staleTime: Number.POSITIVE_INFINITY,
});

/** Contract and summary for the guardian whose link was opened (spec 12.9). */
export const guardianQuery = (key: string) => ({
  queryKey: ['guardian-acceptance', key],
  queryFn: () => call('GET /candidate/guardian-acceptance', { bearer: key }),
  // The text must not change while it is being read, as above.
  staleTime: Number.POSITIVE_INFINITY,
});
export type GuardianContract = Answer<'GET /candidate/guardian-acceptance'>;
