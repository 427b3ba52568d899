import { Button } from '@orbita/ui/button';
import { CheckIcon } from '@orbita/ui/icons/check';
import { XIcon } from '@orbita/ui/icons/x';
import { Anchor } from '@orbita/ui/link';
import { Notice } from '@orbita/ui/notice';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { useParams } from 'react-router';
import { ReviewFoot, ReviewRefused } from '../act/review-parts.tsx';
import { useReview, useSending, WATCH_MS } from '../act/use-review.ts';
import { AwaitedItem } from '../base/awaited-item.tsx';
import { usePollMs } from '../base/live.ts';
import { useMay } from '../base/me.ts';
import { useScreenTitle } from '../base/title.ts';
import { hour, when } from '../base/zone.ts';
import { questionnaireReviewTexts as t } from '../texts/admission.ts';
import { benchTexts } from '../texts/bench.ts';
import { announce } from '../ui/announce.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { Due } from '../work/due.tsx';
import { readOnlyNotice, takenNotice } from '../work/hindered.tsx';
import { KeptText } from '../work/refused.tsx';
import { ReviewBar } from '../work/review-bar.tsx';
import '../styles/review.css';
import '../styles/essay.css';
import '../styles/selection.css';
import { Answers } from './answers.tsx';
import { CommentPanel } from './comment-panel.tsx';
import {
  type QuestionnaireDecision,
  type QuestionnairePage,
  questionnaireQuery,
  sendDecision,
} from './questionnaire.ts';

const PART = 'admissions.decide';
const LIST = '/questionarios';

/** E-06, the review: answers read beside the decision (spec 25.10). */
export default function QuestionnaireReviewPage() {
  const id = Number(useParams().id);
  const query = useQuery({
    ...questionnaireQuery(id),
    refetchInterval: usePollMs(WATCH_MS),
    enabled: Number.isSafeInteger(id),
  });
  useScreenTitle(t.item(id));
  const page = query.data?.id === id ? query.data : undefined;
  if (page) return <Review key={id} page={page} lookAgain={query.refetch} />;
  return (
    <AwaitedItem
      id={id}
      title={t.title}
      error={query.error}
      onRetry={() => void query.refetch()}
      texts={{ loading: t.opening, missing: t.missing, toList: t.back }}
      list={LIST}
    />
  );
}

function Review({ page, lookAgain }: { page: QuestionnairePage; lookAgain: () => Promise<unknown> }) {
  const { id, version } = page;
  const may = useMay()(PART);
  const isOpen = page.work !== null;
  const [mode, setMode] = useState<'look' | 'returned' | 'rejected'>('look');
  const [comment, setComment] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const review = useReview({
    ...{ kind: 'questionnaire', queue: 'questionnaires', id, name: t.item(id), key: 'questionnaires' },
    ...{ list: LIST, holds: isOpen && may, holder: page.claim, lookAgain },
    path: (itemId) => `/questionarios/${itemId}`,
  });
  const { forget, next } = review;
  const sending = useSending<QuestionnaireDecision>('questionnaire', sendDecision, ({ decision }, at) => {
    announce(t.line(t.done[decision], hour(new Date(at))));
    forget();
    next();
  });
  const hindered: ReactNode = may
    ? takenNotice(review.claim, () => void review.takeIt())
    : readOnlyNotice(PART);
  const can = isOpen && !hindered;
  const busy = sending.sending ? benchTexts.sending : false;
  const send = (decision: QuestionnaireDecision['decision'], said: string | null = null) =>
    can && void sending.decide(id, { decision, comment: said, version });
  /** A section that needs another answer begins a line of the comment. */
  const fix = (label: string) => {
    setMode('returned');
    setComment((before) => `${before}${before && !before.endsWith('\n') ? '\n' : ''}${t.sectionLine(label)}`);
    field.current?.focus();
  };
  return (
    <div className="review">
      <ReviewBar
        back={LIST}
        backLabel={t.back}
        item={id}
        title={page.name}
        about={[t.title, page.courseName, benchTexts.number(page.subscriptionId)]}
        claim={review.claim}
        due={page.work && <Due {...page.work} />}
        total={review.total}
      />
      <div className="review__body review__body--essay">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is longer than the room is scrolled by keys */}
        <section className="review__work" tabIndex={0} aria-label={t.answers}>
          <div className="sheet">
            <Answers sections={page.sections} onFix={can ? fix : undefined} />
          </div>
        </section>
        <section className="review__panel" aria-label={t.panel}>
          {sending.refused ? (
            <ReviewRefused
              keyGroup={t.keyGroup}
              conflict={sending.refused.conflict}
              onNext={next}
              onAgain={() => {
                sending.clear();
                void lookAgain();
              }}
              onTakeOver={() => {
                sending.clear();
                void review.takeIt();
              }}
            >
              {comment && (
                <KeptText title={t.yourText} text={comment} copy={t.copy} copied={t.copied}>
                  {comment}
                </KeptText>
              )}
            </ReviewRefused>
          ) : mode !== 'look' && isOpen ? (
            <CommentPanel
              title={mode === 'returned' ? t.whyBack : t.whyNot}
              send={mode === 'returned' ? t.sendBack : t.sendNot}
              ends={mode === 'rejected' ? t.ends : undefined}
              value={comment}
              onChange={setComment}
              onSend={(said) => send(mode, said)}
              onCancel={() => setMode('look')}
              hindered={hindered}
              busy={busy}
              field={field}
            />
          ) : (
            <>
              <div className="review__scroll">
                <section className="section">
                  <p className="small">
                    {page.submittedAt && t.sentAt(when(page.submittedAt))}{' '}
                    <Anchor href={`/inscricoes/${page.subscriptionId}`}>{benchTexts.open}</Anchor>
                  </p>
                  {!isOpen && <Notice title={decidedLine(page)} />}
                  {page.comment && (
                    <div className="letter">
                      <small>{t.before}</small>
                      {page.comment}
                    </div>
                  )}
                </section>
              </div>
              <ReviewFoot
                keyGroup={t.keyGroup}
                keys={
                  can
                    ? [
                        { key: 'a', label: t.approve, decides: true, run: () => send('approved') },
                        { key: 'r', label: t.refuse, run: () => setMode('rejected') },
                        { key: 'c', label: t.giveBack, run: () => setMode('returned') },
                      ]
                    : []
                }
                failure={sending.failure}
                problem={review.problem}
                waits={sending.waits}
                hindered={isOpen ? hindered : null}
                onSkip={can ? review.skip : undefined}
                onBack={review.back}
                onNext={next}
              >
                {isOpen && (
                  <>
                    <div className="decide">
                      <Button
                        className="button--large"
                        icon={CheckIcon}
                        busy={busy}
                        aria-keyshortcuts="A"
                        onClick={() => send('approved')}
                      >
                        {t.approve}
                        <Kbd keys="A" />
                      </Button>
                      <Button
                        kind="outline"
                        className="button--large"
                        icon={XIcon}
                        aria-keyshortcuts="R"
                        onClick={() => setMode('rejected')}
                      >
                        {t.refuse}
                        <Kbd keys="R" />
                      </Button>
                    </div>
                    <Button kind="outline" block aria-keyshortcuts="C" onClick={() => setMode('returned')}>
                      {t.giveBack}
                      <Kbd keys="C" />
                    </Button>
                  </>
                )}
              </ReviewFoot>
            </>
          )}
        </section>
      </div>
    </div>
  );
}

const decidedLine = ({ state, decidedBy, decidedAt }: QuestionnairePage): string =>
  decidedBy && decidedAt ? t.decided(t.states[state], decidedBy, when(decidedAt)) : t.closed;
