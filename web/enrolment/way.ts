import { type EnrolmentStep, type EnrolmentStepState, enrolmentSteps } from '@orbita/domain/enrolment';
import { personalErrors } from '@orbita/domain/person';
import type { PersonData } from '../person/queries.ts';
import type { Subscription } from '../subscription/queries.ts';
import { stepRoute } from '../subscription/routes.ts';
import type { EnrollmentData } from './queries.ts';

/** Parts of the page of status 3 and the value of `etapa` that opens each. */
export const PARTS = {
  personal: 'dados-pessoais',
  schooling: 'escolaridade',
  guardian: 'responsavel',
  disciplines: 'disciplinas',
  review: 'revisao',
} as const satisfies Record<EnrolmentStep, string>;

export type Part = keyof typeof PARTS;

const identityErrors = (person: PersonData, today: string) =>
  personalErrors(person, { today, place: 'enrolment' });

/**
 * What is complete, counted by the pages that ask for it. The server counts the address as part of the person; here it is asked
 * together with education, so a person who lacks nothing but the address goes on to that page. `today` is a day in the tenant's
 * zone.
 */
export function byPage(data: EnrollmentData, person: PersonData, today: string): EnrollmentData {
  const personal = data.complete.personal || identityErrors(person, today).length === 0;
  const address =
    data.complete.personal || (!personal && (person.personAddress ?? person.foreignAddress) !== null);
  return {
    ...data,
    complete: { ...data.complete, personal, schooling: data.complete.schooling && address },
  };
}

/** The parts that are asked, in order, each with whether it is open. */
export const partsOf = (data: EnrollmentData): EnrolmentStepState[] => enrolmentSteps(data);

/** The part to show: the requested one if it is open, else the first incomplete one. */
export function partToOpen(data: EnrollmentData, asked: string | null): Part {
  const parts = partsOf(data);
  const wanted = parts.find(({ step }) => PARTS[step] === asked);
  if (wanted?.open) return wanted.step;
  return parts.find(({ state }) => state === 'current')?.step ?? 'review';
}

/** The part after one that was just saved: the next in order, or the first one still incomplete before it. */
export function partAfter(data: EnrollmentData, saved: Part): Part {
  const parts = partsOf(data);
  const next = parts[parts.findIndex(({ step }) => step === saved) + 1];
  return next?.open ? next.step : partToOpen(data, null);
}

/** Address of a part. */
export const partPath = (subscription: Pick<Subscription, 'applicationType' | 'id'>, part: Part): string =>
  `${stepRoute(subscription)}?etapa=${PARTS[part]}`;

/** Address of the first open part. The page finds that part itself, so a link to it can be shown before the data is loaded. */
export const openPartPath = (subscription: Pick<Subscription, 'applicationType' | 'id'>): string =>
  `${stepRoute(subscription)}?etapa=dados`;
