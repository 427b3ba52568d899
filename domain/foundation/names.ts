import { isBlank, normaliseName } from './normalise.ts';

/** The first word of a name, as greetings use it. */
export const firstName = (name: string): string => normaliseName(name).split(' ')[0] ?? '';

/** The social name if there is one, otherwise the civil name (spec 6.1). */
export const shownName = (person: { name: string; socialName?: string | null }): string =>
  isBlank(person.socialName) ? person.name : (person.socialName ?? person.name);

/** Length after which a course name is truncated [seed]. */
export const COURSE_NAME_LENGTH = 60;

/** A course name of at most 60 characters, plus '...' when truncated [seed]. */
export function courseName(name: string): string {
  const characters = [...name];
  return characters.length <= COURSE_NAME_LENGTH
    ? name
    : `${characters.slice(0, COURSE_NAME_LENGTH).join('')}...`;
}
