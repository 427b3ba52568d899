import type { Answer } from '@orbita/protocol';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { reading } from '../base/api.ts';
import { usePollMs, useTeamEvent } from '../base/live.ts';
import { forgetQueues } from '../work/queues.ts';

export type OpenPayment = Answer<'GET /operations/payments/{id}'>;
export type OpenMonth = Answer<'GET /operations/months/{id}'>;

const OPEN_ITEM_MS = 15_000;

/** Refetches when its application changed, as it does with every change of its money. */
function useChanged(subscriptionId: number | undefined, again: () => unknown): void {
  useTeamEvent('application.changed', (changed) => {
    if (changed.subscriptionId === subscriptionId) void again();
  });
}

/** One payment, kept up to date. */
export function usePayment(id: number) {
  const query = useQuery({
    queryKey: ['payment', 'one', id],
    queryFn: reading('GET /operations/payments/{id}', { params: { id } }),
    enabled: Number.isSafeInteger(id),
    refetchInterval: usePollMs(OPEN_ITEM_MS),
  });
  useChanged(query.data?.subscriptionId, query.refetch);
  return query;
}

/** One month, kept up to date. */
export function useMonth(id: number) {
  const query = useQuery({
    queryKey: ['payment', 'month', id],
    queryFn: reading('GET /operations/months/{id}', { params: { id } }),
    enabled: Number.isSafeInteger(id),
    refetchInterval: usePollMs(OPEN_ITEM_MS),
  });
  useChanged(query.data?.subscriptionId, query.refetch);
  return query;
}

/** Returns a function that invalidates everything read about money, for use after an act. */
export function useMoneyReload(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    forgetQueues();
    await client.invalidateQueries({ queryKey: ['payment'] });
    void client.invalidateQueries({ queryKey: ['application'] });
  };
}
