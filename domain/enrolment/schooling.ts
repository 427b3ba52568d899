import {
  check,
  citySelected,
  type FieldError,
  maxLength,
  type Rule,
  type Rules,
  required,
  writtenText,
} from '../foundation/index.ts';

type Typed = string | null | undefined;

/** Which form of S-24 is shown; `tax` uses the postgraduate form. */
export type SchoolingKind = 'school' | 'degree' | 'level';

/** The schooling form of an application type (spec 12.3). */
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

export interface Schooling {
  schoolName?: Typed;
  schoolType?: Typed;
  stateId?: number | null;
  cityId?: number | null;
  institutionName?: Typed;
  courseName?: Typed;
  level?: Typed;
  conclusionYear?: number | null;
  /** The candidate confirmed the year although they were a child then. */
  conclusionSure?: boolean | null;
  fies?: boolean | null;
}
export type SchoolingField = keyof Schooling;

export const CONCLUSION_TEXTS = {
  afterBirth: 'O ano de conclusão deve ser posterior ao ano de nascimento.',
  tooYoung: (age: number) => `Confira o ano: você teria ${age} ${age === 1 ? 'ano' : 'anos'}.`,
  young: (age: number) => `Você concluiu aos ${age} anos. Está certo?`,
  notAfter: (limit: number) => `O ano de conclusão não pode ser posterior a ${limit}.`,
  invalid: 'Ano inválido.',
} as const;

/** Latest year of conclusion: the year classes start, else the current one (D-18). Days are `YYYY-MM-DD`. */
export const conclusionYearLimit = (classStart: string | null | undefined, today: string): number =>
  Number((classStart ?? today).slice(0, 4));

/** Nobody finishes school below this age. */
const YOUNGEST = 10;
/** Candidates who finished below this age are asked to confirm the year. */
const USUAL = 14;

export interface YearContext {
  birthDate: string;
  limit: number;
}

/** Age in the year of conclusion when it needs confirmation; otherwise undefined. */
export function youngAge(year: number | null | undefined, birthDate: string): number | undefined {
  const age = (year ?? 0) - Number(birthDate.slice(0, 4));
  return age >= YOUNGEST && age < USUAL ? age : undefined;
}

/**
 * Year of conclusion: after the birth year [seed], not as a child, and not after the limit. `sure` means that the candidate
 * confirmed an unusually young age.
 */
export const conclusionYear =
  ({ birthDate, limit }: YearContext, sure: boolean): Rule<number | null | undefined> =>
  (year) => {
    if (year === null || year === undefined) return undefined;
    if (!Number.isInteger(year) || year < 0 || year > 9999) return CONCLUSION_TEXTS.invalid;
    const age = year - Number(birthDate.slice(0, 4));
    if (age <= 0) return CONCLUSION_TEXTS.afterBirth;
    if (year > limit) return CONCLUSION_TEXTS.notAfter(limit);
    if (age < YOUNGEST) return CONCLUSION_TEXTS.tooYoung(age);
    return age < USUAL && !sure ? CONCLUSION_TEXTS.young(age) : undefined;
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
  conclusionSure: 'Sim, o ano está certo',
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
function schoolingRules(kind: SchoolingKind, values: Schooling, year: YearContext): Rules<Schooling> {
  const ended = [required, conclusionYear(year, values.conclusionSure === true)] as const;
  if (kind === 'level') {
    return { level: [required, oneOf(SCHOOLING_LEVELS)], conclusionYear: ended[1] };
  }
  if (kind === 'degree') {
    const name = [required, writtenText, maxLength(120)] as const;
    return { institutionName: name, courseName: name, conclusionYear: ended };
  }
  return {
    schoolName: [required, writtenText, maxLength(120)],
    schoolType: [required, oneOf(SCHOOL_TYPES)],
    ...(values.schoolType !== 'abroad' && { stateId: required, cityId: citySelected }),
    conclusionYear: ended,
  };
}

/** Field errors of S-24. */
export const schoolingErrors = (kind: SchoolingKind, values: Schooling, year: YearContext): FieldError[] =>
  check(values, schoolingRules(kind, values, year));

/** Answers as shown on the review page, without empty ones; `place` has the names of the school's state and city. */
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
