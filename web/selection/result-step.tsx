import { Page } from '@orbita/ui/page';
import { LoadingForm } from '@orbita/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { currentAttempt, essayQuery, essaysQuery } from '../essay/queries.ts';
import type { StepProps } from '../subscription/step-props.ts';
import { selectionTexts as t } from '../texts/selection.ts';
import { ApprovedPage } from './approved-page.tsx';
import { foundIn } from './exam-score-card.tsx';
import { examScoreQuery } from './queries.ts';
import { RejectedPage } from './rejected-page.tsx';

const REJECTED = 9;

/** S-20: the result of the selection, with the score if this kind has one. */
export default function ResultStep(props: StepProps) {
  const { subscription } = props;
  const { kind } = subscription.offer.ingressMode;
  const hasEssay = kind === 'online-essay';
  const hasExam = kind === 'exam-score';
  const score = useQuery({ ...examScoreQuery(subscription.id), enabled: hasExam });
  const overview = useQuery({ ...essaysQuery(subscription.id), enabled: hasEssay });
  const attempt = overview.data && currentAttempt(overview.data);
  const essay = useQuery({
    ...essayQuery(subscription.id, attempt?.id ?? 0),
    enabled: attempt !== undefined,
  });
  const failed = overview.isLoadingError || essay.isLoadingError;
  // Show the result even when its details cannot be loaded.
  const awaitsEssay = hasEssay && !failed && (!overview.data || (attempt !== undefined && !essay.data));
  const awaits = awaitsEssay || (hasExam && score.isPending);
  const graded = essay.data?.state === 'graded' ? essay.data : undefined;
  const exam = hasExam ? foundIn(score.data) : undefined;
  // The outcome is known: only the score card is still loading.
  if (subscription.subscriptionStatus !== REJECTED)
    return <ApprovedPage {...props} essay={graded} exam={exam} awaits={awaits} />;
  if (awaits)
    return (
      <Page width="task">
        <LoadingForm label={t.loading} fields={2} />
      </Page>
    );
  return (
    <RejectedPage {...props} essay={graded} exam={exam} attemptsLeft={overview.data?.attemptsLeft ?? 0} />
  );
}
