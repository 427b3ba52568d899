import { INTERVIEW_CHANNELS, periodsText } from '@orbita/domain/admission';
import { Button } from '@orbita/ui/button';
import { Anchor } from '@orbita/ui/link';
import { Notice } from '@orbita/ui/notice';
import { WithName } from '@orbita/ui/with-name';
import { type ReactNode, useRef, useState } from 'react';
import { againOrTaken, ReviewFoot, ReviewRefused } from '../act/review-parts.tsx';
import { ReviewedItem } from '../act/reviewed-item.tsx';
import { useReview, useSending } from '../act/use-review.ts';
import { WordsPanel } from '../act/words-panel.tsx';
import { useMay } from '../base/me.ts';
import { day, exactly, hour, when } from '../base/zone.ts';
import { questionnaireReviewTexts, interviewReviewTexts as t } from '../texts/admission.ts';
import { reviewTexts } from '../texts/review.ts';
import { announce } from '../ui/announce.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { Due } from '../work/due.tsx';
import { readOnlyNotice, takenNotice } from '../work/hindered.tsx';
import { ReviewBar } from '../work/review-bar.tsx';
import '../styles/review.css';
import '../styles/essay.css';
import '../styles/selection.css';
import { LongText, stopsAtLongText, tooLong } from '../ui/long-text.tsx';
import { Answers } from './answers.tsx';
import { AppointmentForm } from './appointment-form.tsx';
import { type InterviewAct, type InterviewPage, interviewQuery, sendAct } from './interview.ts';

const PART = 'admissions.interview';
const LIST = '/entrevistas';
const OPEN: readonly string[] = ['requested', 'scheduled', 'held'];

/** E-06: one interview from request to result, beside the earlier answers (spec 25.10). */
export default function InterviewReviewPage() {
  return (
    <ReviewedItem queryOf={interviewQuery} texts={t} missing={t.missing} list={LIST}>
      {(page, lookAgain) => <Review key={page.id} page={page} lookAgain={lookAgain} />}
    </ReviewedItem>
  );
}

const LONGEST_NOTES = 5000;
const LONGEST_CANCELLATION = 500;

type Mode = 'look' | 'cancel' | 'rejected';

