import { type EssayLimits, type EssayText, meetsLimits } from './text.ts';

/** States of an essay (spec 10.2); a new attempt is a new essay. */
export type EssayState = 'not-started' | 'in-progress' | 'finished' | 'timed-out' | 'graded' | 'withdrawn';
export type TimeoutMode = 'deliver' | 'discard';

/** Event when time runs out: the text is delivered if the mode says so and the text meets every limit (D-10). */
export const timeoutEvent = (
  mode: TimeoutMode,
  saved: EssayText,
  limits?: EssayLimits,
): 'deliver' | 'time-out' => (mode === 'deliver' && meetsLimits(saved, limits) ? 'deliver' : 'time-out');

export interface Attempts {
  used: number;
  most: number;
  /** Extra attempts granted by the operations team. */
  granted?: number;
  /** Refused for plagiarism or disqualified: no further attempt (spec 10.1, TR-96). */
  noRetake?: boolean;
}

/** Attempts that a person has left for an offer. */
export const attemptsLeft = ({ used, most, granted = 0, noRetake = false }: Attempts): number =>
  noRetake ? 0 : Math.max(0, most + granted - used);

export interface Grade {
  /** 0–1000. */
  score: number;
  hasPlagiarism: boolean;
}

/** Whether a grade passes: at least the minimum, above zero, no plagiarism (Portaria MEC 391/2002). */
export const isApproved = ({ score, hasPlagiarism }: Grade, minScore: number): boolean =>
  !hasPlagiarism && score > 0 && score >= minScore;

/** The grade as recorded; plagiarism makes the score zero (spec 10.1). */
export const recordedGrade = ({ score, hasPlagiarism }: Grade): Grade => ({
  score: hasPlagiarism ? 0 : score,
  hasPlagiarism,
});
