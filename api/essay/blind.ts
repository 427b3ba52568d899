import { HIDDEN_IN_VIEW } from '@orbita/domain/staff';
import type { Service } from '../platform/http/context.ts';
import { reachWithin } from '../platform/http/reach-within.ts';
import type { presentAttempt, presentEssay } from './present.ts';
import type { EssayRow } from './store.ts';

const HOUR_MS = 3_600_000;
const GRADING = ['essays.grade', 'essays.lead'] as const;

/** Whether a grade is final: there will be no further mark, and graders may learn who the author is. */
export const isFinal = ({
  state,
  review_since: reviewed,
}: Pick<EssayRow, 'state' | 'review_since'>): boolean => state === 'graded' && reviewed === null;

/**
 * Whether a team member may mark essays of an institution with any of their roles. Nothing may then lead them from an essay whose
 * grade is not final to its author, or from a person to their essay (spec 25.7). False for systems of the institution.
 */
export const gradesAt = (service: Service, institution: string): boolean =>
  service.staff !== undefined && (reachWithin(service, GRADING)?.includes(institution) ?? true);

/** Whether a team member may mark essays anywhere. */
export const gradesSomewhere = (service: Service): boolean =>
  service.staff !== undefined && reachWithin(service, GRADING)?.length !== 0;

/**
 * The hour of an instant. Graders see only the hour of a delivery, because to the second it would reveal the author through the
 * application's timeline.
 */
export const hourOf = (at: Date): Date => new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);

type Viewer = { view?: { service: Service } | undefined };

/** Whether a view shows an essay to somebody who may mark it. */
export const isBlindTo = ({ view }: Viewer, row: EssayRow): boolean =>
  view !== undefined && !isFinal(row) && gradesAt(view.service, row.institution_code);

/** An attempt as shown in a view: by attempt number, so that the id of an essay never appears next to its author. */
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

/**
 * An essay as shown in a view: by attempt number and, while its author must stay unknown, without anything that would identify
 * it.
 */
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
