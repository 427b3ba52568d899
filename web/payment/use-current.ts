import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { inView } from '../base/base.ts';
import { useSettled } from '../base/use-settled.ts';
import { type Payment, paymentQuery } from './queries.ts';
import { pollWait } from './remaining.ts';

/**
 * Polls the payment while the page is visible, at growing intervals, first after the page has been rendered from known data; a
 * change refetches the application.
 */
export function useCurrent(payment: Payment, reload: () => Promise<void>): Payment {
  const settled = useSettled();
  const { data, refetch } = useQuery({
    ...paymentQuery(payment.paymentId),
    initialData: payment,
    staleTime: 0,
    gcTime: 0,
    refetchOnMount: false,
    // A view does not refresh by itself: every answer it gets is audited.
    refetchInterval: (query) => !inView && pollWait(query.state.dataUpdateCount),
  });
  useEffect(() => {
    if (settled && !inView) void refetch();
  }, [settled, refetch]);
  const agree = data.state === payment.state;
  const latest = useRef(reload);
  latest.current = reload;
  // Reload the application when it does not have the state of the payment yet.
  useEffect(() => {
    if (agree) return;
    void latest.current();
    void refetch();
  }, [agree, refetch]);
  return data;
}
