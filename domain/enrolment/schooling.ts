import {
  check,
  citySelected,
  type FieldError,
  maxLength,
  type Rule,
  type Rules,
  required,
} from '../foundation/index.ts';

type Typed = string | null | undefined;

/** Which form of S-24 is asked: `tax` shares the one of postgraduate. */
export type SchoolingKind = 'school' | 'degree' | 'level';

/** The form of an application type (spec 12.3). */
export function schoolingKind(applicationType: string): SchoolingKind {
  if (applicationType === 'extension') return 'level';
  return applicationType === 'graduation' || applicationType === 'essay' ? 'school' : 'degree';
}

/** Levels in the order of their labels (spec 2.7, 7.1). */
export const SCHOOLING_LEVELS = [
  { code: 'high-school-in-progress', label: 'Ensino médio em andamento' },
  { code: 'high-school', label: 'Ensino médio completo' },
  { code: 'degree-in-progress', label: 'Superior em andamento' },
  { code: 'degree', label: 'Superior completo' },
  { code: 'postgraduate', label: 'Pós-graduação completa' },
] as const;
export type SchoolingLevel = (typeof SCHOOLING_LEVELS)[number]['code'];

export const SCHOOL_TYPES = [
  { code: 'public', label: 'Pública' },
  { code: 'private', label: 'Particular' },
  { code: 'abroad', label: 'Exterior' },
  { code: 'eja', label: 'Encceja/EJA' },
] as const;
export type SchoolType = (typeof SCHOOL_TYPES)[number]['code'];

export interface Schooling {
  schoolName?: Typed;
  schoolType?: Typed;
  stateId?: number | null;
  cityId?: number | null;
  institutionName?: Typed;
  courseName?: Typed;
  level?: Typed;
  conclusionYear?: number | null;
  fies?: boolean | null;
}
export type SchoolingField = keyof Schooling;

export const CONCLUSION_TEXTS = {
  afterBirth: 'O ano de conclusão deve ser posterior ao ano de nascimento.',
  notAfter: (limit: number) => `O ano de conclusão não pode ser posterior a ${limit}.`,
  invalid: 'Ano inválido.',
} as const;

/** Last year of conclusion: the year classes start, else the current one (D-18). Days are `YYYY-MM-DD`. */
export const conclusionYearLimit = (classStart: string | null | undefined, today: string): number =>
  Number((classStart ?? today).slice(0, 4));

export interface YearContext {
  birthDate: string;
  limit: number;
}

/** Year of conclusion: after the birth year [seed], and not after the limit. */
export const conclusionYear =
  ({ birthDate, limit }: YearContext): Rule<number | null | undefined> =>
  (year) => {
    if (year === null || year === undefined) return undefined;
    if (!Number.isInteger(year) || year < 0 || year > 9999) return CONCLUSION_TEXTS.invalid;
    if (year <= Number(birthDate.slice(0, 4))) return CONCLUSION_TEXTS.afterBirth;
    return year > limit ? CONCLUSION_TEXTS.notAfter(limit) : undefined;
  };

const oneOf =
  (options: readonly { code: string }[]): Rule =>
  (value) =>
    !value || options.some(({ code }) => code === value) ? undefined : 'Selecione uma opção.';

const labels: Record<SchoolingField, string> = {
  schoolName: 'Nome da escola',
  schoolType: 'Tipo de escola',
  stateId: 'Estado',
  cityId: 'Cidade',
  institutionName: 'Instituição de graduação',
  courseName: 'Curso concluído',
  level: 'Escolaridade',
  conclusionYear: 'Ano de conclusão do ensino médio',
  fies: 'Pretendo usar FIES',
};

const FIELDS: Record<SchoolingKind, readonly SchoolingField[]> = {
  school: ['schoolName', 'schoolType', 'stateId', 'cityId', 'conclusionYear', 'fies'],
  degree: ['institutionName', 'courseName', 'conclusionYear', 'fies'],
  level: ['level', 'fies'],
};

/** Fields of the form in their order, with labels. A school abroad has no Brazilian city. */
export function schoolingFields(
  kind: SchoolingKind,
  values: Schooling = {},
): { field: SchoolingField; label: string }[] {
  const abroad = values.schoolType === 'abroad';
  return FIELDS[kind]
    .filter((field) => !(abroad && (field === 'stateId' || field === 'cityId')))
    .map((field) => ({
      field,
      label:
        field === 'conclusionYear' && kind === 'degree' ? 'Ano de conclusão da graduação' : labels[field],
    }));
}

/** Rules of S-24 for one form. */
export function schoolingRules(kind: SchoolingKind, values: Schooling, year: YearContext): Rules<Schooling> {
  const ended = [required, conclusionYear(year)] as const;
  if (kind === 'level') {
    return { level: [required, oneOf(SCHOOLING_LEVELS)], conclusionYear: conclusionYear(year) };
  }
  if (kind === 'degree') {
    const name = [required, maxLength(120)] as const;
    return { institutionName: name, courseName: name, conclusionYear: ended };
  }
  return {
    schoolName: [required, maxLength(120)],
    schoolType: [required, oneOf(SCHOOL_TYPES)],
    ...(values.schoolType !== 'abroad' && { stateId: required, cityId: citySelected }),
    conclusionYear: ended,
  };
}

/** Field errors of S-24. */
export const schoolingErrors = (kind: SchoolingKind, values: Schooling, year: YearContext): FieldError[] =>
  check(values, schoolingRules(kind, values, year));

/** Answers as the review page shows them, without empty ones; `place` gives the names of the school's state and city. */
export function schoolingAnswers(
  kind: SchoolingKind,
  values: Schooling,
  place: { state: string | null; city: string | null } | null,
): { field: SchoolingField; label: string; answer: string }[] {
  const show: Partial<Record<SchoolingField, () => string | null | undefined>> = {
    schoolType: () => SCHOOL_TYPES.find(({ code }) => code === values.schoolType)?.label,
    level: () => SCHOOLING_LEVELS.find(({ code }) => code === values.level)?.label,
    stateId: () => place?.state,
    cityId: () => place?.city,
    fies: () => (values.fies ? 'Sim' : undefined),
  };
  return schoolingFields(kind, values).flatMap(({ field, label }) => {
    const value = values[field];
    const answer = show[field] ? show[field]() : value ? String(value) : undefined;
    return answer ? [{ field, label, answer }] : [];
  });
}
