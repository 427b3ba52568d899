import type { SchoolingLevel } from '@orbita/domain/enrolment';
import { check, type FieldError, isBlank, maxLength, plainLine, TEXTS } from '@orbita/domain/foundation';
import {
  asksExpectedYear,
  eligibilityProblem,
  expectedYearProblem,
  isEvaluated,
} from '@orbita/domain/offering';
import type { Body } from '@orbita/protocol';
import { applyTexts as t } from '../texts/offering.ts';
import type { Offer } from './queries.ts';

const LONGEST_NOTES = 2000;

/** The application form as typed; 0 means that nothing is chosen yet. */
export type ApplicationValues = {
  courseId: number;
  poleId: number;
  offerId: number;
  level: SchoolingLevel | '';
  expectedYear: string;
  needsHelp: boolean;
  kinds: string[];
  notes: string;
  voucher: string;
};

export const blankApplication = (courseId: number, offerId: number): ApplicationValues => ({
  courseId,
  poleId: 0,
  offerId,
  level: '',
  expectedYear: '',
  needsHelp: false,
  kinds: [],
  notes: '',
  voucher: '',
});

/** True if accessibility needs are asked: whenever something is evaluated (Lei 13.146/2015 art. 30). */
export const asksAccessibility = (offer: Offer | undefined): boolean =>
  offer !== undefined && isEvaluated(offer.ingressMode.kind);

/** The typed year; null if nothing was typed, and no number if it is none. */
const yearOf = (typed: string): number | null =>
  isBlank(typed) ? null : /^\d{4}$/.test(plainLine(typed)) ? Number(plainLine(typed)) : Number.NaN;

function schoolingProblems(values: ApplicationValues, offer: Offer | undefined, today: string): FieldError[] {
  const { level, expectedYear } = values;
  if (!level) return [{ field: 'level', message: TEXTS.required }];
  const asked = asksExpectedYear(level);
  const year = yearOf(expectedYear);
  const wrong = expectedYearProblem({ level, expectedYear: year }, today);
  if (wrong) return [{ field: 'expectedYear', message: wrong }];
  if (!offer) return [];
  const limit = Number((offer.intake.classStartDate ?? today).slice(0, 4));
  const problem = eligibilityProblem(
    offer.type,
    { level, expectedYear: year },
    limit,
    offer.requiredSchooling,
  );
  return problem ? [{ field: asked ? 'expectedYear' : 'level', message: problem }] : [];
}

/** What prevents an application from being sent, in the order of the fields. */
export function applicationProblems(
  values: ApplicationValues,
  offer: Offer | undefined,
  today: string,
): FieldError[] {
  const chosen = (field: 'courseId' | 'poleId' | 'offerId') =>
    values[field] > 0 ? [] : [{ field, message: TEXTS.required }];
  const silent = values.kinds.length === 0 && isBlank(values.notes);
  const help =
    asksAccessibility(offer) && values.needsHelp
      ? silent
        ? [{ field: 'kinds', message: t.accessibilityMissing }]
        : check(values, { notes: maxLength(LONGEST_NOTES) })
      : [];
  return [
    ...chosen('courseId'),
    ...chosen('poleId'),
    ...chosen('offerId'),
    ...schoolingProblems(values, offer, today),
    ...help,
  ];
}

/** The application as the API expects it. */
export function applicationBody(
  values: ApplicationValues,
  offer: Offer | undefined,
): Body<'POST /candidate/subscriptions'> {
  const { offerId, courseId, poleId, level } = values;
  const year = level && asksExpectedYear(level) ? yearOf(values.expectedYear) : null;
  return {
    offerId,
    courseId,
    poleId,
    schooling: { level, ...(year === null ? {} : { expectedYear: year }) },
    ...(asksAccessibility(offer) && values.needsHelp
      ? { accessibility: { kinds: values.kinds, notes: values.notes.trim() || null } }
      : {}),
    ...(isBlank(values.voucher) ? {} : { voucher: values.voucher.trim().toUpperCase() }),
  };
}

/** Form field that a server error belongs to. */
export const applicationField = (field: string): string => {
  const last = field.split('.').at(-1) ?? field;
  if (last === 'schooling') return 'level';
  return last;
};
