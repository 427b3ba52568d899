import { Page } from '@orbita/ui/page';
import { LoadingForm } from '@orbita/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useSearchParams } from 'react-router';
import type { StepProps } from '../../subscription/step-props.ts';
import { essayTexts as t } from '../../texts/essay.ts';
import { AnalysisPage } from '../analysis-page.tsx';
import { currentAttempt, essayQuery, essaysQuery } from '../queries.ts';
import { RunningPage } from '../running-page.tsx';
import { TimeOverPage } from '../time-over-page.tsx';
import { RulesPage } from './rules-page.tsx';

/** In the query of S-18b once the person has moved on to the result of the delivered text. */
const FOLLOWING = 'resultado';

const Waiting = () => (
  <Page width="task">
    <LoadingForm label={t.loading} fields={3} />
  </Page>
);

/** The essay step of an application: rules, a running essay, its delivery, or the time that ran out. */
export default function EssayStep({ subscription, steps, reload }: StepProps) {
  const overview = useQuery(essaysQuery(subscription.id));
  const attempt = overview.data && currentAttempt(overview.data);
  const essay = useQuery({
    ...essayQuery(subscription.id, attempt?.id ?? 0),
    enabled: attempt !== undefined,
  });
  const awaited = useRef<number>(undefined);
  // In the address, so that a reload shows the same page again.
  const [params, setParams] = useSearchParams();
  const following = params.has(FOLLOWING);

  const failure = overview.error ?? essay.error;
  if (failure && !(overview.data && (!attempt || essay.data))) throw failure;
  if (!overview.data) return <Waiting />;
  const parts = { subscription, steps, overview: overview.data };
  // The grade may arrive before the status that belongs to it: somebody awaiting the result stays on that page.
  const ungraded = attempt?.state !== 'graded' || attempt.id === awaited.current;
  if (!attempt || attempt.state === 'not-started' || !ungraded)
    return <RulesPage {...parts} reload={reload} />;
  if (!essay.data) return <Waiting />;

  const { state, timedOut } = essay.data;
  if (state === 'in-progress') return <RunningPage {...parts} essay={essay.data} />;
  if (state === 'timed-out' || (timedOut && !following)) {
    return <TimeOverPage {...parts} essay={essay.data} onFollow={() => setParams({ [FOLLOWING]: '' })} />;
  }
  awaited.current = attempt.id;
  return <AnalysisPage {...parts} essay={essay.data} />;
}
