import { useQuery } from '@tanstack/react-query';
import { useServerNow } from '../essay/use-server-now.ts';
import { classTexts as t } from '../texts/enrolment.ts';
import { Countdown } from '../ui/countdown.tsx';
import { Notice } from '../ui/notice.tsx';
import { newsOf } from './news.ts';
import { fullStatusQuery, type Subscription } from './queries.ts';

/** Statuses an application can come back to, or is sent to without the person's doing. */
const MAYBE: readonly number[] = [1, 5, 6, 7, 16, 17, 18, 21];

/** Why the person is here again, where there is a reason. */
export function StepNews({
  subscription,
}: {
  subscription: Pick<Subscription, 'id' | 'subscriptionStatus'>;
}) {
  const { data } = useQuery({
    ...fullStatusQuery(subscription.id),
    enabled: MAYBE.includes(subscription.subscriptionStatus),
  });
  if (!data) return null;
  if (data.deadlines.class) return <Held until={data.deadlines.class} />;
  const news = newsOf(data.history, data.reason);
  if (!news) return null;
  return (
    <Notice kind={news.kind} role="status" title={news.title}>
      {news.text}
    </Notice>
  );
}

/** How long the place in the class is kept for somebody who pays (S-26). */
function Held({ until }: { until: string }) {
  const left = Date.parse(until) - useServerNow();
  if (left <= 0) return null;
  return (
    <p className="row row--tight">
      {t.held} <Countdown remainingMs={left} label="" />
    </p>
  );
}
