import {
  birthDate,
  cellPhone,
  check,
  type DocumentType,
  documentOf,
  email,
  type FieldError,
  formatCpf,
  formatDate,
  formatPhone,
  formatRne,
  isBlank,
  maxLength,
  noSpecialCharacters,
  passportOf,
  personNameOf,
  phone,
  type Rules,
  required,
  rg,
  rne,
  socialName,
} from '../foundation/index.ts';

type Typed = string | null | undefined;

/** Identity and contacts of a person, as the API represents them (spec 6.3). */
export interface PersonalData {
  name?: Typed;
  socialName?: Typed;
  /** The person has only one name, which an RNE or a passport may show. */
  singleName?: boolean | null;
  documentType?: DocumentType | null;
  document?: Typed;
  cpf?: Typed;
  rg?: Typed;
  rgIssuer?: Typed;
  rgState?: Typed;
  birthDate?: Typed;
  genderId?: number | null;
  nationality?: Typed;
  motherName?: Typed;
  /** The mother has only one name. */
  motherSingleName?: boolean | null;
  rne?: Typed;
  passport?: Typed;
  issuingCountry?: Typed;
  email?: Typed;
  cellPhone?: Typed;
  phone?: Typed;
}

export type PersonalField = keyof PersonalData;

export interface PersonalContext {
  /** Day in the tenant zone. */
  today: string;
  /** `profile` = S-37, `enrolment` = S-23, which requires more. */
  place: 'profile' | 'enrolment';
}

export const PERSONAL_LABELS: Record<PersonalField, string> = {
  name: 'Nome completo',
  socialName: 'Nome social',
  singleName: 'Tenho um só nome',
  documentType: 'Documento',
  document: 'Documento',
  cpf: 'CPF',
  rg: 'RG',
  rgIssuer: 'Órgão emissor',
  rgState: 'UF',
  birthDate: 'Data de nascimento',
  genderId: 'Gênero',
  nationality: 'Nacionalidade',
  motherName: 'Nome da mãe',
  motherSingleName: 'Minha mãe tem um só nome',
  rne: 'Nº do RNE/RNM',
  passport: 'Passaporte',
  issuingCountry: 'País emissor',
  email: 'E-mail',
  cellPhone: 'Celular',
  phone: 'Telefone',
};

export const SOCIAL_NAME_HELP = 'Nome pelo qual você se identifica e quer ser chamado(a)';

/** Genders of spec 6.1. */
export const GENDERS = [
  { id: 1, name: 'Feminino' },
  { id: 2, name: 'Masculino' },
  { id: 3, name: 'Não binário' },
  { id: 4, name: 'Prefiro não informar' },
] as const;

/** Whether the nationality (ISO 3166-1 alpha-2) is Brazilian; missing means Brazil. */
const isBrazilian = (nationality: Typed): boolean => !nationality || nationality === 'BR';

// The new identity card (CIN) uses the CPF as its number, which these rules accept too (spec 6.2).
const rgRules = [rg, maxLength(20)] as const;

const foreignDocument = (values: PersonalData) => {
  const passportGiven = Boolean(values.passport) || values.documentType === 'passport';
  const rneGiven = Boolean(values.rne) || values.documentType === 'rne';
  return { passportGiven, rneGiven };
};

/** Whether the person may have only one name, because foreign documents can show such names (spec 2.4). */
export const maySingleName = ({ documentType, rne, passport }: PersonalData): boolean =>
  documentType === 'rne' || documentType === 'passport' || !isBlank(rne) || !isBlank(passport);

/** Fields to show for these values, in order, without the sign-in document. */
export function personalFields(values: PersonalData, place: PersonalContext['place']): PersonalField[] {
  const brazilian = isBrazilian(values.nationality);
  const enrolment = place === 'enrolment';
  const identity: PersonalField[] = brazilian ? ['rg', 'rgIssuer', 'rgState'] : [];
  const others = (['rne', 'passport'] as const).filter((field) => field !== values.documentType);
  const foreign: PersonalField[] = !brazilian && enrolment ? [...others, 'issuingCountry'] : [];
  return [
    'name',
    'socialName',
    'document',
    ...(values.documentType === 'cpf' ? [] : (['cpf'] as const)),
    'birthDate',
    'genderId',
    'nationality',
    ...identity,
    ...foreign,
    ...(enrolment ? (['motherName'] as const) : []),
    'email',
    'cellPhone',
    'phone',
  ];
}

