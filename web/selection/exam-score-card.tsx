import { EXAM_PARTS } from '@orbita/domain/selection';
import type { Answer } from '@orbita/protocol';
import { Card } from '@orbita/ui/card';
import { Meter } from '@orbita/ui/meter';
import { PriceTable } from '@orbita/ui/price-table';
import { Score } from '@orbita/ui/score';
import type { ReactNode } from 'react';
import { examTexts as t } from '../texts/selection.ts';
import { scoreText } from './exam-values.ts';

export type ExamScore = Answer<'GET /candidate/subscriptions/{id}/exam-score'>;
export type ExamFound = Pick<ExamScore, 'year'> & {
  scores: NonNullable<ExamScore['scores']>;
  average: number;
};

const MOST = 1000;

/** The look-up with its scores, if they are known. */
export const foundIn = (score: ExamScore | undefined): ExamFound | undefined =>
  score?.scores && score.average !== null
    ? { year: score.year, scores: score.scores, average: score.average }
    : undefined;

/** Average and the five scores of the exam (spec 9.2); `beside` is placed at the end of the average's line. */
export function ExamScoreCard({ found, beside }: { found: ExamFound; beside?: ReactNode }) {
  const { year, scores, average } = found;
  return (
    <Card className="stack">
      <div className="row row--between">
        <Score label={t.average} value={scoreText(average)} outOf={t.outOf} />
        {beside}
      </div>
      <Meter value={(average / MOST) * 100} />
      <PriceTable
        caption={t.table(year)}
        rows={EXAM_PARTS.map(({ key, label }) => ({ label, value: scoreText(scores[key]) }))}
        total={{ label: t.average, value: scoreText(average) }}
      />
    </Card>
  );
}
