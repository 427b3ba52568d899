import { ApiError } from '@orbita/client/errors.ts';
import { GUARDIAN_LABELS, type Guardian, guardianErrors } from '@orbita/domain/enrolment';
import { formatCpf, formatPhone, isSingleName, normaliseEmail } from '@orbita/domain/foundation';
import type { Body } from '@orbita/protocol';
import { dayFromTyped, typedFromDay } from '../base/typed-date.ts';
import { addressValues } from '../person/address-form.ts';
import { homeBody, homeValues, type WithHome } from '../person/home-form.ts';
import { homeLabels } from '../person/home-group.tsx';
import type { EnrollmentData } from './queries.ts';

export type GuardianValues = Omit<Guardian, keyof WithHome> & WithHome & { sameAddress: boolean };

export const guardianLabels: Record<string, string> = { ...GUARDIAN_LABELS, ...homeLabels };

/** State of a municipality: the first two of the seven digits of its IBGE code. */
const stateOf = (cityId: number | undefined): number | null =>
  cityId === undefined ? null : Math.floor(cityId / 100_000);

/** The guardian on file as form values; blank at first, living with the candidate. */
export const guardianValues = (guardian: EnrollmentData['guardian']): GuardianValues => ({
  relationship: guardian?.relationship ?? '',
  name: guardian?.name ?? '',
  singleName: isSingleName(guardian?.name),
  cpf: formatCpf(guardian?.cpf ?? ''),
  birthDate: typedFromDay(guardian?.birthDate),
  email: guardian?.email ?? '',
  cellPhone: formatPhone(guardian?.cellPhone ?? ''),
  sameAddress: guardian?.sameAddress ?? true,
  ...homeValues({ personAddress: null, foreignAddress: guardian?.foreignAddress ?? null }),
  personAddress: {
    ...addressValues(undefined),
    ...guardian?.personAddress,
    stateId: stateOf(guardian?.personAddress?.cityId),
  },
});

type Candidate = { cpf: string | null; email: string | null; cellPhone: string | null };

/**
 * Errors of the guardian form. Whether the contacts must differ from the candidate's depends on a setting that only the server
 * knows, so the server checks that.
 */
export const guardianProblems = (
  values: GuardianValues,
  context: { today: string; candidate: Candidate; uf: string | undefined },
) =>
  guardianErrors(
    {
      ...values,
      birthDate: dayFromTyped(values.birthDate),
      personAddress: values.livesAbroad ? null : values.personAddress,
      foreignAddress: values.livesAbroad ? values.foreignAddress : null,
    },
    { ...context, acceptanceMode: 'declared' },
  );

/** The typed guardian as the API expects it. */
export const guardianBody = (values: GuardianValues): Body<'PUT /candidate/subscriptions/{id}/guardian'> => ({
  relationship: values.relationship ?? '',
  name: values.name ?? '',
  singleName: values.singleName === true,
  cpf: values.cpf ?? '',
  birthDate: dayFromTyped(values.birthDate),
  email: normaliseEmail(values.email),
  cellPhone: values.cellPhone ?? '',
  sameAddress: values.sameAddress,
  ...(values.sameAddress ? {} : homeBody(values)),
});

const FIELDS: Record<string, string> = {
  GUARDIAN_UNDERAGE: 'birthDate',
  GUARDIAN_SAME_CPF: 'cpf',
  GUARDIAN_SAME_CONTACT: 'email',
};

/** Adds the form field to an error that has a specific code but no field; returns any other error unchanged. */
export function atItsField(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.fields.length > 0) return error;
  const field = FIELDS[error.code];
  if (!field) return error;
  return new ApiError(error.status, { ...error.more, errors: [{ field, message: error.message }] });
}
