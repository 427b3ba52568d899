import { Card } from '@orbita/ui/card';
import { Disclosure } from '@orbita/ui/disclosure';
import { Meter } from '@orbita/ui/meter';
import { Score } from '@orbita/ui/score';
import type { ReactNode } from 'react';
import type { Essay } from '../essay/queries.ts';
import { selectionTexts as t } from '../texts/selection.ts';

const MOST = 1000;

/** Score of the essay with the grader's comment; `beside` is placed at the end of its line. */
export function ScoreCard({ essay, beside }: { essay: Essay; beside?: ReactNode }) {
  const score = essay.score ?? 0;
  return (
    <Card className="stack">
      <div className="row row--between">
        <Score label={t.essayScore} value={score.toLocaleString('pt-BR')} outOf={t.outOf} />
        {beside}
      </div>
      <Meter value={(score / MOST) * 100} />
      {essay.feedback && (
        <Disclosure summary={t.feedback}>
          <p className="small">{essay.feedback}</p>
        </Disclosure>
      )}
    </Card>
  );
}
