import { type Context, Misused, wholeNumber } from './context.ts';

/** Options of a list. */
export type ListOptions = {
  state?: string;
  institution?: string;
  since?: string;
  page?: number;
  pageSize?: number;
  cursor?: string;
};

/** Adds the options of a list that belongs to no institution. */
export const listingOfTenant = (group: ReturnType<Context['program']['command']>, text: string) =>
  group
    .command('list')
    .description(text)
    .option('--state <state>', 'only of this state')
    .option('--since <instant>', 'changed since then')
    .option('--page <n>', 'page, from 1', wholeNumber)
    .option('--page-size <n>', 'rows a page, at most 100', wholeNumber)
    .option('--cursor <text>', 'go on after the page before');

/** Adds the options that every other list takes (spec 17.1). */
export const listing = (group: ReturnType<Context['program']['command']>, text: string) =>
  listingOfTenant(group, text).option('--institution <code>', 'only of this institution');

/** The query of a list as the API expects it. */
export const queryOf = <T extends ListOptions>({ since, ...rest }: T) => ({ ...rest, updatedSince: since });

/** Returns the word if it is known. @throws Misused for any other, named as `what`. */
export function known<T extends string>(words: readonly T[], given: string, what: string): T {
  const found = words.find((word) => word === given);
  if (!found) throw new Misused(`Unknown ${what} ${given}; known: ${words.join(', ')}`);
  return found;
}

/** The given state, if the list knows it; undefined if none was given. */
export const oneOf = <T extends string>(states: readonly T[], given: string | undefined): T | undefined =>
  given === undefined ? undefined : known(states, given, 'state');
