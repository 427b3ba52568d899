import type { ReactNode } from 'react';
import type { Essay } from '../essay/queries.ts';
import { selectionTexts as t } from '../texts/selection.ts';
import { Card } from '../ui/card.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { Meter } from '../ui/meter.tsx';
import { Score } from '../ui/score.tsx';

const MOST = 1000;

/** Score of the essay with the grader's comment; `beside` stands at the end of its line. */
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
