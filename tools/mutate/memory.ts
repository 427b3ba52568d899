import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { State } from './figures.ts';
import type { Known } from './plan.ts';

/** What was found about a mutant, and what must still be the same for it to count. */
type Kept = { state: State; by: string; basis: string };

export const digest = (...parts: string[]): string =>
  createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 16);

/**
 * What earlier runs found, in `.cache/mutate`: a run that was broken off goes on, and after a new test only survivors are
 * asked again. A killed mutant is believed while its file and the test that killed it are the same, a survivor while its
 * file and all tests that were asked are; changes of other files are not looked at: remove the folder to ask anew.
 */
export function openMemory(root: string) {
  const folder = join(root, '.cache/mutate');
  mkdirSync(folder, { recursive: true });
  const load = <T>(name: string): T => {
    try {
      return JSON.parse(readFileSync(join(folder, name), 'utf8')) as T;
    } catch {
      return {} as T;
    }
  };
  const results = load<Record<string, Kept>>('results.json');
  const found: Record<string, Kept> = {};
  const write = (name: string, value: unknown): void => {
    const path = join(folder, name);
    writeFileSync(`${path}.${process.pid}`, JSON.stringify(value));
    renameSync(`${path}.${process.pid}`, path);
  };
  return {
    resultOf: (key: string): Kept | undefined => results[key],
    keep(key: string, kept: Kept): void {
      results[key] = kept;
      found[key] = kept;
    },
    /** Adds to what another run may have written since. */
    save: (): void => write('results.json', { ...load<Record<string, Kept>>('results.json'), ...found }),
    /** What test files reach, for one set of mutated files; by path and text of the test. */
    keepReached(set: string, all: Record<string, Known>): void {
      write(`reached-${set}.json`, all);
    },
    loadReached: (set: string): Record<string, Known> => load(`reached-${set}.json`),
  };
}
