import { formatCpf } from '@orbita/domain/foundation';
import { Button } from '@orbita/ui/button';
import { Anchor } from '@orbita/ui/link';
import { Notice } from '@orbita/ui/notice';
import { WithName } from '@orbita/ui/with-name';
import { type ReactNode, useEffect, useState } from 'react';
import { againOrTaken, ReviewFoot, ReviewRefused } from '../act/review-parts.tsx';
import { ReviewedItem } from '../act/reviewed-item.tsx';
import { useReview, useSending } from '../act/use-review.ts';
import { useMay } from '../base/me.ts';
import { exactly, hour, when } from '../base/zone.ts';
import { bytesOf } from '../document/document.ts';
import { type Draft, RefusePanel } from '../document/refuse-panel.tsx';
import { Frames } from '../document/viewer/frames.ts';
import { Viewer } from '../document/viewer/viewer.tsx';
import { reviewTexts } from '../texts/review.ts';
import { examTexts as t } from '../texts/selection.ts';
import { AnnouncedNotice, announce } from '../ui/announce.tsx';
import { Due } from '../work/due.tsx';
import { readOnlyNotice, takenNotice } from '../work/hindered.tsx';
import { ReviewBar } from '../work/review-bar.tsx';
import '../styles/review.css';
import '../styles/selection.css';
import { ConfirmScores, ExamFields, useExamForm } from './exam-form.tsx';
import { type ExamDecision, type ExamPage, examQuery, saveBulletin, sendResult } from './exam-score.ts';

const PART = 'exam-scores';
const LIST = '/enem';

/** E-06, the review: the score report beside five fields (spec 25.10). */
export default function ExamReviewPage() {
  const [last, setLast] = useState('');
  return (
    <ReviewedItem queryOf={examQuery} texts={t} missing={t.closed} list={LIST}>
      {(page, lookAgain) => (
        <Review key={page.id} page={page} lookAgain={lookAgain} last={last} setLast={setLast} />
      )}
    </ReviewedItem>
  );
}

type Props = {
  page: ExamPage;
  lookAgain: () => Promise<unknown>;
  /** The last decision. */
  last: string;
  setLast: (said: string) => void;
};

