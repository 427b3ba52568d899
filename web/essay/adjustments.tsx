import { AskDialog } from '@orbita/ui/ask-dialog';
import { LinkAction } from '@orbita/ui/link-action';
import { Notice } from '@orbita/ui/notice';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { call } from '../base/api.ts';
import { chunk } from '../base/chunk-reload.ts';
import { tenantDate } from '../base/zone.ts';
import { adjustmentTexts as t } from '../texts/adjustments.ts';

const AskForm = lazy(() =>
  chunk(() => import('./adjustments-dialog.tsx')).then((found) => ({ default: found.AdjustmentsDialog })),
);

const requestQuery = (id: number) => ({
  queryKey: ['subscription', id, 'accommodation-request'],
  queryFn: () => call('GET /candidate/subscriptions/{id}/accommodation-request', { params: { id } }),
  // Must not stay on a shared device longer than it is shown.
  gcTime: 0,
});

/** More time or another condition for essay or test: the request and its answer (spec 10.1). */
export function Adjustments({ subscriptionId: id }: { subscriptionId: number }) {
  const { data } = useQuery(requestQuery(id));
  const [asking, setAsking] = useState(false);
  if (!data) return null;
  const { request, mayAsk } = data;
  const ask = mayAsk && (
    <LinkAction onClick={() => setAsking(true)}>
      {!request ? t.ask : request.state === 'asked' ? t.change : t.again}
    </LinkAction>
  );
  return (
    <>
      {request ? (
        <Notice kind={KIND[request.state]} title={t.title[request.state]}>
          {request.message ?? t.text[request.state](tenantDate(request.askedAt))}
          {ask}
        </Notice>
      ) : (
        ask && (
          <p>
            {t.question} {ask}
          </p>
        )
      )}
      {asking && (
        <Suspense>
          <AskForm subscriptionId={id} before={request} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  );
}

const KIND = { asked: 'info', granted: 'success', refused: 'warning' } as const;

/**
 * Guards an action that a person with an unanswered request may start only after a warning. Call `begin` to start: it asks
 * first if a request is pending; render `question` for that.
 */
export function useToldFirst(id: number, begin: () => void, words: { text: string; yes: string }) {
  const { data } = useQuery(requestQuery(id));
  const [telling, setTelling] = useState(false);
  const waits = data?.mayAsk === true && data.request?.state === 'asked';
  return {
    begin: () => (waits ? setTelling(true) : begin()),
    question: (
      <AskDialog
        open={telling}
        title={t.unanswered}
        yes={words.yes}
        no={t.wait}
        onNo={() => setTelling(false)}
        onYes={() => {
          setTelling(false);
          begin();
        }}
      >
        <p>{words.text}</p>
      </AskDialog>
    ),
  };
}
