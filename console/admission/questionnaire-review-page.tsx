import { Button } from '@orbita/ui/button';
import { CheckIcon } from '@orbita/ui/icons/check';
import { XIcon } from '@orbita/ui/icons/x';
import { Anchor } from '@orbita/ui/link';
import { Notice } from '@orbita/ui/notice';
import { WithName } from '@orbita/ui/with-name';
import { type ReactNode, useRef, useState } from 'react';
import { againOrTaken, ReviewFoot, ReviewRefused } from '../act/review-parts.tsx';
import { ReviewedItem } from '../act/reviewed-item.tsx';
import { useReview, useSending } from '../act/use-review.ts';
import { WordsPanel } from '../act/words-panel.tsx';
import { useMay } from '../base/me.ts';
import { hour, when } from '../base/zone.ts';
import { questionnaireReviewTexts as t } from '../texts/admission.ts';
import { reviewTexts } from '../texts/review.ts';
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
import {
  type QuestionnaireDecision,
  type QuestionnairePage,
  questionnaireQuery,
  sendDecision,
} from './questionnaire.ts';

const PART = 'admissions.decide';
const LIST = '/questionarios';

/** E-06, the review: the answers beside the decision (spec 25.10). */
export default function QuestionnaireReviewPage() {
  return (
    <ReviewedItem queryOf={questionnaireQuery} texts={t} missing={t.missing} list={LIST}>
      {(page, lookAgain) => <Review key={page.id} page={page} lookAgain={lookAgain} />}
    </ReviewedItem>
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
  const waysOn = againOrTaken(sending, review, lookAgain);
  const hindered: ReactNode = may
    ? takenNotice(review.claim, () => void review.takeIt())
    : readOnlyNotice(PART);
  const can = isOpen && !hindered;
  const busy = sending.sending ? reviewTexts.sending : false;
  const send = (decision: QuestionnaireDecision['decision'], said: string | null = null) =>
    can && void sending.decide(id, { decision, comment: said, version });
  /** A section that needs another answer starts a line of the comment. */
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
        about={[t.title, page.courseName, reviewTexts.number(page.subscriptionId)]}
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
              {...waysOn}
            >
              {comment && (
                <KeptText title={t.yourText} text={comment} copy={t.copy} copied={t.copied}>
                  {comment}
                </KeptText>
              )}
            </ReviewRefused>
          ) : mode !== 'look' && isOpen ? (
            <WordsPanel
              texts={t.words}
              rows={8}
              title={mode === 'returned' ? t.whyBack : t.whyNot}
              send={mode === 'returned' ? t.sendBack : t.sendNot}
              follows={mode === 'rejected' ? t.ends : undefined}
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
                    <Anchor href={`/inscricoes/${page.subscriptionId}`}>{reviewTexts.open}</Anchor>
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

const decidedLine = ({ state, decidedBy, decidedAt }: QuestionnairePage): ReactNode =>
  decidedBy && decidedAt ? (
    <WithName text={(name) => t.decided(t.states[state], name, when(decidedAt))} name={decidedBy} />
  ) : (
    t.closed
  );
