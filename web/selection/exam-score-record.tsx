import { EXAM_PARTS } from '@orbita/domain/selection';
import { Card } from '@orbita/ui/card';
import { Empty } from '@orbita/ui/empty';
import { Facts } from '@orbita/ui/facts';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../subscription/loaded.tsx';
import type { RecordProps } from '../subscription/record-props.ts';
import { recordTexts as t } from '../texts/record.ts';
import { scoreText } from './exam-values.ts';
import { examScoreQuery } from './queries.ts';

/** The score of the national exam, as found. */
export default function ExamScoreRecord({ subscription }: RecordProps) {
  const score = useQuery(examScoreQuery(subscription.id));
  return (
    <Loaded query={score}>
      {({ registration, year, scores, average }) =>
        year === null ? (
          <Empty title={t.noScore} />
        ) : (
          <Card>
            <Facts
              pairs
              facts={[
                ...(registration ? [{ label: t.registration, value: registration }] : []),
                { label: t.year, value: year },
                ...(scores
                  ? EXAM_PARTS.map(({ key, label }) => ({ label, value: scoreText(scores[key]) }))
                  : []),
                ...(average === null ? [] : [{ label: t.average, value: <b>{scoreText(average)}</b> }]),
              ]}
            />
          </Card>
        )
      }
    </Loaded>
  );
}
