import { type FieldError, isBlank, type Rule, TEXTS, withoutSeparators } from '../foundation/index.ts';

/** States of the exam score of an application (spec 9.2); `none` = no look-up was made with this ingress. */
const EXAM_SCORE_STATES = ['none', 'analysing', 'approved', 'rejected', 'not-found', 'failed'] as const;
export type ExamScoreState = (typeof EXAM_SCORE_STATES)[number];
/** States of one look-up. */
export type ExamLookUpState = Exclude<ExamScoreState, 'none'>;

/** The four areas and the essay of the exam, in display order. */
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

/** Maximum number of answered look-ups of an application [decision]; failed ones do not count. */
const MOST_LOOK_UPS = 3;
/** Duration of the analysis, as shown on the page [seed]. */
export const EXAM_ANALYSIS_MINUTES = 20;
/** A look-up to which the source has not replied is abandoned after this time. */
export const EXAM_GIVE_UP_HOURS = 24;

/** Document that proves a result that the look-up did not find (spec 9.3). */
export const BULLETIN = {
  code: 'BOLETIM-ENEM',
  name: 'Boletim de desempenho',
  help: 'Suas notas do ENEM: o PDF que você baixa no site do ENEM (Página do Participante).',
} as const;

/** Twelve digits; separators are ignored. */
export const examRegistration: Rule = (value) =>
  isBlank(value) || normaliseRegistration(value) !== '' ? undefined : EXAM_TEXTS.registration;

/** The twelve digits of a registration number, or an empty string when it is malformed. */
export function normaliseRegistration(value: string | null | undefined): string {
  const typed = withoutSeparators(value);
  return /^[0-9]{12}$/.test(typed) ? typed : '';
}

/** Latest accepted exam year: as configured, or the calendar year before `today` (spec 3.2). */
export const latestExamYear = (configured: number, today: string): number =>
  configured > 0 ? configured : Number(today.slice(0, 4)) - 1;

/** Requires a year from the list. */
export const examYear =
  (oldest: number, latest: number): Rule<number | null | undefined> =>
  (year) =>
    year === null || year === undefined
      ? TEXTS.required
      : Number.isInteger(year) && year >= oldest && year <= latest
        ? undefined
        : EXAM_TEXTS.year;

const tenths = (score: number): number => Math.round(score * 10);

/** Average of the five parts, rounded half up to one decimal, used both for display and for approval (spec 9.2). */
export const examAverage = (scores: ExamScores): number =>
  Math.round(EXAM_PARTS.reduce((sum, { key }) => sum + tenths(scores[key]), 0) / EXAM_PARTS.length) / 10;

const isScore = (value: number): boolean =>
  value >= 0 && value <= 1000 && Math.abs(value * 10 - tenths(value)) < 1e-6;

/**
 * A score as copied from a bulletin: `640,5`, `640.5`, `1.000` and `1.000,0` are numbers. Undefined for anything other than a
 * score from 0 to 1000 with at most one decimal.
 */
export function typedScore(text: string): number | undefined {
  const typed = text.trim();
  const plain = /^1\.000(?:,0)?$/.test(typed) ? '1000' : typed.replace(',', '.');
  if (!/^[0-9]{1,4}(?:\.[0-9])?$/.test(plain)) return undefined;
  const score = Number(plain);
  return isScore(score) ? score : undefined;
}

/** Scores below this range occur only as zero, and scores above it are extremely rare, so the person is asked to check. */
const USUAL = { from: 250, to: 950 } as const;
/** Two graders score each competence in steps of 40, and the mean counts. */
const ESSAY_STEP = 20;

/** Parts whose score is possible but so rare on a bulletin that a typing error is more likely. */
export const doubtfulParts = (scores: ExamScores): ExamPart[] =>
  EXAM_PARTS.map(({ key }) => key).filter((key) => {
    const score = scores[key];
    if (key === 'essay') return score % ESSAY_STEP !== 0;
    return score < USUAL.from || score > USUAL.to;
  });

/** Errors of typed scores, with fields named `scores.{part}`. */
export const examScoreErrors = (scores: ExamScores): FieldError[] =>
  EXAM_PARTS.filter(({ key }) => !isScore(scores[key])).map(({ key }) => ({
    field: `scores.${key}`,
    message: EXAM_TEXTS.score,
  }));

/** Whether the source, or the institution in its place, has replied; only such look-ups count. */
export const isAnswered = (state: ExamScoreState): boolean =>
  state === 'approved' || state === 'rejected' || state === 'not-found';

/** Number of look-ups left, given the states of earlier ones. */
export const lookUpsLeft = (states: readonly ExamScoreState[]): number =>
  Math.max(0, MOST_LOOK_UPS - states.filter(isAnswered).length);
