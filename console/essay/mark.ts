import { MARK_TEXTS, needsFeedback, sumOf } from '@orbita/domain/essay';
import { maxLength } from '@orbita/domain/foundation';
import type { Body } from '@orbita/protocol';
import { type Essay, isReview } from './essay.ts';

export const LONGEST_COMMENT = 10_000;
const MOST = 1000;

/** What a grader has chosen and typed so far; the score as in its field. */
export type Mark = {
  score: string;
  competences: readonly (number | null)[];
  hasPlagiarism: boolean;
  feedback: string;
  /** The grader wants a second mark by somebody else. */
  second: boolean;
};

export const NO_MARK: Mark = {
  score: '',
  competences: [],
  hasPlagiarism: false,
  feedback: '',
  second: false,
};

type Rules = Pick<Essay, 'rubric' | 'minScore' | 'state' | 'subscriptionId'>;

const wholeOf = (typed: string): number | undefined =>
  /^\d{1,4}$/.test(typed.trim()) && Number(typed) <= MOST ? Number(typed) : undefined;

/** One entry for each competence, whatever was stored. */
export const choicesOf = ({ rubric }: Pick<Rules, 'rubric'>, mark: Mark): (number | null)[] =>
  (rubric ?? []).map((_, at) => mark.competences[at] ?? null);

/** The score of a mark; undefined while it has none. Plagiarism scores zero (spec 25.7). */
export function scoreOf(mark: Mark, essay: Pick<Rules, 'rubric'>): number | undefined {
  if (mark.hasPlagiarism) return 0;
  if (!essay.rubric) return wholeOf(mark.score);
  const chosen = choicesOf(essay, mark);
  return chosen.some((points) => points === null) ? undefined : sumOf(chosen as number[]);
}

/** The sum of the choices so far, shown beside the competences. */
export const sumSoFar = (mark: Mark, essay: Pick<Rules, 'rubric'>): number =>
  mark.hasPlagiarism ? 0 : sumOf(choicesOf(essay, mark).map((points) => points ?? 0));

/** Whether this mark alone would fail the candidate; false while there is no score. */
export function refuses(mark: Mark, essay: Rules): boolean {
  const score = scoreOf(mark, essay);
  return score !== undefined && needsFeedback({ score, hasPlagiarism: mark.hasPlagiarism }, essay.minScore);
}

export type Problems = { score?: string; competences?: string; feedback?: string };

/** What is missing before a mark can be sent, in the server's words (spec 25.7). */
export function problemsOf(mark: Mark, essay: Rules): Problems {
  const score = scoreOf(mark, essay);
  const silent = mark.feedback.trim() === '' && (isReview(essay) || refuses(mark, essay));
  const long = maxLength(LONGEST_COMMENT)(mark.feedback);
  return {
    ...(score === undefined && !essay.rubric ? { score: MARK_TEXTS.whole } : {}),
    ...(score === undefined && essay.rubric ? { competences: MARK_TEXTS.competences } : {}),
    ...(silent ? { feedback: MARK_TEXTS.feedback } : {}),
    ...(long ? { feedback: long } : {}),
  };
}

export type GradeBody = Body<'POST /operations/essays/{id}/grade'>;
export type DraftBody = Body<'PUT /operations/essays/{id}/grade-draft'>;

/** Request body for the mark; call it when nothing is missing. */
export function gradeBody(mark: Mark, essay: Rules, version: number): GradeBody {
  return {
    score: scoreOf(mark, essay) ?? 0,
    hasPlagiarism: mark.hasPlagiarism,
    feedback: mark.feedback.trim() || null,
    competences: essay.rubric && !mark.hasPlagiarism ? (choicesOf(essay, mark) as number[]) : null,
    version,
    secondGrade: mark.second,
  };
}

/** The mark as the server stores it until it is sent. */
export const draftBody = (mark: Mark, essay: Pick<Rules, 'rubric'>): DraftBody => ({
  score: essay.rubric ? null : (wholeOf(mark.score) ?? null),
  competences: essay.rubric ? choicesOf(essay, mark) : null,
  hasPlagiarism: mark.hasPlagiarism,
  feedback: mark.feedback || null,
});

/** A stored mark as form values. */
export const markOf = ({
  score,
  competences,
  hasPlagiarism,
  feedback,
}: NonNullable<Essay['draft']>): Mark => ({
  ...NO_MARK,
  score: score === null ? '' : String(score),
  competences: competences ?? [],
  hasPlagiarism,
  feedback: feedback ?? '',
});

/** Whether anything was chosen or typed. */
export const isEmpty = (mark: Mark): boolean =>
  mark.score === '' &&
  mark.feedback === '' &&
  !mark.hasPlagiarism &&
  !mark.second &&
  mark.competences.every((points) => points === null);
