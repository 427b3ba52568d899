import { serverNow } from '@orbita/client/server-clock.ts';
import { formatDate } from '@orbita/domain/foundation';
import { sentenceOf } from '@orbita/domain/subscription';
import { ButtonLink } from '@orbita/ui/button';
import { Card } from '@orbita/ui/card';
import { Deadline } from '@orbita/ui/deadline';
import { RefreshIcon } from '@orbita/ui/icons/refresh';
import { Page } from '@orbita/ui/page';
import { RingProgress } from '@orbita/ui/ring-progress';
import { StepList } from '@orbita/ui/step-list';
import type { Step as DrawnStep } from '@orbita/ui/steps.ts';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useSearchParams } from 'react-router';
import { LoadingPage } from '../../base/loading-page.tsx';
import { NotFoundPage } from '../../base/not-found-page.tsx';
import { useTitle } from '../../base/title.ts';
import { NextMonth } from '../../payment/recurrence-card.tsx';
import { trackingTexts as t, trackingTitles } from '../../texts/subscription.ts';
import '../head-row.css';
import { ApplicationBar } from '../application-bar.tsx';
import { momentLine, momentText } from '../deadline.ts';
import { drawnSteps, viewOf } from '../drawn-steps.ts';
import { HistoryList } from '../history-list.tsx';
import { deadlineWords } from '../portal-lead.ts';
import {
  fullStatusQuery,
  type Step,
  type SubscriptionCard,
  stepsQuery,
  subscriptionQuery,
  subscriptionsQuery,
} from '../queries.ts';
import { closedAt, type History, lastChanged } from '../step-dates.ts';
import { SupportCard } from '../step-frame.tsx';
import { StepNews } from '../step-news.tsx';
import { SubscriptionChip } from '../subscription-chip.tsx';
import { progressOf, type Task, taskOf } from '../task.ts';
import { LiveNews } from './live-news.tsx';

/** S-40: progress of one application; without a number the one that changed last (spec 4.1). */
export default function TrackingPage() {
  const wanted = useSearchParams()[0].get('subscription');
  const list = useQuery(subscriptionsQuery());
  if (list.error && !list.data) throw list.error;
  if (!list.data) return <LoadingPage />;
  if (list.data.length === 0) return <Navigate replace to="/portal" />;
  const card = wanted === null ? lastChanged(list.data) : list.data.find(({ id }) => id === Number(wanted));
  return card ? <Tracking key={card.id} card={card} /> : <NotFoundPage />;
}

function Tracking({ card }: { card: SubscriptionCard }) {
  useTitle(t.documentTitle);
  const status = useQuery(fullStatusQuery(card.id));
  const steps = useQuery(stepsQuery(card.id));
  const subscription = useQuery(subscriptionQuery(card.id));
  const failure = status.error ?? steps.error;
  if (failure && !(status.data && steps.data)) throw failure;
  if (!status.data || !steps.data) return <LoadingPage />;
  const { history } = status.data;
  const task = taskOf(card, steps.data);
  return (
    <>
      <ApplicationBar shown={card} subscription={subscription.data} place="tracking" />
      <LiveNews subscriptionId={card.id} place={card.page} />
      <Page>
        <div className="split">
          <div className="stack stack--wide">
            <Head card={card} steps={steps.data} />
            <StepNews subscription={card} />
            <Card className="stack">
              <p>{sentenceOf(card, steps.data, history)}</p>
              {task.deadline && <Until task={task} deadline={task.deadline} />}
              <ButtonLink block href={task.href}>
                {task.action}
              </ButtonLink>
            </Card>
            <NextMonth subscriptionId={card.id} isPaid={card.isPaid} href={paymentView(steps.data)} />
          </div>
          <section className="split__side stack" aria-labelledby="caminho">
            <h2 id="caminho">{t.path}</h2>
            <StepList steps={drawn(card, steps.data, history)} />
          </section>
          <div className="stack stack--wide">
            <HistoryList history={history} acts={status.data.acts} now={serverNow()} />
            <p className="row row--tight small muted">
              <RefreshIcon small />
              {t.live}
            </p>
            <SupportCard subscription={card} />
          </div>
        </div>
      </Page>
    </>
  );
}

const paymentView = (steps: readonly Step[]): string | undefined => {
  const step = steps.find(({ code }) => code === 'payment');
  return step && viewOf(step);
};

function Head({ card, steps }: { card: SubscriptionCard; steps: readonly Step[] }) {
  return (
    <div className="row row--ring">
      <RingProgress {...progressOf(steps)} size="clamp(4rem, 20vw, 5.5rem)" />
      <div className="stack stack--tight" role="status">
        <div>
          <SubscriptionChip card={card} />
        </div>
        <h1 tabIndex={-1}>{titleOf(card, steps)}</h1>
      </div>
    </div>
  );
}

function titleOf(card: SubscriptionCard, steps: readonly Step[]): string {
  const current = steps.find(({ state }) => state === 'current');
  if (current?.inReview || (card.page === 'documents' && card.awaitsInstitution))
    return trackingTitles.review;
  if (card.page === 'personal-data' && !steps.some(({ code }) => code === 'result')) return t.mayEnrol;
  return (trackingTitles as Partial<Record<string, string>>)[card.page] ?? card.statusName;
}

function Until({ task, deadline }: { task: Task; deadline: NonNullable<Task['deadline']> }) {
  const now = serverNow();
  const { of, at } = deadline;
  return (
    <Deadline remainingMs={task.kind === 'act' ? at.getTime() - now : undefined}>
      {deadlineWords[of](momentText(at.toISOString(), now))}
    </Deadline>
  );
}

/** All steps with date, state and further details. */
function drawn(card: SubscriptionCard, steps: readonly Step[], history: History): DrawnStep[] {
  const now = serverNow();
  const start = card.academicClassDate ?? card.intake.classStartDate;
  const note = ({ code, state, inReview }: Step): string | undefined => {
    if (state === 'current' && code !== 'enrolled') return inReview ? t.inReview : t.here;
    if (state === 'blocked') return undefined;
    if (code === 'enrolled' && state === 'todo') return start ? t.classesFrom(formatDate(start)) : undefined;
    const at = state === 'done' ? closedAt(code, steps, history, card) : undefined;
    return at && momentLine(at, now);
  };
  const notes = new Map<string, string | undefined>(steps.map((step) => [step.code, note(step)]));
  return drawnSteps(steps).map((step) => ({ ...step, note: notes.get(step.key) }));
}
