import { serverNow } from '@orbita/client/server-clock.ts';
import { ActionBar } from '@orbita/ui/action-bar';
import { ButtonLink } from '@orbita/ui/button';
import { Card } from '@orbita/ui/card';
import { Deadline } from '@orbita/ui/deadline';
import { GoodNews } from '@orbita/ui/good-news';
import { Numbered } from '@orbita/ui/numbered';
import { Loading, Skeleton } from '@orbita/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router';
import { useTitle } from '../base/title.ts';
import { enrollmentDataQuery } from '../enrolment/queries.ts';
import { openPartPath } from '../enrolment/way.ts';
import type { Essay } from '../essay/queries.ts';
import { endOfIntake, momentText } from '../subscription/deadline.ts';
import type { Step } from '../subscription/queries.ts';
import { StepPage } from '../subscription/step-frame.tsx';
import type { StepProps } from '../subscription/step-props.ts';
import { selectionTexts as t } from '../texts/selection.ts';
import { type ExamFound, ExamScoreCard } from './exam-score-card.tsx';
import { ScoreCard } from './score-card.tsx';

function EnrolUntil({ until }: { until: Date }) {
  return (
    <Deadline remainingMs={until.getTime() - serverNow()}>
      {t.until} <b>{momentText(until.toISOString(), serverNow())}</b>
    </Deadline>
  );
}

const stepsLeft = (steps: readonly Step[]) =>
  steps.flatMap((step) =>
    (step.state === 'current' || step.state === 'todo') && t.steps[step.code] ? [t.steps[step.code]] : [],
  );

type ApprovedProps = StepProps & {
  essay: Essay | undefined;
  exam: ExamFound | undefined;
  /** The score is still loading. */
  awaits: boolean;
};

/** The approval, what is left to do, and the way on. */
export function ApprovedPage({ subscription, steps, essay, exam, awaits }: ApprovedProps) {
  useTitle(t.approvedPage);
  // Prefetch for the next page.
  useQuery(enrollmentDataQuery(subscription.id));
  // Without an evaluation there is no result to announce.
  if (!steps.some(({ code }) => code === 'result')) {
    return <Navigate replace to={openPartPath(subscription)} />;
  }
  const place = subscription.displayCampus ? subscription.campusPolo : null;
  const left = stepsLeft(steps);
  const until = <EnrolUntil until={endOfIntake(subscription)} />;
  return (
    <StepPage subscription={subscription} steps={steps}>
      <GoodNews mark="check" title={t.approvedTitle} lead={t.approvedLead(subscription.courseName, place)} />
      {essay && <ScoreCard essay={essay} beside={until} />}
      {exam && <ExamScoreCard found={exam} beside={until} />}
      {awaits && (
        <Card className="stack">
          <div className="row row--between">
            <Loading label={t.loading}>
              <Skeleton width="7rem" height="3.4rem" />
            </Loading>
            {until}
          </div>
          <Skeleton height="0.5rem" />
        </Card>
      )}
      {!essay && !exam && !awaits && <Card>{until}</Card>}
      {left.length > 0 && (
        <section className="stack" aria-labelledby="faltam">
          <h2 id="faltam">{t.left(left.length)}</h2>
          <Numbered
            steps={left.map((step) => (
              <span key={step?.title}>
                <b>{step?.title}</b>
                <br />
                <span className="muted small">{step?.note}</span>
              </span>
            ))}
          />
        </section>
      )}
      <ActionBar sticky>
        <ButtonLink block href={openPartPath(subscription)}>
          {t.continue}
        </ButtonLink>
      </ActionBar>
    </StepPage>
  );
}
