import { ActionBar } from '@orbita/ui/action-bar';
import { Button } from '@orbita/ui/button';
import { Card } from '@orbita/ui/card';
import { Countdown } from '@orbita/ui/countdown';
import { useHeadingFocus } from '@orbita/ui/heading-focus.ts';
import { LiveLine } from '@orbita/ui/live-line';
import { Page } from '@orbita/ui/page';
import { LoadingForm } from '@orbita/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { chunk } from '../base/chunk-reload.ts';
import { useServerNow } from '../base/use-server-now.ts';
import { fetchWhenIdle } from '../base/when-settled.ts';
import { documentsQuery } from '../document/queries.ts';
import { StandstillFrame } from '../subscription/standstill-frame.tsx';
import type { StepProps } from '../subscription/step-props.ts';
import { examTexts as t } from '../texts/selection.ts';
import { ExamForm } from './exam-form.tsx';
import type { ExamScore } from './exam-score-card.tsx';
import { analysisLeft, type ExamValues } from './exam-values.ts';
import { examScoreQuery } from './queries.ts';
import { mayTurnTo, SwitchBar, SwitchIngress } from './switch-ingress.tsx';

const documentsStep = () => import('../document/documents-step.tsx');
const StagePage = lazy(() => chunk(documentsStep).then((found) => ({ default: found.StagePage })));

const Waiting = () => (
  <Page width="task">
    <LoadingForm label={t.loading} fields={2} />
  </Page>
);

/** S-15: asks for the ENEM score, shows the state of the look-up, and what can be done without a result. */
export default function ExamScoreStep(props: StepProps) {
  const { data, error } = useQuery(examScoreQuery(props.subscription.id));
  // The score report is requested if the look-up finds nothing.
  useEffect(() => fetchWhenIdle(documentsStep), []);
  if (error && !data) throw error;
  return data ? <Known {...props} score={data} /> : <Waiting />;
}

type KnownProps = StepProps & { score: ExamScore };

function Known(props: KnownProps) {
  const { state, attemptsLeft } = props.score;
  const [typed, setTyped] = useState<ExamValues>();
  const [sending, setSending] = useState(false);
  const [again, setAgain] = useState(false);
  const open = state === 'none' || state === 'failed' || (state === 'not-found' && again);
  const asks = sending || (open && attemptsLeft > 0);
  useHeadingFocus(asks ? 'form' : state, { preventScroll: false });
  if (asks) {
    return (
      <ExamForm
        {...props}
        typed={typed}
        onSend={(values) => {
          setTyped(values);
          setSending(true);
        }}
        onSent={(answered) => {
          setSending(false);
          if (answered) setAgain(false);
        }}
        {...(state === 'not-found' && again ? { onBack: () => setAgain(false) } : {})}
      />
    );
  }
  if (state === 'analysing') return <Analysis {...props} />;
  if (state === 'not-found') return <NotFound {...props} onAgain={() => setAgain(true)} />;
  // The scores have arrived; the frame is about to open the result.
  if (state === 'approved' || state === 'rejected') return <Waiting />;
  return (
    <StandstillFrame {...props} mark="file" {...t.usedUp}>
      <SwitchBar {...props} to="online-essay" />
    </StandstillFrame>
  );
}

/** The look-up is running: time left until its answer, and what applies when it is late. */
function Analysis({ score, ...props }: KnownProps) {
  const left = analysisLeft(score.expectedBy, useServerNow());
  const late = left === 0;
  return (
    <StandstillFrame {...props} mark="clock" {...(late ? t.late : t.analysing)} contact={late && 'quiet'}>
      <Card className="stack stack--tight">
        {!late && left !== undefined && <Countdown big label={t.expected} remainingMs={left} />}
        <LiveLine>{t.waiting}</LiveLine>
      </Card>
      <SwitchBar {...props} to="online-essay" losing={t.losingLookUp} />
    </StandstillFrame>
  );
}

type NotFoundProps = KnownProps & { onAgain: () => void };

/** Nothing was found: try again, prove the scores with the score report, or write the essay. */
function NotFound({ score, onAgain, ...props }: NotFoundProps) {
  const documents = useQuery(documentsQuery(props.subscription.id, 'selection'));
  if (documents.isPending) return <Waiting />;
  const more = <Options {...props} score={score} onAgain={onAgain} />;
  if (!documents.data?.length) {
    return (
      <StandstillFrame {...props} mark="file" {...t.notFound} contact="quiet">
        {more}
      </StandstillFrame>
    );
  }
  return (
    <Suspense fallback={<Waiting />}>
      <StagePage
        {...props}
        stage="selection"
        title={t.notFound.text}
        note={score.attemptsLeft > 0 ? t.bulletin : t.bulletinOnly}
        choice={t.byBulletin}
      >
        {more}
      </StagePage>
    </Suspense>
  );
}

function Options({ score, onAgain, ...props }: NotFoundProps) {
  const { attemptsLeft } = score;
  return (
    <section className="stack" aria-labelledby="outras-opcoes">
      <h2 id="outras-opcoes">{t.options}</h2>
      <p>{attemptsLeft > 0 ? t.left(attemptsLeft) : t.noneLeft}</p>
      {(attemptsLeft > 0 || mayTurnTo(props.subscription, 'online-essay')) && (
        <ActionBar>
          {attemptsLeft > 0 && (
            <Button block kind="outline" onClick={onAgain}>
              {t.again}
            </Button>
          )}
          <SwitchIngress {...props} to="online-essay" losing={t.losingResult} />
        </ActionBar>
      )}
    </section>
  );
}
