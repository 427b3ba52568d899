import { Notice } from '@orbita/ui/notice';
import { useOffline } from '@orbita/ui/offline-banner';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useMay, useMe } from '../base/me.ts';
import { essayTexts as t } from '../texts/essay.ts';
import { showMissing } from '../ui/announce.tsx';
import { itemPainted, useKeys } from '../ui/keys.ts';
import type { DecidedBy as WhoDecided } from '../work/claim.ts';
import { Changed } from '../work/hindered.tsx';
import { DecidedBy } from '../work/said-of.tsx';
import { type Asked, AskedDialogs } from './asked-dialogs.tsx';
import { OtherPaper } from './compare.tsx';
import { type Essay, type EssayQueue, isReview, queueOf } from './essay.ts';
import { Foot } from './foot.tsx';
import { GradeForm } from './grade-form.tsx';
import { gradeBody, type Problems, problemsOf, refuses } from './mark.ts';
import { Marks } from './marks.tsx';
import { Paper } from './paper.tsx';
import { RefusedPanel, refusedTitle } from './refused-panel.tsx';
import { rowName } from './scale.tsx';
import { SendLine } from './send-line.tsx';
import { Similarity } from './similarity.tsx';
import { useDraft } from './use-draft.ts';
import { type Registered, useSending } from './use-sending.ts';
import { useSimilar } from './use-similar.ts';

type Props = {
  /** The essay as the server has it now. */
  essay: Essay;
  form: 'none' | 'read' | 'open';
  /** Why nothing can be decided now; undefined = a decision is possible. */
  hindered: ReactNode;
  /** Who else marked it while it was shown here. */
  decided: WhoDecided | undefined;
  /** The previous mark, for the status line. */
  registered: Registered | undefined;
  onRegistered: (registered: Registered) => void;
  /** Why the next essay could not be requested. */
  problem: string | undefined;
  /** Why the last skip failed; undefined if it did not. */
  skipped: string | undefined;
  onNext: () => void;
  onSkip: (queue: EssayQueue) => void;
  onBack: () => void;
  /** Refetches and returns the essay. */
  onLookAgain: () => Promise<Essay | undefined>;
  onTakeOver: (() => void) | undefined;
};

const NONE: Problems = {};

/** Focuses the first thing that is missing. */
const focusOn = (problems: Problems, rows: number): void => {
  const missing = problems.competences
    ? Array.from({ length: rows }, (_, at) =>
        document.querySelectorAll<HTMLInputElement>(`[name=${rowName(at)}]`),
      )
        .find((row) => ![...row].some(({ checked }) => checked))
        ?.item(0)
    : document.getElementById(problems.score ? 'nota' : 'comentario');
  showMissing(missing, problems.competences ?? problems.score ?? problems.feedback ?? '');
};

const closedTitle = ({ state }: Essay, decided: WhoDecided | undefined): ReactNode => {
  if (state === 'withdrawn') return t.withdrawn;
  if (decided) return <DecidedBy {...decided} />;
  return state === 'graded' ? t.graded : t.notWaiting;
};

/**
 * One essay under review: the text on the left, the mark on the right (spec 25.7). Each essay mounts it afresh, so no field
 * keeps a value from the one before.
 */
