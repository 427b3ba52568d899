import {
  type Schooling,
  type SchoolingKind,
  schoolingErrors,
  schoolingFields,
} from '@orbita/domain/enrolment';
import type { Body } from '@orbita/protocol';
import { homeProblems, type WithHome } from '../person/home-form.ts';
import type { EnrollmentData } from './queries.ts';

export type SchoolingValues = Schooling & WithHome;

/** The education on file as form values. */
export const schoolingValues = (schooling: EnrollmentData['schooling']): Schooling => ({
  schoolName: schooling?.schoolName ?? '',
  schoolType: schooling?.schoolType ?? '',
  stateId: schooling?.stateId ?? null,
  cityId: schooling?.cityId ?? null,
  institutionName: schooling?.institutionName ?? '',
  courseName: schooling?.courseName ?? '',
  level: schooling?.level ?? '',
  conclusionYear: schooling?.conclusionYear ?? null,
  // A year on file was confirmed when it was entered.
  conclusionSure: schooling?.conclusionYear !== undefined && schooling?.conclusionYear !== null,
  fies: schooling?.fies ?? false,
});

/** Errors in the order of the page: the address first, then the school. */
export const schoolingProblems = (
  kind: SchoolingKind,
  values: SchoolingValues,
  context: { birthDate: string; limit: number; uf: string | undefined },
) => [...homeProblems(values, context.uf), ...schoolingErrors(kind, values, context)];

/** Only the fields that the form asks; the others are cleared. */
export function schoolingBody(
  kind: SchoolingKind,
  values: Schooling,
): Body<'PUT /candidate/subscriptions/{id}/schooling'> {
  const asked = schoolingFields(kind, values).map(({ field }) => field);
  return {
    ...Object.fromEntries(
      asked.map((field) => [field, values[field] === '' ? null : (values[field] ?? null)]),
    ),
    ...(values.conclusionSure ? { conclusionSure: true } : {}),
  };
}
