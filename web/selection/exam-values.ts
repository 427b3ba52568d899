import { accepted, check, required } from '@orbita/domain/foundation';
import { examRegistration, examYear, normaliseRegistration } from '@orbita/domain/selection';

/** The form of S-15 as typed. */
export type ExamValues = { registration: string; year: string; truth: boolean };
export type ExamYears = { oldest: number; latest: number };

const numberOf = (year: string): number | null => (year === '' ? null : Number(year));

/** Rules of S-15, which the server applies too. */
export const examProblems = ({ registration, year, truth }: ExamValues, { oldest, latest }: ExamYears) =>
  check(
    { registration, year: numberOf(year), truth },
    { registration: [required, examRegistration], year: examYear(oldest, latest), truth: accepted },
  );

/** Body of the look-up: the twelve digits without separators. */
export const examBody = ({ registration, year }: ExamValues) => ({
  registration: normaliseRegistration(registration),
  year: Number(year),
});

/** Years of the list, the latest first. */
export const yearsOf = ({ oldest, latest }: ExamYears): number[] =>
  Array.from({ length: Math.max(0, latest - oldest + 1) }, (_, back) => latest - back);

/** Milliseconds until the answer is expected; 0 = late, undefined = no time was promised (S-15). */
export const analysisLeft = (expectedBy: string | null, now: number): number | undefined =>
  expectedBy === null ? undefined : Math.max(0, Date.parse(expectedBy) - now);

/** A score with one decimal: "620,0". */
export const scoreText = (score: number): string =>
  score.toLocaleString('pt-BR', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
