import { isBlank, normaliseName } from './normalise.ts';

/** The first word of a name, for greetings. */
export const firstName = (name: string): string => normaliseName(name).split(' ')[0] ?? '';

/** The social name if there is one, otherwise the civil name (spec 6.1). */
export const shownName = (person: { name: string; socialName?: string | null }): string =>
  isBlank(person.socialName) ? person.name : (person.socialName ?? person.name);
