import { type Grade, isApproved } from './states.ts';

/** Days that grader statistics cover by default, including the last one (spec 25.7). */
export const GRADER_DAYS = 30;

/** When a first mark is not enough (parameter `EssaySecondGrade`, spec 25.7). */
export const SECOND_GRADES = ['on-request', 'near-minimum', 'always'] as const;
type SecondGrade = (typeof SECOND_GRADES)[number];

/** Offer parameters that determine how marks become the grade. */
export interface MarkRules {
  secondGrade: SecondGrade;
  /** Distance from the minimum score within which `near-minimum` requires a second mark. */
  margin: number;
  /** Largest difference at which two marks still agree. */
  maxDifference: number;
  minScore: number;
}

/** What an essay needs after its latest mark, or its final grade. */
export type AfterMarks =
  | { state: 'graded'; grade: Grade }
  | { state: 'second-grade' }
  | { state: 'third-grade' };

const isNearMinimum = (mark: Grade, { margin, minScore }: MarkRules): boolean =>
  mark.hasPlagiarism || mark.score - minScore <= margin;

function needsSecond(first: Grade, rules: MarkRules, asked: boolean): boolean {
  if (asked || rules.secondGrade === 'always') return true;
  return rules.secondGrade === 'near-minimum' && isNearMinimum(first, rules);
}

const agree = (first: Grade, second: Grade, { maxDifference, minScore }: MarkRules): boolean =>
  first.hasPlagiarism === second.hasPlagiarism &&
  isApproved(first, minScore) === isApproved(second, minScore) &&
  Math.abs(first.score - second.score) <= maxDifference;

/**
 * What follows from the marks of an essay, first to last (spec 25.7). The first mark is the grade unless a second is needed; two
 * marks that agree give their mean, rounded half up; otherwise the third mark, given by the lead grader, is the grade.
 * @param asked whether the first grader or the lead requested a second mark.
 */
export function afterMarks(marks: readonly Grade[], rules: MarkRules, asked: boolean): AfterMarks {
  const [first, second, third] = marks;
  if (!first) throw new Error('An essay without marks has no grade');
  if (third) return { state: 'graded', grade: third };
  if (!second)
    return needsSecond(first, rules, asked) ? { state: 'second-grade' } : { state: 'graded', grade: first };
  if (!agree(first, second, rules)) return { state: 'third-grade' };
  const score = Math.floor((first.score + second.score) / 2 + 0.5);
  return { state: 'graded', grade: { score, hasPlagiarism: first.hasPlagiarism } };
}

/**
 * The comments of the marks as the candidate reads them: the first grader's, followed by the second's. Null when there are none.
 */
export const joinedFeedback = (comments: readonly (string | null)[]): string | null =>
  comments.filter((comment) => comment?.trim()).join('\n\n') || null;

export const MARK_TEXTS = {
  feedback: 'Escreva o que a pessoa vai ler junto do resultado.',
  whole: 'A nota vai de 0 a 1000, sem casas decimais.',
  competences: 'Escolha um nível para cada competência.',
  sum: 'A nota deve ser a soma das competências.',
} as const;

/** Whether the candidate must be told why: plagiarism, or a failing score. */
export const needsFeedback = (grade: Grade, minScore: number): boolean => !isApproved(grade, minScore);
