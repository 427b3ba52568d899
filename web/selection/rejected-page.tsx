import { textOf } from '@orbita/client/errors.ts';
import { ActionBar } from '@orbita/ui/action-bar';
import { Button, ButtonLink } from '@orbita/ui/button';
import { GoodNews } from '@orbita/ui/good-news';
import { Notice } from '@orbita/ui/notice';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../base/api.ts';
import { useTitle } from '../base/title.ts';
import { type Essay, forgetEssays } from '../essay/queries.ts';
import { fullStatusQuery } from '../subscription/queries.ts';
import { StepPage } from '../subscription/step-frame.tsx';
import type { StepProps } from '../subscription/step-props.ts';
import { examTexts, switchTexts, selectionTexts as t } from '../texts/selection.ts';
import { type ExamFound, ExamScoreCard } from './exam-score-card.tsx';
import { ResultReview } from './result-review.tsx';
import { ScoreCard } from './score-card.tsx';
import { mayTurnTo, SwitchIngress } from './switch-ingress.tsx';

const SUBSCRIBED = 1;

type RejectedProps = StepProps & {
  essay: Essay | undefined;
  exam: ExamFound | undefined;
  attemptsLeft: number;
};

/** Not approved: why, and what can be done now. */
export function RejectedPage({ subscription, steps, reload, essay, exam, attemptsLeft }: RejectedProps) {
  useTitle(t.rejectedPage);
  const client = useQueryClient();
  const history = useQuery(fullStatusQuery(subscription.id));
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const mayRetake = essay !== undefined && attemptsLeft > 0;
  const maySwitch = mayTurnTo(subscription, 'exam-score') || mayTurnTo(subscription, 'online-essay');
  // A final decision must not mention attempts, because there is no retake.
  const forGood =
    essay?.hasPlagiarism || history.data?.history.some(({ event }) => event === 'disqualified') === true;
  const usedUp = essay !== undefined && attemptsLeft === 0 && !forGood && !history.isPending;

  const retake = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      await call('PUT /candidate/subscriptions/{id}/status', {
        params: { id: subscription.id },
        body: { status: SUBSCRIBED },
      });
      forgetEssays(client, subscription.id);
      await reload();
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <StepPage subscription={subscription} steps={steps}>
      <GoodNews mark="file" title={t.rejectedTitle} lead={forGood ? t.forGoodLead : t.rejectedLead} />
      {history.data?.reason && (
        <Notice kind="info" title={t.reason}>
          {history.data.reason}
        </Notice>
      )}
      {essay && <ScoreCard essay={essay} />}
      {exam && (
        <>
          <Notice
            kind="info"
            title={exam.scores.essay === 0 ? examTexts.essayZero : examTexts.belowMinimum}
          />
          <ExamScoreCard found={exam} />
        </>
      )}
      {essay?.hasPlagiarism && <Notice kind="warning" title={t.plagiarism} />}
      {usedUp && <Notice kind="warning" title={t.noAttempts} />}
      {failure !== undefined && <Notice kind="danger" role="alert" title={textOf(failure)} />}
      <ActionBar>
        {mayRetake && (
          <Button block busy={busy && t.newEssayBusy} onClick={() => void retake()}>
            {t.newEssay}
          </Button>
        )}
        <SwitchIngress
          subscription={subscription}
          reload={reload}
          to="exam-score"
          kind={mayRetake ? 'outline' : 'primary'}
          losing={switchTexts.losingEssay}
        />
        <SwitchIngress
          subscription={subscription}
          reload={reload}
          to="online-essay"
          kind="primary"
          losing={switchTexts.losingScore}
        />
        <ButtonLink block kind={mayRetake || maySwitch ? 'outline' : 'primary'} href="/course">
          {t.newSubscription}
        </ButtonLink>
      </ActionBar>
      <ResultReview subscription={subscription} />
    </StepPage>
  );
}