// A field that is not shown is still validated when it is sent.
function identityRules(values: PersonalData, enrolment: boolean): Rules<PersonalData> {
  const brazilian = isBrazilian(values.nationality);
  const { passportGiven, rneGiven } = foreignDocument(values);
  const paper = enrolment && !brazilian && !passportGiven && !rneGiven;
  return {
    rg: enrolment && brazilian ? [required, ...rgRules] : rgRules,
    rgIssuer: [noSpecialCharacters, maxLength(20)],
    rgState: maxLength(2),
    rne: paper ? [required, rne] : rne,
    passport: passportOf(values.issuingCountry),
    ...(enrolment && !brazilian && { issuingCountry: required }),
  };
}

/**
 * Rules of S-37 and S-23. Brazilians give their RG, foreigners the RNE/RNM or a passport and its issuing country; in the profile
 * the RG is optional (spec 6.2, 12.3).
 */
function personalRules(values: PersonalData, { today, place }: PersonalContext): Rules<PersonalData> {
  const enrolment = place === 'enrolment';
  const all: Rules<PersonalData> = {
    name: [required, personNameOf(values.singleName === true && maySingleName(values))],
    socialName,
    document: [required, documentOf(values.documentType ?? 'cpf')],
    cpf: documentOf('cpf'),
    birthDate: [required, birthDate(today)],
    genderId: required,
    nationality: required,
    ...identityRules(values, enrolment),
    motherName: [...(enrolment ? [required] : []), personNameOf(values.motherSingleName === true)],
    email: [required, email],
    cellPhone: [required, cellPhone],
    phone,
  };
  return all;
}

/** Field errors of personal data; the document itself is validated only when it is given. */
export function personalErrors(values: PersonalData, context: PersonalContext): FieldError[] {
  const { document, ...rules } = personalRules(values, context);
  return check(values, values.document === undefined ? rules : { document, ...rules });
}

const documentShown = (type: DocumentType | null | undefined, value: string) =>
  type === 'rne' ? formatRne(value) : type === 'passport' ? value : formatCpf(value);

/** Answers of the step as shown on the review page, without empty ones. */
export function personalAnswers(
  values: PersonalData,
  names: { country: (code: string) => string },
): { field: PersonalField; label: string; answer: string }[] {
  const show: Partial<Record<PersonalField, (value: string) => string>> = {
    document: (value) => documentShown(values.documentType, value),
    cpf: formatCpf,
    rne: formatRne,
    birthDate: (value) => formatDate(value),
    genderId: (value) => GENDERS.find(({ id }) => String(id) === value)?.name ?? '',
    nationality: names.country,
    issuingCountry: names.country,
    cellPhone: formatPhone,
    phone: formatPhone,
  };
  return personalFields(values, 'enrolment').flatMap((field) => {
    const value = values[field];
    if (value === null || value === undefined || value === '') return [];
    const label = field === 'document' ? documentLabel(values.documentType) : PERSONAL_LABELS[field];
    return [{ field, label, answer: (show[field] ?? String)(String(value)) }];
  });
}

const documentLabel = (type: DocumentType | null | undefined) =>
  type === 'rne' ? 'RNE' : type === 'passport' ? 'Passaporte' : 'CPF';

/** Fields that are locked after the first acceptance of any contract (spec 6.1). */
export const LOCKED_AFTER_ACCEPTANCE: readonly PersonalField[] = ['document', 'cpf', 'name', 'birthDate'];
/** Documents other than the sign-in document: locked once given, but a missing one may still be added. */
export const LOCKED_ONCE_GIVEN: readonly PersonalField[] = ['rne', 'passport'];
export const LOCKED_TEXT = 'Para alterar este dado, fale com a instituição.';
