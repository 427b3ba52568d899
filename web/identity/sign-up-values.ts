import { check, isMinorOn, isRealDay, normaliseDocument, normaliseEmail } from '@orbita/domain/foundation';
import { DOCUMENT_LABELS, type SignUp, signUpRules } from '@orbita/domain/identity';
import type { Body } from '@orbita/protocol';
import { dayFromTyped } from '../base/typed-date.ts';
import { identityTexts } from '../texts/identity.ts';
import { signUpTexts as t } from '../texts/sign-up.ts';
import type { Identified } from './identified.ts';

/** The sign-up form as typed; the birth date as dd/mm/aaaa. */
export type SignUpValues = Required<{ [K in keyof SignUp]: NonNullable<SignUp[K]> }>;

export const blankSignUp = (known: Identified): SignUpValues => ({
  ...known,
  name: '',
  singleName: false,
  socialName: '',
  birthDate: '',
  nationality: '',
  email: '',
  cellPhone: '',
  password: '',
  confirmPassword: '',
  privacyAccepted: false,
  marketingConsent: false,
  whatsappConsent: false,
});

/** Errors of a sign-up, in the order of its fields; `today` as `YYYY-MM-DD`. */
export function signUpProblems(typed: SignUpValues, today: string) {
  const values: SignUp = { ...typed, birthDate: dayFromTyped(typed.birthDate) };
  return check(values, signUpRules({ today, values }));
}

/** True under 18, when no marketing is offered (LGPD art. 14, spec 5.1). */
export function isMinorTyped(birthDate: string, today: string): boolean {
  const day = dayFromTyped(birthDate);
  return isRealDay(day) && isMinorOn(day, today);
}

/** The sign-up as the API expects it. */
export const signUpBody = (
  values: SignUpValues,
  captchaToken: string | undefined,
  today: string,
): Body<'POST /platform/auth/signup/tenants/{tenant}'> => ({
  ...values,
  document: normaliseDocument(values.documentType, values.document),
  socialName: values.socialName.trim() || null,
  birthDate: dayFromTyped(values.birthDate),
  nationality: values.documentType === 'cpf' ? null : values.nationality,
  singleName: values.documentType !== 'cpf' && values.singleName,
  email: normaliseEmail(values.email),
  marketingConsent: values.marketingConsent && !isMinorTyped(values.birthDate, today),
  captchaToken: captchaToken ?? null,
});

/** Labels for the error summary. */
export const signUpLabels = ({ documentType }: SignUpValues): Record<string, string> => ({
  document: DOCUMENT_LABELS[documentType],
  name: t.name,
  socialName: t.socialName,
  birthDate: t.birthDate,
  nationality: t.nationality,
  email: t.email,
  cellPhone: t.cellPhone,
  password: identityTexts.password,
  confirmPassword: t.confirmPassword,
  privacyAccepted: t.privacyLabel,
});
