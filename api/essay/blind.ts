import { HIDDEN_IN_VIEW } from '@orbita/domain/staff';
import type { Service } from '../platform/http/context.ts';
import { reachWithin } from '../platform/http/reach-within.ts';
import type { presentAttempt, presentEssay } from './present.ts';
import type { EssayRow } from './store.ts';

const HOUR_MS = 3_600_000;
const GRADING = ['essays.grade', 'essays.lead'] as const;

/** Whether a grade stands: nobody gives another mark, and who wrote need not stay unknown to graders any more. */
export const isFinal = ({
  state,
  review_since: reviewed,
}: Pick<EssayRow, 'state' | 'review_since'>): boolean => state === 'graded' && reviewed === null;

/**
 * Whether somebody of the team may mark essays of an institution, by whatever roles: nothing then leads her from an essay whose
 * grade is not final to its author, or from a person to her essay (spec 25.7). Systems of the institution are nobody.
 */
export const gradesAt = (service: Service, institution: string): boolean =>
  service.staff !== undefined && (reachWithin(service, GRADING)?.includes(institution) ?? true);

/** Whether she may mark essays anywhere. */
export const gradesSomewhere = (service: Service): boolean =>
  service.staff !== undefined && reachWithin(service, GRADING)?.length !== 0;

/**
 * The hour of an instant, which is all that graders are shown of a delivery: by the second, the timeline of an application would
 * name the author.
 */
export const hourOf = (at: Date): Date => new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);

type Viewer = { view?: { service: Service } | undefined };

/** Whether a view shows an essay to somebody who may mark it. */
export const isBlindTo = ({ view }: Viewer, row: EssayRow): boolean =>
  view !== undefined && !isFinal(row) && gradesAt(view.service, row.institution_code);

/** An attempt as a view shows it: by its number, so that no number of an essay stands beside its author. */
export const attemptInView = (
  shown: ReturnType<typeof presentAttempt>,
  blind: boolean,
): ReturnType<typeof presentAttempt> => ({
  ...shown,
  id: shown.attempt,
  ...(blind ? { score: null } : {}),
});

type Shown = ReturnType<typeof presentEssay>;
type Hidden = Omit<Shown, 'theme'> & { theme: Shown['theme'] | null };

/** An essay as a view shows it: by the number of its attempt, and without what would tell it from others while that is unknown. */
export const essayInView = (shown: Shown, blind: boolean): Hidden => ({
  ...shown,
  id: shown.attempt,
  ...(blind
    ? {
        title: shown.title && HIDDEN_IN_VIEW,
        essay: shown.essay && HIDDEN_IN_VIEW,
        score: null,
        hasPlagiarism: null,
        feedback: null,
        theme: null,
        revision: 0,
      }
    : {}),
});