function Review({ page, lookAgain, last, setLast }: Props) {
  const { id } = page;
  const may = useMay();
  const mayRead = may('documents.read');
  const [frames] = useState(() => new Frames(bytesOf));
  const framed = { id, name: t.bulletin, files: mayRead ? page.files : [] };
  const frame = frames.of(framed);
  const key = framed.files.map(({ fileId }) => fileId).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: other files are another frame
  useEffect(() => frames.keep([framed]), [frames, key]);
  const [panel, setPanel] = useState(true);
  const [saving, setSaving] = useState(false);
  const [refusing, setRefusing] = useState(false);
  const [draft, setDraft] = useState<Draft>({ reason: undefined, note: '' });
  const review = useReview({
    ...{ kind: 'exam-score', queue: 'exam-scores', id, name: t.item(id), key: 'exam-scores', list: LIST },
    holds: page.open && may(PART),
    holder: page.claim,
    lookAgain,
    path: (itemId) => `/enem/${itemId}`,
  });
  const { forget, next } = review;
  const sending = useSending<ExamDecision>('exam-score', sendResult, (decision, at) => {
    const said = t.line(t.done[decision.state], hour(new Date(at)));
    announce(said);
    setLast(said);
    forget();
    next();
  });
  const { version } = page;
  const form = useExamForm(page, (state, scores) => void sending.decide(id, { state, scores, version }));
  const busy = sending.sending ? reviewTexts.sending : false;
  const waysOn = againOrTaken(sending, review, lookAgain);
  const hindered: ReactNode = may(PART)
    ? takenNotice(review.claim, () => void review.takeIt())
    : readOnlyNotice(PART);
  const can = page.open && !hindered;
  const hasBulletin = page.bulletinState === 'sent' && page.files.length > 0;
  const original = async (file: number) => {
    setSaving(true);
    await saveBulletin(page, file).catch(() => undefined);
    setSaving(false);
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
      <div className="review__body" data-panel={panel || refusing ? undefined : 'off'}>
        <Viewer
          frames={frames}
          frame={frame}
          name={t.bulletin}
          instead={page.files.length > 0 ? undefined : <Instead page={page} />}
          onOriginal={frame ? (file) => void original(file) : undefined}
          saving={saving}
          data={{ shown: panel, toggle: () => setPanel((shows) => !shows) }}
          last={sending.waits ? reviewTexts.waitsForLine : last || null}
        />
        <section className="review__panel" aria-label={t.panel}>
          {sending.refused ? (
            <ReviewRefused
              keyGroup={t.keyGroup}
              conflict={sending.refused.conflict}
              onNext={next}
              {...waysOn}
            />
          ) : refusing ? (
            <RefusePanel
              documentName={t.bulletin}
              person={page.name.split(' ')[0] ?? page.name}
              draft={draft}
              onDraft={setDraft}
              onRefuse={({ reason, note }) =>
                void sending.decide(id, { state: 'bulletin-refused', reason, note: note || null, version })
              }
              onCancel={() => setRefusing(false)}
              hindered={hindered}
              busy={busy}
            />
          ) : (
            <>
              <div className="review__scroll">
                <Facts page={page} />
                {page.open ? (
                  <ExamFields page={page} form={form} disabled={!can} />
                ) : (
                  <Notice title={decidedLine(page)} />
                )}
              </div>
              <ReviewFoot
                keyGroup={t.keyGroup}
                keys={
                  can
                    ? [
                        {
                          key: 'Ctrl+Enter',
                          label: t.confirm,
                          decides: true,
                          inFields: true,
                          run: form.confirm,
                        },
                        ...(hasBulletin ? [{ key: 'r', label: t.refuse, run: () => setRefusing(true) }] : []),
                      ]
                    : []
                }
                failure={sending.failure}
                problem={review.problem}
                waits={sending.waits}
                hindered={page.open ? hindered : null}
                onSkip={can && page.work ? review.skip : undefined}
                onBack={review.back}
                onNext={next}
              >
                {page.open && (
                  <>
                    <ConfirmScores form={form} busy={busy} />
                    {hasBulletin ? (
                      <Button kind="outline" block aria-keyshortcuts="R" onClick={() => setRefusing(true)}>
                        {t.refuse}
                      </Button>
                    ) : (
                      page.state !== 'not-found' && (
                        <Button
                          kind="outline"
                          block
                          busy={busy}
                          onClick={() => void sending.decide(id, { state: 'not-found', version })}
                        >
                          {t.ask}
                        </Button>
                      )
                    )}
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

const decidedLine = ({ state, decidedBy, decidedAt }: ExamPage): ReactNode =>
  decidedBy && decidedAt ? (
    <WithName text={(name) => t.decided(t.states[state], name, when(decidedAt))} name={decidedBy} />
  ) : (
    t.closed
  );

/** Why there is no document to view. */
function Instead({ page }: { page: ExamPage }) {
  const title = page.inCheck ? t.inCheck : page.state === 'not-found' ? t.asked : t.noBulletin;
  const help = !page.inCheck && page.open && page.state !== 'not-found' ? t.noBulletinHelp : undefined;
  return (
    <div className="viewer__refused">
      <AnnouncedNotice title={title}>{help && <p>{help}</p>}</AnnouncedNotice>
    </div>
  );
}

/** What the candidate stated, for comparison with the score report. */
function Facts({ page }: { page: ExamPage }) {
  const facts = [
    [t.cpf, page.cpf ? formatCpf(page.cpf) : '—'],
    [t.registration, page.registration ?? '—'],
    [t.year, String(page.year)],
    [t.look, `${t.states[page.state]} · ${when(page.requestedAt)}`],
  ] as const;
  return (
    <section className="section" aria-labelledby="cadastro">
      <div className="section__head">
        <h2 id="cadastro">{t.person}</h2>
        <Anchor className="small" href={`/inscricoes/${page.subscriptionId}`}>
          {reviewTexts.open}
        </Anchor>
      </div>
      <dl className="compare compare--dense exam-facts" title={exactly(page.requestedAt)}>
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
