import type { Mutant } from './instrument.ts';
import type { Reached } from './setup.ts';
import { moduleOf } from './targets.ts';

/** What one test file reached without any mutant. */
export type Known = { took: number; tests: number; reached: Reached };

/** One step of testing a mutant: a test file, and the last of its tests to run. */
export type Step = { file: string; last: number | undefined; fresh: boolean; cost: number };

/** Whether the mutant is executed while modules load, in which case a run has to reload them to mean anything. */
const worksAtLoad = (mutant: Mutant, known: Map<string, Known>): boolean =>
  [...known.values()].some(({ reached }) => reached.load?.includes(mutant.id));

/**
 * The last test that reaches the mutant, or undefined for the whole file: the effect of a hook may show in any test. Tests
 * before it run too, since a later test may depend on what they left.
 */
function lastReaching(mutant: Mutant, { reached }: Known): number | undefined | 'none' {
  if (reached.hooks?.includes(mutant.id)) return undefined;
  const numbers = Object.entries(reached)
    .filter(([by, ids]) => /^\d+$/.test(by) && ids.includes(mutant.id))
    .map(([by]) => Number(by));
  return numbers.length > 0 ? Math.max(...numbers) : 'none';
}

const folderOf = (file: string): string => file.slice(0, file.lastIndexOf('/'));
const stem = (file: string): string => file.replace(/(?:\.test)?\.tsx?$/, '');

/** Nearest first: tests of the file itself, then of its folder, then the others; at equal distance the cheaper one first. */
function nearness(step: Step, mutant: Mutant): number {
  if (stem(step.file) === stem(mutant.file)) return 0;
  return folderOf(step.file) === folderOf(mutant.file) ? 1 : 2;
}

/**
 * The test files that reach a mutant, in the order to run them. None: no test covers it. A mutant of the API that is executed
 * at load is tested with each test of its module: all of them load it, though only the first is observed to, since modules stay
 * loaded between files.
 * @param candidates tests that may be run against the file of the mutant
 */
export function stepsFor(mutant: Mutant, candidates: string[], known: Map<string, Known>): Step[] {
  const atLoad = worksAtLoad(mutant, known);
  const server = mutant.file.startsWith('api/');
  // State that domain code keeps in memory must not outlive its mutant; the server takes long to load and keeps no such state.
  const fresh = atLoad || !server;
  const steps: Step[] = [];
  for (const file of candidates) {
    const about = known.get(file);
    if (!about) continue;
    const own = server && moduleOf(file) === moduleOf(mutant.file);
    if (atLoad && (own || about.reached.load?.includes(mutant.id))) {
      steps.push({ file, last: undefined, fresh, cost: about.took });
      continue;
    }
    const last = lastReaching(mutant, about);
    if (last === 'none') continue;
    const part = last === undefined ? 1 : (last + 1) / (about.tests + 1);
    steps.push({ file, last, fresh, cost: about.took * part });
  }
  return steps.sort((a, b) => nearness(a, mutant) - nearness(b, mutant) || a.cost - b.cost);
}
