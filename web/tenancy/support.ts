import { useQuery } from '@tanstack/react-query';
import { call } from '../app/api.ts';

/** Support contact for an application: title, WhatsApp link with its message (spec 3.4). */
export function useSupport(subscription: { institutionId: number; id: number }) {
  const { data } = useQuery({
    queryKey: ['support', subscription.institutionId, subscription.id],
    queryFn: () =>
      call('GET /candidate/institution/{institutionId}/whatsapp-settings', {
        params: { institutionId: subscription.institutionId },
        query: { subscriptionId: subscription.id },
      }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}
