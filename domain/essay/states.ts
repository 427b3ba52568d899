import { type EssayLimits, type EssayText, meetsLimits } from './text.ts';

export type EssayState = 'not-started' | 'in-progress' | 'finished' | 'timed-out' | 'graded' | 'withdrawn';
export type EssayEvent = 'start' | 'finish' | 'deliver' | 'time-out' | 'grade' | 'new-attempt' | 'retake';

export interface EssayMove {
  from: EssayState;
  event: EssayEvent;
  to: EssayState;
  by: 'candidate' | 'system' | 'operations';
  /** Further condition, checked by `essayMove`. */
  only?: 'timed-out-delivery' | 'rejected-without-plagiarism';
}

/** State table of spec 10.2. A new attempt is a new essay; the state given here is that of the old one. */
export const ESSAY_MOVES: readonly EssayMove[] = [
  { from: 'not-started', event: 'start', to: 'in-progress', by: 'candidate' },
  { from: 'in-progress', event: 'finish', to: 'finished', by: 'candidate' },
  { from: 'in-progress', event: 'deliver', to: 'finished', by: 'system' },
  { from: 'in-progress', event: 'time-out', to: 'timed-out', by: 'system' },
  { from: 'finished', event: 'grade', to: 'graded', by: 'operations' },
  { from: 'finished', event: 'new-attempt', to: 'withdrawn', by: 'candidate', only: 'timed-out-delivery' },
  { from: 'timed-out', event: 'new-attempt', to: 'timed-out', by: 'candidate' },
  { from: 'graded', event: 'retake', to: 'graded', by: 'candidate', only: 'rejected-without-plagiarism' },
];

export interface EssayFacts {
  state: EssayState;
  timedOut: boolean;
  approved?: boolean | null;
  hasPlagiarism?: boolean | null;
}

/** The state after an event; undefined when it is not allowed. */
export function essayMove(essay: EssayFacts, event: EssayEvent): EssayState | undefined {
  const move = ESSAY_MOVES.find((row) => row.from === essay.state && row.event === event);
  if (!move) return undefined;
  if (move.only === 'timed-out-delivery' && !essay.timedOut) return undefined;
  if (move.only === 'rejected-without-plagiarism' && (essay.approved !== false || essay.hasPlagiarism)) {
    return undefined;
  }
  return move.to;
}

export type TimeoutMode = 'deliver' | 'discard';

/** Event at the time-out: the text is delivered if the mode says so and it meets every limit (D-10). */
export const timeoutEvent = (
  mode: TimeoutMode,
  saved: EssayText,
  limits?: EssayLimits,
): 'deliver' | 'time-out' => (mode === 'deliver' && meetsLimits(saved, limits) ? 'deliver' : 'time-out');

export interface Attempts {
  used: number;
  most: number;
  /** Granted by operations. */
  granted?: number;
  /** Refused for plagiarism or disqualified: no further attempt (spec 10.1, TR-96). */
  noRetake?: boolean;
}

/** Attempts left for a person and offer. */
export const attemptsLeft = ({ used, most, granted = 0, noRetake = false }: Attempts): number =>
  noRetake ? 0 : Math.max(0, most + granted - used);

export interface Grade {
  /** 0–1000. */
  score: number;
  hasPlagiarism: boolean;
}

/** Approved: at least the minimum, above zero, no plagiarism (Portaria MEC 391/2002). */
export const isApproved = ({ score, hasPlagiarism }: Grade, minScore: number): boolean =>
  !hasPlagiarism && score > 0 && score >= minScore;

/** The recorded grade; plagiarism makes the score zero (spec 10.1). */
export const recordedGrade = ({ score, hasPlagiarism }: Grade): Grade => ({
  score: hasPlagiarism ? 0 : score,
  hasPlagiarism,
});
