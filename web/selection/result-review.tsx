import { Button } from '@orbita/ui/button';
import { LinkAction } from '@orbita/ui/link-action';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { tabAccess } from '../base/tab-access.ts';
import { tenantDate } from '../base/zone.ts';
import type { Subscription } from '../subscription/queries.ts';
import { reviewTexts as t } from '../texts/selection.ts';
import { AskReview } from './ask-review.tsx';
import { reviewQuery } from './queries.ts';
import { ReviewCard } from './review-card.tsx';

/**
 * The review of a refusal: offered while it may be requested, then the request with its answer (D-78). An e-mailed link does
 * not permit it, because privacy requests need the account (spec 5.2).
 */
export function ResultReview({ subscription }: { subscription: Subscription }) {
  const { data } = useQuery(reviewQuery(subscription.id));
  const [asking, setAsking] = useState(false);
  if (!data || (!data.request && !data.available)) return null;
  const until = data.until ? tenantDate(data.until) : '';
  const byLink = tabAccess() !== undefined;
  return (
    <section className="stack" aria-labelledby="revisao">
      <h2 id="revisao">{t.heading}</h2>
      {data.request ? (
        <ReviewCard request={data.request} />
      ) : (
        <>
          <p>{byLink ? t.byLink(until) : t.offer(until)}</p>
          {byLink ? (
            <LinkAction href="/logout">{t.signIn}</LinkAction>
          ) : (
            <div>
              <Button kind="outline" onClick={() => setAsking(true)}>
                {t.ask}
              </Button>
            </div>
          )}
        </>
      )}
      {asking && <AskReview id={subscription.id} onClose={() => setAsking(false)} />}
    </section>
  );
}
