import {
  ADULT_AGE,
  ageOn,
  birthDay,
  cellPhone,
  check,
  cpf,
  email,
  type FieldError,
  normaliseCpf,
  normaliseEmail,
  normalisePhone,
  personNameOf,
  type Rule,
  type Rules,
  required,
} from '../foundation/index.ts';
import { type Address, addressErrors, type ForeignAddress, foreignAddressErrors } from '../person/index.ts';

type Typed = string | null | undefined;

export const RELATIONSHIPS = [
  { code: 'mother', label: 'Mãe' },
  { code: 'father', label: 'Pai' },
  { code: 'grandparent', label: 'Avó/Avô' },
  { code: 'tutor', label: 'Tutor(a)' },
  { code: 'other', label: 'Outro' },
] as const;

export const GUARDIAN_TEXTS = {
  banner: 'Você tem menos de 18 anos: diga quem vai pagar o curso.',
  underage: 'O responsável financeiro deve ter no mínimo 18 anos.',
  sameCpf: 'O CPF do responsável deve ser diferente do CPF do candidato.',
  sameContact: 'Informe um contato diferente do candidato.',
} as const;

export interface Guardian {
  relationship?: Typed;
  name?: Typed;
  /** The guardian has one name only. */
  singleName?: boolean | null;
  cpf?: Typed;
  birthDate?: Typed;
  email?: Typed;
  cellPhone?: Typed;
  sameAddress?: boolean | null;
  personAddress?: Address | null;
  /** Of a guardian who lives outside Brazil, in place of `personAddress`. */
  foreignAddress?: ForeignAddress | null;
}

export const GUARDIAN_LABELS = {
  relationship: 'Parentesco',
  name: 'Nome completo',
  singleName: 'Tem um só nome',
  cpf: 'CPF',
  birthDate: 'Data de nascimento',
  email: 'E-mail',
  cellPhone: 'Celular',
  sameAddress: 'Mesmo endereço do candidato',
  livesAbroad: 'Mora fora do Brasil',
} as const;

export interface GuardianContext {
  /** Day in the tenant zone. */
  today: string;
  acceptanceMode: 'code' | 'declared';
  candidate: { cpf?: Typed; email?: Typed; cellPhone?: Typed };
  /** State of the guardian's city, to check the CEP. */
  uf?: Typed;
}

const differs =
  (other: Typed, normalise: (value: Typed) => string, text: string): Rule =>
  (value) =>
    value && other && normalise(value) === normalise(other) ? text : undefined;

const OLDEST = 120;

const adult =
  (today: string): Rule =>
  (value) =>
    birthDay(today, OLDEST)(value) ??
    (value && ageOn(value, today) < ADULT_AGE ? GUARDIAN_TEXTS.underage : undefined);

const known: Rule = (value) =>
  !value || RELATIONSHIPS.some(({ code }) => code === value) ? undefined : 'Selecione uma opção.';

/**
 * Rules of S-25. In mode `code` the guardian's contacts must differ from the candidate's: otherwise the minor could
 * confirm for the guardian (spec 12.3).
 */
function guardianRules(
  { singleName }: Guardian,
  { today, acceptanceMode, candidate }: GuardianContext,
): Rules<Guardian> {
  const own = (other: Typed, normalise: (value: Typed) => string): Rule[] =>
    acceptanceMode === 'code' ? [differs(other, normalise, GUARDIAN_TEXTS.sameContact)] : [];
  return {
    relationship: [required, known],
    name: [required, personNameOf(singleName === true)],
    cpf: [required, cpf, differs(candidate.cpf, normaliseCpf, GUARDIAN_TEXTS.sameCpf)],
    birthDate: [required, adult(today)],
    email: [required, email, ...own(candidate.email, normaliseEmail)],
    cellPhone: [required, cellPhone, ...own(candidate.cellPhone, normalisePhone)],
  };
}

function homeErrors({ personAddress, foreignAddress }: Guardian, uf: Typed): FieldError[] {
  if (!foreignAddress) return addressErrors(personAddress ?? {}, uf, 'personAddress.');
  return personAddress
    ? [{ field: 'foreignAddress', message: 'Valor inválido.' }]
    : foreignAddressErrors(foreignAddress, 'foreignAddress.');
}

/** Field errors of S-25, including the guardian's address when it is not the candidate's. */
export const guardianErrors = (guardian: Guardian, context: GuardianContext): FieldError[] => [
  ...check(guardian, guardianRules(guardian, context)),
  ...(guardian.sameAddress === false ? homeErrors(guardian, context.uf) : []),
];

export type GuardianErrorCode =
  | 'GUARDIAN_UNDERAGE'
  | 'GUARDIAN_SAME_CPF'
  | 'GUARDIAN_SAME_CONTACT'
  | 'VALIDATION';

/** Error code of the API for a list of field errors (spec 12.4): a specific code only when it is the only error. */
export function guardianErrorCode(errors: readonly FieldError[]): GuardianErrorCode {
  const texts = new Set(errors.map(({ message }) => message));
  if (texts.size !== 1) return 'VALIDATION';
  if (texts.has(GUARDIAN_TEXTS.underage)) return 'GUARDIAN_UNDERAGE';
  if (texts.has(GUARDIAN_TEXTS.sameCpf)) return 'GUARDIAN_SAME_CPF';
  return texts.has(GUARDIAN_TEXTS.sameContact) ? 'GUARDIAN_SAME_CONTACT' : 'VALIDATION';
}

/** How the guardian acts for a minor (Código Civil arts. 3–5): assists from age 16, represents below. */
export const guardianRole = (candidateBirth: string, today: string): 'assists' | 'represents' =>
  ageOn(candidateBirth, today) >= 16 ? 'assists' : 'represents';
