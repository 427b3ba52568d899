import {
  accepted,
  birthDate,
  cellPhone,
  type DocumentType,
  documentOf,
  email,
  maxLength,
  personNameOf,
  type Rule,
  type Rules,
  required,
  socialName,
} from '../foundation/index.ts';
import { confirmationOf, newPassword } from './password.ts';

type Typed = string | null | undefined;

export interface SignUp {
  documentType?: DocumentType;
  document?: Typed;
  name?: Typed;
  socialName?: Typed;
  /** The candidate has only one name; asked of candidates without a CPF. */
  singleName?: boolean | null;
  birthDate?: Typed;
  nationality?: Typed;
  email?: Typed;
  cellPhone?: Typed;
  password?: Typed;
  confirmPassword?: Typed;
  privacyAccepted?: boolean | null;
  marketingConsent?: boolean | null;
  /** Asked if the institution uses WhatsApp. */
  whatsappConsent?: boolean | null;
}

export interface SignUpContext {
  /** Day in the tenant zone. */
  today: string;
  /** Values typed so far: document type, nationality and password determine which other rules apply. */
  values: SignUp;
  isCommonPassword?: (password: string) => boolean;
}

const countryCode: Rule = (value) => (!value || /^[A-Z]{2}$/.test(value) ? undefined : 'Selecione um país.');

/** Nationality of a sign-up: a person with a CPF counts as Brazilian until S-37 says otherwise. */
export const signUpNationality = ({ documentType, nationality }: SignUp): string | null =>
  documentType === 'rne' || documentType === 'passport' ? (nationality ?? null) : 'BR';

/** Rules of S-02, in the order of its fields. */
export function signUpRules({ today, values, isCommonPassword }: SignUpContext): Rules<SignUp> {
  const documentType = values.documentType ?? 'cpf';
  const foreign = documentType !== 'cpf';
  return {
    document: [required, documentOf(documentType)],
    name: [required, personNameOf(foreign && values.singleName === true)],
    socialName,
    birthDate: [required, birthDate(today)],
    ...(foreign && { nationality: [required, countryCode] }),
    email: [required, email, maxLength(120)],
    cellPhone: [required, cellPhone],
    password: newPassword(isCommonPassword),
    confirmPassword: confirmationOf(values.password),
    privacyAccepted: accepted,
  };
}

export interface NewPassword {
  currentPassword?: Typed;
  newPassword?: Typed;
  confirmPassword?: Typed;
}

/** Rules of S-07 step 4 and S-08; `askCurrent` is false when a code replaces the current password. */
export const newPasswordRules = (
  values: NewPassword,
  { askCurrent, isCommonPassword }: { askCurrent: boolean; isCommonPassword?: (password: string) => boolean },
): Rules<NewPassword> => ({
  ...(askCurrent && { currentPassword: required }),
  newPassword: newPassword(isCommonPassword),
  confirmPassword: confirmationOf(values.newPassword),
});
