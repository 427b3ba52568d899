import { Countdown } from '@orbita/ui/countdown';
import { Notice } from '@orbita/ui/notice';
import { useQuery } from '@tanstack/react-query';
import { useServerNow } from '../base/use-server-now.ts';
import { classTexts as t } from '../texts/enrolment.ts';
import { mayHaveNews, type Newsworthy, newsOf } from './news.ts';
import { fullStatusQuery, type Subscription } from './queries.ts';

/** Why the application is back at this step, if it is, and how long its class is reserved. */
export function StepNews({ subscription }: { subscription: Pick<Subscription, 'id'> & Newsworthy }) {
  const { data } = useQuery({ ...fullStatusQuery(subscription.id), enabled: mayHaveNews(subscription) });
  if (!data) return null;
  const news = newsOf(data.history, data.reason);
  return (
    <>
      {news && (
        <Notice kind={news.kind} role="status" title={news.title}>
          {news.text}
        </Notice>
      )}
      {data.deadlines.class && <Held until={data.deadlines.class} />}
    </>
  );
}

/** How long the place in the class is held for the candidate to pay (S-26). */
function Held({ until }: { until: string }) {
  const left = Date.parse(until) - useServerNow();
  if (left <= 0) return null;
  return (
    <p className="row row--tight">
      {t.held} <Countdown remainingMs={left} label="" />
    </p>
  );
}
