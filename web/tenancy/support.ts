import { useQuery } from '@tanstack/react-query';
import { call } from '../app/api.ts';

/** Support contact for an application, if there is one yet: title, WhatsApp link with its message (spec 3.4). */
export function useSupport(subscription: { institutionId: number; id: number } | undefined) {
  const { institutionId = 0, id = 0 } = subscription ?? {};
  const { data } = useQuery({
    queryKey: ['support', institutionId, id],
    queryFn: () =>
      call('GET /candidate/institution/{institutionId}/whatsapp-settings', {
        params: { institutionId },
        query: { subscriptionId: id },
      }),
    enabled: subscription !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}
