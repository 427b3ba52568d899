import { type Context, wholeNumber } from '../context.ts';

/** What a list may be told. */
export type ListOptions = {
  state?: string;
  institution?: string;
  since?: string;
  page?: number;
  pageSize?: number;
  cursor?: string;
};

/** Options every list takes (spec 17.1). */
export const listing = (group: ReturnType<Context['program']['command']>, text: string) =>
  group
    .command('list')
    .description(text)
    .option('--state <state>', 'only of this state')
    .option('--institution <code>', 'only of this institution')
    .option('--since <instant>', 'changed since then')
    .option('--page <n>', 'page, from 1', wholeNumber)
    .option('--page-size <n>', 'rows a page, at most 100', wholeNumber)
    .option('--cursor <text>', 'go on after the page before');

/** The query of a list as the API takes it. */
export const queryOf = ({ since, ...rest }: ListOptions) => ({ ...rest, updatedSince: since });
