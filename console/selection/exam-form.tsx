import {
  doubtfulParts,
  EXAM_PARTS,
  EXAM_TEXTS,
  type ExamPart,
  type ExamScores,
  examAverage,
  typedScore,
} from '@orbita/domain/selection';
import { Button } from '@orbita/ui/button';
import { Field } from '@orbita/ui/field';
import { Notice } from '@orbita/ui/notice';
import { TextInput } from '@orbita/ui/text-input';
import { useRef, useState } from 'react';
import { examTexts as t } from '../texts/selection.ts';
import { AnnouncedNotice, showMissing } from '../ui/announce.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { type ExamPage, outcomeOf } from './exam-score.ts';

type TypedScores = Record<ExamPart, string>;
const NOTHING_TYPED: TypedScores = {
  languages: '',
  humanities: '',
  sciences: '',
  mathematics: '',
  essay: '',
};

/** The five scores, once every field contains one. */
function scoresIn(typed: TypedScores): ExamScores | undefined {
  const read = EXAM_PARTS.map(({ key }) => [key, typedScore(typed[key])] as const);
  if (read.some(([, score]) => score === undefined)) return undefined;
  return Object.fromEntries(read) as ExamScores;
}

/**
 * Five fields as in a score report, their result by the institution's minimums, and a double check of unusual scores (spec
 * 25.10). `send` is called with confirmed scores.
 */
export function useExamForm(
  page: ExamPage,
  send: (state: 'approved' | 'rejected', scores: ExamScores) => void,
) {
  const [typed, setTyped] = useState(NOTHING_TYPED);
  const [tried, setTried] = useState(false);
  /** The unusual scores that have been double-checked. */
  const [looked, setLooked] = useState('');
  const fields = useRef<HTMLDivElement>(null);
  const scores = scoresIn(typed);
  const average = scores && examAverage(scores);
  const outcome = scores && average !== undefined ? outcomeOf(page, scores, average) : undefined;
  const doubts = scores ? doubtfulParts(scores) : [];
  const asks = doubts.length > 0 && looked === JSON.stringify(scores);
  const problemOf = (part: ExamPart): string | undefined => {
    if (typedScore(typed[part]) !== undefined) return undefined;
    if (!typed[part].trim()) return tried ? t.missing : undefined;
    return EXAM_TEXTS.score;
  };
  const confirm = () => {
    setTried(true);
    if (!scores || !outcome) {
      const wrong = EXAM_PARTS.find(({ key }) => typedScore(typed[key]) === undefined);
      const field = fields.current?.querySelector<HTMLInputElement>(`#nota-${wrong?.key}`);
      showMissing(field, wrong && typed[wrong.key].trim() ? EXAM_TEXTS.score : t.missing);
      return;
    }
    if (doubts.length > 0 && !asks) return setLooked(JSON.stringify(scores));
    send(outcome, scores);
  };
  return { typed, setTyped, fields, average, outcome, doubts, asks, problemOf, confirm };
}

type Props = { page: ExamPage; form: ReturnType<typeof useExamForm>; disabled: boolean };

/** The fields, with their result while typing. */
export function ExamFields({ page, form, disabled }: Props) {
  const { typed, setTyped, fields, average, outcome, problemOf } = form;
  return (
    <section className="section" aria-labelledby="notas">
      <h2 id="notas">{t.scores}</h2>
      <p className="meta">{t.scoresHint}</p>
      <div className="exam" ref={fields}>
        {EXAM_PARTS.map(({ key }) => (
          <Field key={key} label={t.short[key]} id={`nota-${key}`} error={problemOf(key)}>
            <TextInput
              code
              inputMode="decimal"
              maxLength={7}
              autoComplete="off"
              readOnly={disabled}
              value={typed[key]}
              onChange={({ currentTarget: { value } }) => setTyped((before) => ({ ...before, [key]: value }))}
            />
          </Field>
        ))}
      </div>
      <p className="small" role="status">
        {average !== undefined && outcome && (
          <>
            <b>{t.average(average)}.</b> {t.outcomes[outcome]}
          </>
        )}
      </p>
      <p className="meta">{t.minimums(page.minimums.average, page.minimums.essay)}</p>
      {!page.yearAccepted && <Notice kind="warning" title={t.yearRefused} />}
    </section>
  );
}

/** The decision by scores; unusual ones must be confirmed. */
export const ConfirmScores = ({ form, busy }: { form: Props['form']; busy: string | false }) => (
  <>
    {form.asks && (
      <AnnouncedNotice
        kind="warning"
        title={t.doubt(form.doubts.map((part) => t.short[part]).join(', '))}
        rests
      />
    )}
    <Button
      className="button--large"
      block
      busy={busy}
      aria-keyshortcuts="Control+Enter"
      onClick={form.confirm}
    >
      {form.asks ? t.confirmDoubt : t.confirm}
      <Kbd keys="Ctrl+Enter" />
    </Button>
  </>
);