function Review({ page, lookAgain }: { page: InterviewPage; lookAgain: () => Promise<unknown> }) {
  const { id, version, state } = page;
  const may = useMay()(PART, 'admissions.decide');
  const isOpen = OPEN.includes(state);
  const [mode, setMode] = useState<Mode>('look');
  const [reason, setReason] = useState('');
  const [notes, setNotes] = useState(page.notes ?? '');
  const [said, setSaid] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const queue = state === 'held' ? 'interview-decisions' : 'interview-requests';
  const review = useReview({
    ...{ kind: 'interview', queue, id, name: t.item(id), key: 'interviews' },
    ...{ list: LIST, holds: isOpen && may, holder: page.claim, lookAgain },
    path: (itemId) => `/entrevistas/${itemId}`,
  });
  const { forget, next } = review;
  const sending = useSending<InterviewAct>('interview', sendAct, ({ act }, at) => {
    const line = t.line(t.done[act], hour(new Date(at)));
    announce(line);
    setSaid(line);
    setMode('look');
    setReason('');
    forget();
    void lookAgain();
  });
  const waysOn = againOrTaken(sending, review, lookAgain);
  const hindered: ReactNode = may
    ? takenNotice(review.claim, () => void review.takeIt())
    : readOnlyNotice(PART);
  const can = isOpen && !hindered;
  const busy = sending.sending ? reviewTexts.sending : false;
  const decide = (act: 'approved' | 'rejected' | 'repeat', why: string | null = null) => {
    // Notes are not on the page while a rejection is being written, and it must not go without them.
    if (tooLong(notes, LONGEST_NOTES)) {
      setMode('look');
      stopsAtLongText();
      return;
    }
    void sending.decide(id, { act, reason: why, notes: notes.trim() || null, version });
  };
  const keys = can && state === 'held' ? heldKeys(decide, () => setMode('rejected')) : [];
  return (
    <div className="review">
      <ReviewBar
        back={LIST}
        backLabel={t.back}
        item={id}
        title={page.name}
        about={[t.states[state], page.courseName, reviewTexts.number(page.subscriptionId)]}
        claim={review.claim}
        due={page.work && <Due {...page.work} />}
        total={page.work ? review.total : undefined}
      />
      <div className="review__body review__body--essay">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is longer than the room is scrolled by keys */}
        <section className="review__work" tabIndex={0} aria-label={t.answers}>
          <div className="sheet">
            {page.sections.length > 0 ? (
              <Answers sections={page.sections} />
            ) : (
              <p className="meta">{t.noAnswers}</p>
            )}
          </div>
        </section>
        <section className="review__panel" aria-label={t.panel}>
          {sending.refused ? (
            <ReviewRefused
              keyGroup={t.keyGroup}
              conflict={sending.refused.conflict}
              onNext={next}
              {...waysOn}
            />
          ) : mode !== 'look' && can ? (
            <WordsPanel
              texts={questionnaireReviewTexts.words}
              rows={8}
              {...(mode === 'cancel' ? { most: LONGEST_CANCELLATION } : {})}
              title={mode === 'cancel' ? t.whyCancel : t.whyNot}
              send={mode === 'cancel' ? t.sendCancel : t.sendNot}
              value={reason}
              onChange={setReason}
              onSend={(why) =>
                mode === 'cancel'
                  ? void sending.decide(id, { act: 'cancel', reason: why, version })
                  : decide('rejected', why)
              }
              onCancel={() => setMode('look')}
              hindered={hindered}
              busy={busy}
              field={field}
            />
          ) : (
            <>
              <div className="review__scroll">
                <Facts page={page} />
                {!isOpen && <Notice title={decidedLine(page)} />}
                {(state === 'requested' || state === 'scheduled') && (
                  <AppointmentForm
                    key={version}
                    page={page}
                    busy={busy}
                    disabled={!can}
                    onSend={(appointment) =>
                      void sending.decide(id, { act: 'appoint', appointment, version })
                    }
                  />
                )}
                {(state === 'held' || page.notes) && (
                  <LongText
                    label={t.notes}
                    id="notas"
                    hint={t.notesHint}
                    optional
                    rows={6}
                    most={LONGEST_NOTES}
                    readOnly={!can || state !== 'held'}
                    value={notes}
                    onType={setNotes}
                  />
                )}
              </div>
              <ReviewFoot
                keyGroup={t.keyGroup}
                keys={keys}
                failure={sending.failure}
                problem={review.problem}
                done={said || undefined}
                waits={sending.waits}
                hindered={isOpen ? hindered : null}
                onSkip={can && page.work ? review.skip : undefined}
                onBack={review.back}
                onNext={next}
              >
                {state === 'scheduled' && (
                  <>
                    <div className="decide">
                      <Button
                        kind="outline"
                        busy={busy}
                        onClick={() => void sending.decide(id, { act: 'held', version })}
                      >
                        {t.held}
                      </Button>
                      <Button
                        kind="outline"
                        busy={busy}
                        onClick={() => void sending.decide(id, { act: 'missed', version })}
                      >
                        {t.missed}
                      </Button>
                    </div>
                    <Button kind="quiet" onClick={() => setMode('cancel')}>
                      {t.cancel}
                    </Button>
                  </>
                )}
                {state === 'held' && (
                  <>
                    <div className="decide">
                      <Button
                        className="button--large"
                        busy={busy}
                        aria-keyshortcuts="A"
                        onClick={() => decide('approved')}
                      >
                        {t.approve}
                        <Kbd keys="A" />
                      </Button>
                      <Button
                        kind="outline"
                        className="button--large"
                        aria-keyshortcuts="R"
                        onClick={() => setMode('rejected')}
                      >
                        {t.refuse}
                        <Kbd keys="R" />
                      </Button>
                    </div>
                    <Button kind="outline" block busy={busy} onClick={() => decide('repeat')}>
                      {t.repeat}
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

const heldKeys = (decide: (act: 'approved') => void, refuse: () => void) => [
  { key: 'a', label: t.approve, decides: true, run: () => decide('approved') },
  { key: 'r', label: t.refuse, run: refuse },
];

const decidedLine = ({ state, decidedBy, decidedAt }: InterviewPage): ReactNode =>
  decidedBy && decidedAt && !OPEN.includes(state) && state !== 'not-requested' ? (
    <WithName text={(name) => t.decided(t.states[state], name, when(decidedAt))} name={decidedBy} />
  ) : (
    t.closed
  );

/** What was requested, and what is arranged. */
function Facts({ page }: { page: InterviewPage }) {
  const { appointment, channel, interviewer, periods } = page;
  const facts = [
    [t.wished, periodsText(periods) || t.anyPeriod],
    ...(channel
      ? [[t.channel, INTERVIEW_CHANNELS.find(({ code }) => code === channel)?.label ?? channel]]
      : []),
    ...(appointment ? [[t.now, `${day(appointment.at)} ${hour(appointment.at)}`]] : []),
    [t.interviewer, interviewer?.name ?? t.nobody],
  ] as const;
  return (
    <section className="section" aria-labelledby="pedido">
      <div className="section__head">
        <h2 id="pedido">{t.facts}</h2>
        <Anchor className="small" href={`/inscricoes/${page.subscriptionId}`}>
          {reviewTexts.open}
        </Anchor>
      </div>
      <dl className="compare compare--dense" title={appointment ? exactly(appointment.at) : undefined}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
