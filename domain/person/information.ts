import { type PersonalData, type PersonalField, personalErrors } from './personal-data.ts';

/** Data that an application needs first (S-13): what a sign-up asks for, except the document. */
const INFORMATION_FIELDS = ['name', 'birthDate', 'email', 'cellPhone'] as const satisfies PersonalField[];
export type InformationField = (typeof INFORMATION_FIELDS)[number];

/**
 * Mandatory personal data that are missing or no longer valid, in the order of the form. If there are any, the application is
 * incomplete (status 14, TR-02, TR-03). `today` is a day in the tenant zone.
 */
export function missingInformation(values: PersonalData, today: string): InformationField[] {
  const wrong = personalErrors(values, { today, place: 'profile' }).map(({ field }) => field);
  return INFORMATION_FIELDS.filter((field) => wrong.includes(field));
}
