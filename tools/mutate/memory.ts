import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { State } from './figures.ts';
import type { Known } from './plan.ts';

/** The result for a mutant, and what must be unchanged for it to remain valid. */
type Kept = { state: State; by: string; basis: string };

export const digest = (...parts: string[]): string =>
  createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 16);

/**
 * Results of earlier runs, in `.cache/mutate`: an interrupted run continues, and after adding a test only survivors are tested
 * again. A killed mutant stays valid while its file and the test that killed it are unchanged, a survivor while its file and
 * all its tests are; changes to other files are not considered: delete the folder to start over.
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
    /** Merges with what another run may have written since. */
    save: (): void => write('results.json', { ...load<Record<string, Kept>>('results.json'), ...found }),
    /** What test files reach, for one set of mutated files; by path and text of the test. */
    keepReached(set: string, all: Record<string, Known>): void {
      write(`reached-${set}.json`, all);
    },
    loadReached: (set: string): Record<string, Known> => load(`reached-${set}.json`),
  };
}
