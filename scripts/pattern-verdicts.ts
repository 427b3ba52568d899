import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { check } from 'recheck';
import type { Pattern } from './pattern-finder.ts';

/** How the time of a pattern grows with the length of the text it is given, at worst. */
export type Verdict = 'safe' | 'polynomial' | 'exponential' | 'unknown';

/** What recheck found before, by the text of a pattern; made anew by `npm run patterns`. */
export const VERDICTS_FILE = join(import.meta.dirname, 'patterns.json');
export const readVerdicts = (): Record<string, Verdict> => JSON.parse(readFileSync(VERDICTS_FILE, 'utf8'));

const MOST_MS = 60_000;

/** Asks recheck about one pattern; takes milliseconds to a minute. */
export async function judge({ source, flags }: Pick<Pattern, 'source' | 'flags'>): Promise<Verdict> {
  // What `v` has more than `u` are sets of characters, which change nothing about the time.
  const found = await check(source, flags.replace('v', 'u'), { timeout: MOST_MS });
  if (found.status === 'safe') return 'safe';
  if (found.status === 'vulnerable')
    return found.complexity.type === 'exponential' ? 'exponential' : 'polynomial';
  return 'unknown';
}

/** Patterns that recheck calls slow and that stay all the same, each with what bounds the text it is given. */
export const BOUNDED: Record<string, string> = {
  '/\\B(?=(\\d{3})+$)/g': 'The digits of one number, 17 at most.',
};

/** Files that put patterns together while running, each with what they are made of. */
export const COMPUTED: Record<string, string> = {
  'ui/build/lean-react.ts': 'runs at the build alone, over the text of one package at a pinned version',
};
