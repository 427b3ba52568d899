import { type Grade, isApproved } from './states.ts';

/** Days of the figures of graders where nobody says which, the last one included (spec 25.7). */
export const GRADER_DAYS = 30;

/** When a first mark is not enough (parameter `EssaySecondGrade`, spec 25.7). */
export const SECOND_GRADES = ['on-request', 'near-minimum', 'always'] as const;
type SecondGrade = (typeof SECOND_GRADES)[number];

/** Parameters of an offer by which marks become the grade. */
export interface MarkRules {
  secondGrade: SecondGrade;
  /** Distance from the minimum within which `near-minimum` asks for a second mark. */
  margin: number;
  /** Largest difference of two marks that agree. */
  maxDifference: number;
  minScore: number;
}

/** What an essay waits for after its newest mark, or the grade that is final with it. */
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
 * What follows from the marks of an essay, first to last (spec 25.7): the first is the grade unless a second is needed; two
 * that agree give their mean, rounded half up; otherwise the third, of the lead, is the grade.
 * @param asked the first grader or the lead wants a second mark.
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

/** The comments of two marks as the candidate reads them: that of the first, followed by the second's. */
export const joinedFeedback = (comments: readonly (string | null)[]): string | null =>
  comments.filter((comment) => comment?.trim()).join('\n\n') || null;

export const MARK_TEXTS = {
  feedback: 'Escreva o que a pessoa vai ler junto do resultado.',
  whole: 'A nota vai de 0 a 1000, sem casas decimais.',
  competences: 'Escolha um nível para cada competência.',
  sum: 'A nota deve ser a soma das competências.',
} as const;

/** True when the candidate must read why: plagiarism, or a score that refuses. */
export const needsFeedback = (grade: Grade, minScore: number): boolean => !isApproved(grade, minScore);
