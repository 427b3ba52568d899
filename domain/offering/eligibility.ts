import type { SchoolingLevel } from '../enrolment/index.ts';
import { TEXTS } from '../foundation/index.ts';

/** Template types of the seed. */
const EDUCATION_TYPES = { graduation: 1, postgraduate: 2, extension: 3, tax: 4 } as const;
export type EducationType = (typeof EDUCATION_TYPES)[keyof typeof EDUCATION_TYPES];

/** Schooling declared at creation; the expected year only when it is unfinished. */
export interface DeclaredSchooling {
  level: SchoolingLevel;
  expectedYear?: number | null;
}

export const ELIGIBILITY_TEXTS = {
  highSchool: 'Este curso exige ensino médio concluído até o início das aulas.',
  degree: 'Este curso exige graduação concluída até o início das aulas.',
  year: 'Ano inválido.',
} as const;

/** Levels that an extension offer may require; for the other types the law defines the level. */
export const DEMANDED_LEVELS = ['high-school', 'degree'] as const;
export type DemandedLevel = (typeof DEMANDED_LEVELS)[number];

/** Text for a required level, used in the form and when refusing. */
export const demandText = (level: DemandedLevel): string =>
  level === 'degree' ? ELIGIBILITY_TEXTS.degree : ELIGIBILITY_TEXTS.highSchool;

const IN_PROGRESS: readonly SchoolingLevel[] = ['high-school-in-progress', 'degree-in-progress'];
const DEGREE: readonly SchoolingLevel[] = ['degree', 'postgraduate'];

/** Whether "Ano previsto de conclusão" is asked. */
export const asksExpectedYear = (level: SchoolingLevel): boolean => IN_PROGRESS.includes(level);

/**
 * What is wrong with the year in which unfinished schooling is expected to end; undefined if nothing is, or if the level has no
 * such year. Last year is still accepted, because school years end late. `today`: YYYY-MM-DD in the tenant's zone.
 */
export function expectedYearProblem(
  { level, expectedYear }: DeclaredSchooling,
  today: string,
): string | undefined {
  if (!asksExpectedYear(level)) return undefined;
  if (expectedYear === null || expectedYear === undefined) return TEXTS.required;
  const isYear = Number.isInteger(expectedYear) && expectedYear <= 9999;
  return isYear && expectedYear >= Number(today.slice(0, 4)) - 1 ? undefined : ELIGIBILITY_TEXTS.year;
}

const endsInTime = (schooling: DeclaredSchooling, limit: number) =>
  schooling.expectedYear !== null && schooling.expectedYear !== undefined && schooling.expectedYear <= limit;

/**
 * Text of the refusal, or undefined when the person is eligible (LDB art. 44; Res. CNE/CES 1/2018; spec 7.1).
 * @param limit year in which classes start; unfinished schooling must end by then.
 * @param demanded level that an extension offer requires; for the other types the law decides.
 */
export function eligibilityProblem(
  type: EducationType,
  schooling: DeclaredSchooling,
  limit: number,
  demanded: DemandedLevel | null,
): string | undefined {
  const asked = type === 1 ? 'high-school' : type === 3 ? demanded : 'degree';
  if (asked === null) return undefined;
  const { level } = schooling;
  const done =
    asked === 'high-school'
      ? level !== 'high-school-in-progress' || endsInTime(schooling, limit)
      : DEGREE.includes(level) || (level === 'degree-in-progress' && endsInTime(schooling, limit));
  return done ? undefined : demandText(asked);
}