export function Grading(props: Props) {
  const {
    essay,
    form,
    hindered,
    decided,
    registered,
    onRegistered,
    problem,
    skipped,
    onNext,
    onSkip,
    onBack,
    onLookAgain,
    onTakeOver,
  } = props;
  const { staffId } = useMe();
  const may = useMay();
  const offline = useOffline();
  /** The essay as it was read: a change never slips under a decision (spec 25.4.3). */
  const [seen, setSeen] = useState(essay);
  const draft = useDraft(seen, staffId, () => void onLookAgain());
  const sending = useSending(staffId, essay.id, (done) => {
    draft.forget();
    onRegistered(done);
  });
  const like = useSimilar(essay);
  const [tried, setTried] = useState(false);
  const [asked, setAsked] = useState<Asked>();
  const [notice, setNotice] = useState('');
  /** A mark is sent after a moment: pressing again must not send another. */
  const begun = useRef(false);
  const queue = queueOf(essay);
  const leads = may('essays.lead') && queue === 'essays';
  const isSending = sending.state.is === 'sending';
  const isChanged = queue !== undefined && essay.version !== seen.version && !isSending;
  const problems = tried ? problemsOf(draft.mark, seen) : NONE;
  // From the first paint on the person sees what they decide.
  useEffect(() => itemPainted(), []);

  const lookAgain = async () => {
    const newest = await onLookAgain();
    if (newest) setSeen(newest);
    sending.clear();
    draft.resume();
  };
  const submit = async () => {
    if (hindered || isSending || isChanged || queue === undefined || begun.current) return;
    const missing = problemsOf(draft.mark, seen);
    setTried(true);
    if (Object.keys(missing).length > 0) return focusOn(missing, seen.rubric?.length ?? 0);
    const { mark } = draft;
    begun.current = true;
    await draft.pause();
    begun.current = false;
    sending.send(mark, gradeBody(mark, seen, seen.version));
  };
  const failed = sending.state.is === 'failed' || sending.state.is === 'refused';
  const { pause, resume } = draft;
  // Also for a mark that is resumed after a reload: no draft may be sent after it.
  useEffect(() => {
    if (isSending) void pause();
  }, [isSending, pause]);
  useEffect(() => {
    if (failed) resume();
  }, [failed, resume]);

  const skip = () => {
    if (hindered || queue === undefined || isSending) return;
    onSkip(queue);
  };
  const waits = queue !== undefined;
  const canMark = waits && !hindered;
  const refused = sending.state.is === 'refused' ? sending.state.refusal : undefined;
  const isClosed = !waits && !isSending;
  const toField = (at: number) => {
    const row = document.querySelectorAll<HTMLInputElement>(`[name=${rowName(at)}]`);
    const target = [...row].find(({ checked }) => checked) ?? row.item(0) ?? document.getElementById('nota');
    target?.focus();
  };
  const rows = seen.rubric?.map(({ label }) => t.toCompetence(label)) ?? [t.toScore];
  useKeys(
    t.keyGroup,
    refused || isClosed
      ? []
      : [
          { key: 'Ctrl+Enter', label: t.send, decides: true, inFields: true, run: () => void submit() },
          // Each press claims another item, so a held key counts once.
          { key: 'n', label: t.following, decides: true, run: onNext },
          { key: 's', label: t.skip, decides: true, run: skip },
          { key: 'l', label: t.giveBack, run: onBack },
          ...rows.map((label, at) => ({ key: String(at + 1), label, run: () => toField(at) })),
        ],
  );
  useKeys(
    t.keyGroup,
    like.chosen
      ? [
          { key: '[', label: t.previousRun, run: () => like.walk(-1) },
          { key: ']', label: t.nextRun, run: () => like.walk(1) },
        ]
      : [],
  );

  return (
    <div className="review__body review__body--essay">
      <div className="review__texts" data-two={like.comparing || undefined}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls is scrolled by keys too */}
        <section className="review__work" aria-label={t.paper} tabIndex={0}>
          <Paper
            essay={essay}
            similar={like.chosen}
            run={like.run}
            onRecuse={canMark && !isSending ? () => setAsked('recusal') : undefined}
          />
        </section>
        {like.comparing && like.chosen && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the other text scrolls by keys too
          <section className="review__work" aria-label={t.otherText(like.chosen.label)} tabIndex={0}>
            <OtherPaper similar={like.chosen} run={like.run} />
          </section>
        )}
      </div>
      <section className="review__panel" aria-label={t.panel}>
        {refused || isClosed ? (
          <RefusedPanel
            key={refused ? refused.code : 'closed'}
            title={refused ? refusedTitle(refused) : closedTitle(essay, decided)}
            wasSent={refused !== undefined}
            score={draft.mark.hasPlagiarism ? '' : draft.mark.score}
            comment={draft.mark.feedback}
            onNext={onNext}
            onAgain={refused?.code === 'VERSION_CONFLICT' && waits ? () => void lookAgain() : undefined}
            onTakeOver={
              refused?.code === 'CLAIMED_BY_OTHER' && onTakeOver
                ? () => {
                    sending.clear();
                    onTakeOver();
                  }
                : undefined
            }
          />
        ) : (
          <>
            <div className="review__scroll">
              {isReview(seen) && <Notice title={t.reviewTitle}>{t.reviewHelp}</Notice>}
              {essay.similarity.max > 0 && (
                <Similarity
                  similarity={essay.similarity}
                  similar={like.similar}
                  chosen={like.chosen}
                  onChoose={like.choose}
                  run={like.run}
                  onWalk={like.walk}
                  comparing={like.comparing}
                  onCompare={like.compare}
                  failed={like.failed}
                />
              )}
              {seen.marks && <Marks marks={seen.marks} rubric={seen.rubric} />}
              {form !== 'none' && (
                <GradeForm
                  essay={seen}
                  mark={draft.mark}
                  onChange={draft.change}
                  problems={problems}
                  disabled={isSending || form === 'read'}
                  asksSecond={!leads}
                />
              )}
            </div>
            <Foot
              failure={sending.state.is === 'failed' ? sending.state.text : (skipped ?? problem)}
              notice={notice}
              refuses={refuses(draft.mark, seen)}
              line={
                <SendLine
                  sending={sending.state}
                  saved={draft.saved}
                  offline={offline}
                  registered={draft.touched ? undefined : registered}
                />
              }
              hindered={isChanged ? <Changed onAgain={() => void lookAgain()} /> : hindered}
              sending={isSending}
              onSend={() => void submit()}
              onSkip={canMark && !isSending ? skip : undefined}
              onBack={canMark && !isSending ? onBack : undefined}
              onSecond={leads && !isSending ? () => setAsked('second') : undefined}
              onNext={onNext}
            />
          </>
        )}
      </section>
      <AskedDialogs
        asked={asked}
        essayId={essay.id}
        onClose={() => setAsked(undefined)}
        onRecused={() => {
          draft.forget();
          setAsked(undefined);
          onNext();
        }}
        onSecond={(version) => {
          setAsked(undefined);
          // A change the person requested does not have to be looked at.
          setSeen((before) => ({ ...before, version }));
          setNotice(t.asked);
          void onLookAgain();
        }}
      />
    </div>
  );
}
