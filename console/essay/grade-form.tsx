import { AskDialog } from '@orbita/ui/ask-dialog';
import { Check } from '@orbita/ui/check';
import { Field } from '@orbita/ui/field';
import { Segmented } from '@orbita/ui/segmented';
import { TextInput } from '@orbita/ui/text-input';
import { useRef, useState } from 'react';
import { essayTexts as t } from '../texts/essay.ts';
import { Kbd } from '../ui/kbd.tsx';
import { LongText } from '../ui/long-text.tsx';
import { Blocks } from './blocks.tsx';
import { type Essay, isReview } from './essay.ts';
import { choicesOf, LONGEST_COMMENT, type Mark, type Problems, sumSoFar } from './mark.ts';
import { Scale } from './scale.tsx';

type Props = {
  essay: Essay;
  mark: Mark;
  onChange: (change: Partial<Mark>) => void;
  problems: Problems;
  /** The mark is being sent, or this person may not give one. */
  disabled: boolean;
  /** Whether a second mark can be requested with this one; the lead requests one at the foot, with or without marking. */
  asksSecond: boolean;
};

/** Plagiarism, score or competences, and the comment for the candidate (spec 25.7). */
export function GradeForm({ essay, mark, onChange, problems, disabled, asksSecond }: Props) {
  const [asks, setAsks] = useState(false);
  const comment = useRef<HTMLTextAreaElement>(null);
  const insert = (text: string) => {
    const at = comment.current?.selectionStart ?? mark.feedback.length;
    const [before, after] = [mark.feedback.slice(0, at), mark.feedback.slice(at)];
    const gap = before && !/\s$/.test(before) ? ' ' : '';
    onChange({ feedback: `${before}${gap}${text}${after}` });
    comment.current?.focus();
  };
  const { rubric } = essay;
  return (
    <>
      <section className="section" aria-labelledby="nota-titulo">
        <div className="plagiarism">
          <b aria-hidden="true">{t.plagiarism}</b>
          <Segmented
            legend={t.plagiarism}
            name="plagio"
            options={[
              { value: 'nao', label: t.no },
              { value: 'sim', label: t.yesZero },
            ]}
            value={mark.hasPlagiarism ? 'sim' : 'nao'}
            disabled={disabled}
            onChange={({ target }) =>
              target.value === 'sim' ? setAsks(true) : onChange({ hasPlagiarism: false })
            }
          />
        </div>
        {rubric ? (
          <>
            <div className="section__head">
              <h2 id="nota-titulo">{t.score}</h2>
              <p className="total" role="status">
                <b>{sumSoFar(mark, essay)}</b> <span className="meta">{t.outOf(essay.minScore)}</span>
              </p>
            </div>
            {!mark.hasPlagiarism && (
              <Scale
                rubric={rubric}
                chosen={choicesOf(essay, mark)}
                onChoose={(competences) => onChange({ competences })}
                disabled={disabled}
                error={problems.competences}
              />
            )}
          </>
        ) : (
          <div className="score-field">
            <Field
              id="nota"
              label={
                <span id="nota-titulo">
                  {t.score} <Kbd keys="1" />
                </span>
              }
              hint={t.scoreHint(essay.minScore)}
              error={problems.score}
            >
              <TextInput
                inputMode="numeric"
                autoComplete="off"
                maxLength={4}
                value={mark.hasPlagiarism ? '0' : mark.score}
                readOnly={disabled || mark.hasPlagiarism}
                onChange={({ target }) => onChange({ score: target.value.replace(/\D/g, '') })}
              />
            </Field>
          </div>
        )}
      </section>
      <LongText
        id="comentario"
        label={t.comment}
        hint={isReview(essay) ? t.reviewHint : t.commentHint}
        error={problems.feedback}
        rows={6}
        field={comment}
        most={LONGEST_COMMENT}
        value={mark.feedback}
        readOnly={disabled}
        onType={(feedback) => onChange({ feedback })}
      />
      <Blocks comment={mark.feedback} onInsert={insert} disabled={disabled} />
      {asksSecond && essay.round === 1 && !isReview(essay) && (
        <Check
          checked={mark.second}
          disabled={disabled}
          onChange={({ target }) => onChange({ second: target.checked })}
        >
          {t.second}
          <small className="meta"> {t.secondHelp}</small>
        </Check>
      )}
      <AskDialog
        open={asks}
        title={t.plagiarismTitle}
        yes={t.plagiarismYes}
        no={t.cancel}
        onNo={() => setAsks(false)}
        onYes={() => {
          setAsks(false);
          onChange({ hasPlagiarism: true });
        }}
      >
        <p>{t.plagiarismHelp}</p>
      </AskDialog>
    </>
  );
}
