import {
  type InformationField,
  missingInformation,
  type PersonalData,
  type PersonalField,
} from '@orbita/domain/person';
import type { Body } from '@orbita/protocol';
import { personalBody, personalProblems } from './personal-form.ts';
import type { PersonData } from './queries.ts';

/** What S-13 asks of this person; `today` is a day in the tenant's zone. */
export const askedInformation = (person: PersonData, today: string): InformationField[] =>
  missingInformation(person, today);

/** Errors of the requested fields; the others are not on the page. */
export const informationProblems = (
  values: PersonalData,
  asked: readonly InformationField[],
  today: string,
) =>
  personalProblems(values, { today, place: 'profile' }).filter(({ field }) =>
    (asked as readonly string[]).includes(field),
  );

/** The requested fields as the API expects them; everything else stays unchanged. */
export function informationBody(
  values: PersonalData,
  asked: readonly PersonalField[],
): Body<'PUT /candidate/users/{personId}/person-data'> {
  const body = Object.entries(personalBody(values, 'profile'));
  const of = (field: string) => (field === 'singleName' ? 'name' : field) as PersonalField;
  return Object.fromEntries(body.filter(([field]) => asked.includes(of(field))));
}
