import { textOf } from '@orbita/client/errors.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../base/api.ts';
import { contractCopyTexts as t } from '../texts/document.ts';

const ASK_AGAIN_MS = 3_000;

/** The PDF of the accepted contract: polled until it exists, then downloaded by a short-lived link. */
export function useContractCopy(subscriptionId: number) {
  const [problem, setProblem] = useState<string>();
  const copy = useQuery({
    queryKey: ['contract-copy', subscriptionId],
    queryFn: () =>
      call('GET /candidate/subscriptions/{id}/contract-copy', { params: { id: subscriptionId } }),
    refetchInterval: ({ state }) => state.data?.state === 'preparing' && ASK_AGAIN_MS,
  });
  const download = async () => {
    setProblem(undefined);
    try {
      const { url } = await call('GET /candidate/subscriptions/{id}/contract-copy', {
        params: { id: subscriptionId },
        query: { link: '1' },
      });
      if (!url) return void copy.refetch();
      const link = document.createElement('a');
      link.href = url;
      link.download = `contrato-${subscriptionId}.pdf`;
      link.click();
    } catch (error) {
      setProblem(textOf(error, t.failed));
    }
  };
  return { state: copy.data?.state ?? 'none', download, problem };
}
