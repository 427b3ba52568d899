import type { State } from './figures.ts';
import type { Mutant } from './instrument.ts';
import { type Known, type Step, stepsFor } from './plan.ts';
import type { Outcome, Runner } from './runner.ts';

/** An endless loop checks its switch more often than any test does. */
const MOST_HITS = 1_000_000;
/** After this many mutants, a run without a mutant shows whether the process is still sound. */
const CONTROL_EVERY = 25;

export type Answer = { mutant: Mutant; state: State; by: string; file: string };

const MOST_PATIENCE = 60_000;
/**
 * Milliseconds a test may wait for something that a mutant prevents. Long enough for a busy machine: what takes long without a
 * mutant may take longer still.
 */
const patienceOf = (cost: number): number => Math.min(MOST_PATIENCE, 5_000 + 20 * cost);

/** Milliseconds allowed for a run that took `cost` without a mutant: the machine may have become busy since. */
const limitOf = (cost: number): number => 60_000 + 10 * cost;

/** Runs each test file without a mutant to learn what it reaches; one that already fails is not used. */
export async function explore(
  runner: Runner,
  tests: string[],
  fresh: boolean,
  said: (test: string, known: Known) => void,
  stop: () => boolean,
): Promise<void> {
  // The first run of a process loads everything and prepares what later ones share.
  let warm = false;
  for (const file of tests) {
    if (stop()) return;
    const order = {
      ...{ file, limit: 600_000, patience: MOST_PATIENCE, fresh },
      ...{ mutant: undefined, last: undefined, hits: undefined },
    };
    const first = await runner.run(order);
    const load = first.reached.load ?? [];
    const second = warm || first.end !== 'passed' ? first : await runner.run(order);
    warm = true;
    if (second.end !== 'passed') console.log(`${file} is left out, it fails without a mutant: ${second.by}`);
    else said(file, { took: second.took, tests: second.tests, reached: { ...second.reached, load } });
  }
}

/** Runs the tests against mutants one after the other; stops between two when `stop` returns true. */
export async function askAll(
  runner: Runner,
  mutants: Mutant[],
  asked: { candidates: (mutant: Mutant) => string[]; known: Map<string, Known> },
  said: (answer: Answer) => void,
  stop: () => boolean,
): Promise<void> {
  const planned = mutants.map((mutant) => ({
    mutant,
    steps: stepsFor(mutant, asked.candidates(mutant), asked.known),
  }));
  // Those that need all modules reloaded come last, together.
  planned.sort((a, b) => Number(a.steps[0]?.fresh ?? false) - Number(b.steps[0]?.fresh ?? false));

  /** Whether a mutant may still be active in the loaded modules. */
  let dirty = false;
  const run = async (step: Step, mutant: Mutant | undefined): Promise<Outcome> => {
    const outcome = await runner.run({
      ...{ file: step.file, last: mutant && step.last, limit: limitOf(step.cost) },
      patience: patienceOf(step.cost),
      ...{ mutant: mutant?.id ?? 'none', hits: MOST_HITS, fresh: step.fresh || dirty },
    });
    dirty = step.fresh && mutant !== undefined;
    return outcome;
  };

  const ask = async (mutant: Mutant, steps: Step[]): Promise<Answer> => {
    if (steps.length === 0) return { mutant, state: 'uncovered', by: '', file: '' };
    for (const step of steps) {
      let outcome = await run(step, mutant);
      if (outcome.end === 'astray') {
        // The previous mutant may have caused it, so it is repeated, now in a new process.
        outcome = await run(step, mutant);
      }
      if (outcome.end === 'passed') continue;
      const state = outcome.end === 'timeout' ? 'timeout' : 'killed';
      return { mutant, state, by: `${step.file}: ${outcome.by.split('\n')[0]}`, file: step.file };
    }
    return { mutant, state: 'survived', by: '', file: '' };
  };

  let open: { answer: Answer; steps: Step[] }[] = [];
  /** Without a mutant the test that killed last must pass; otherwise a process was spoilt, and everything since is repeated. */
  const control = async (): Promise<void> => {
    const last = open.findLast(({ answer }) => answer.file !== '');
    const step = last?.steps.find(({ file }) => file === last.answer.file);
    if (step && (await run(step, undefined)).end !== 'passed') {
      console.log(`A process was spoilt: ${open.length} mutants are asked again in new ones`);
      for (const one of open) {
        await runner.renew();
        one.answer = await ask(one.answer.mutant, one.steps);
      }
    }
    for (const { answer } of open) said(answer);
    open = [];
  };
  for (const { mutant, steps } of planned) {
    if (stop()) break;
    open.push({ answer: await ask(mutant, steps), steps });
    if (open.length >= CONTROL_EVERY) await control();
  }
  await control();
}
