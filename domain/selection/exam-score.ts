import { digits, type FieldError, isBlank, type Rule, TEXTS } from '../foundation/index.ts';

/** States of the exam score of an application (spec 9.2); `none` = nothing was asked since the ingress is this one. */
export const EXAM_SCORE_STATES = [
  'none',
  'analysing',
  'approved',
  'rejected',
  'not-found',
  'failed',
] as const;
export type ExamScoreState = (typeof EXAM_SCORE_STATES)[number];
/** States of one look-up. */
export type ExamLookUpState = Exclude<ExamScoreState, 'none'>;

/** The four areas and the essay of the exam, in the order in which they are shown. */
export const EXAM_PARTS = [
  { key: 'languages', label: 'Linguagens, Códigos e suas Tecnologias' },
  { key: 'humanities', label: 'Ciências Humanas e suas Tecnologias' },
  { key: 'sciences', label: 'Ciências da Natureza e suas Tecnologias' },
  { key: 'mathematics', label: 'Matemática e suas Tecnologias' },
  { key: 'essay', label: 'Redação' },
] as const;
export type ExamPart = (typeof EXAM_PARTS)[number]['key'];
/** Each 0–1000 with one decimal. */
export type ExamScores = Record<ExamPart, number>;

export const EXAM_TEXTS = {
  registration: 'Informe os 12 dígitos.',
  year: 'Selecione uma opção.',
  score: 'Informe uma nota de 0 a 1000, com uma casa decimal.',
} as const;

/** Answered look-ups an application has [decision]; failed ones do not count. */
export const MOST_LOOK_UPS = 3;
/** How long the analysis takes as the page tells it [seed]. */
export const EXAM_ANALYSIS_MINUTES = 20;
/** After so long without an answer of the source a look-up is given up (docs/decisions/0030). */
export const EXAM_GIVE_UP_HOURS = 24;

/** Document by which a result that is not found may be proved (spec 9.3). */
export const BULLETIN = {
  code: 'BOLETIM-ENEM',
  name: 'Boletim de desempenho',
  help: 'Boletim de desempenho individual do ENEM, baixado da Página do Participante.',
} as const;

/** Twelve digits; what separates them does not matter. */
export const examRegistration: Rule = (value) =>
  isBlank(value) || normaliseRegistration(value) !== '' ? undefined : EXAM_TEXTS.registration;

/** The twelve digits of a registration number, or an empty text when it is none. */
export function normaliseRegistration(value: string | null | undefined): string {
  const typed = value ?? '';
  return /^[\d\s.-]+$/.test(typed) && digits(typed).length === 12 ? digits(typed) : '';
}

/** Last year whose exam counts: as configured, or the last calendar year of `today` (spec 3.2). */
export const latestExamYear = (configured: number, today: string): number =>
  configured > 0 ? configured : Number(today.slice(0, 4)) - 1;

/** Years of the list "Ano do ENEM", newest first. */
export const examYears = (oldest: number, latest: number): number[] =>
  Array.from({ length: Math.max(0, latest - oldest + 1) }, (_, n) => latest - n);

/** A year of the list. */
export const examYear =
  (oldest: number, latest: number): Rule<number | null | undefined> =>
  (year) =>
    year === null || year === undefined
      ? TEXTS.required
      : Number.isInteger(year) && year >= oldest && year <= latest
        ? undefined
        : EXAM_TEXTS.year;

const tenths = (score: number): number => Math.round(score * 10);

/** Simple average of the five parts, rounded half up to the one decimal in which it is shown and judged (spec 9.2). */
export const examAverage = (scores: ExamScores): number =>
  Math.round(EXAM_PARTS.reduce((sum, { key }) => sum + tenths(scores[key]), 0) / EXAM_PARTS.length) / 10;

const isScore = (value: number): boolean =>
  value >= 0 && value <= 1000 && Math.abs(value * 10 - tenths(value)) < 1e-6;

/** What is wrong with the scores somebody typed, under `scores.{part}`. */
export const examScoreErrors = (scores: ExamScores): FieldError[] =>
  EXAM_PARTS.filter(({ key }) => !isScore(scores[key])).map(({ key }) => ({
    field: `scores.${key}`,
    message: EXAM_TEXTS.score,
  }));

/** Did the source, or the institution in its place, say something? Only such look-ups count. */
export const isAnswered = (state: ExamScoreState): boolean =>
  state === 'approved' || state === 'rejected' || state === 'not-found';

/** Look-ups that are left after those in these states. */
export const lookUpsLeft = (states: readonly ExamScoreState[]): number =>
  Math.max(0, MOST_LOOK_UPS - states.filter(isAnswered).length);
