import type { Answer } from '@orbita/protocol';
import { Fact } from '../act/part.tsx';
import { day, hour } from '../base/zone.ts';
import { selectionPartTexts as t } from '../texts/parts.ts';

const decimal = (score: number): string => score.toLocaleString('pt-BR', { maximumFractionDigits: 1 });

type Test = Answer<'GET /operations/subscriptions/{id}/tests'>[number];
type Exam = Answer<'GET /operations/subscriptions/{id}/exam-scores'>[number];

/** Tests of an application: when and where, and the outcome of each. */
export const TestLines = ({ tests }: { tests: readonly Test[] }) =>
  tests.map(({ at, place, pole, state, score }) => (
    <Fact
      key={`${at} ${state}`}
      label={t.test}
      small={[`${day(at)}, ${hour(at)}`, `${place}, ${pole}`, score !== null && t.testScore(decimal(score))]
        .filter(Boolean)
        .join(' · ')}
    >
      {t.testStates[state]}
    </Fact>
  ));

/** Exam score look-ups, each with its average. */
export const ExamLines = ({ scores }: { scores: readonly Exam[] }) =>
  scores.map(({ id, year, state, average }) => (
    <Fact key={id} label={t.exam(year)} small={average !== null && t.average(decimal(average))}>
      {t.examStates[state]}
    </Fact>
  ));
