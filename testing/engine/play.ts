import { T0 } from '../harness.ts';
import { ACTS, CLOCK } from './acts.ts';
import { HEADS, type Head, type Letter } from './catalogue.ts';
import type { Scenario, Step } from './scenarios.ts';
import type { Engine, Outcome, Walker } from './walker.ts';

/** Does one step; a clock step runs its job. */
export async function doStep(of: Walker, step: Step): Promise<Outcome | undefined> {
  if (typeof step === 'string') return ACTS[step].run(of);
  const { at, job } = CLOCK[step.clock];
  of.engine.at(at);
  await of.engine.runJob(job);
  await of.signIn();
  return undefined;
}

/** Does steps that must all succeed; names the one that did not. */
export async function doSteps(of: Walker, steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    const outcome = await doStep(of, step);
    if (outcome && outcome.status >= 300) {
      throw new Error(
        `${JSON.stringify(step)} was refused: ${outcome.status} ${JSON.stringify(outcome.body)}`,
      );
    }
  }
}

type Way = Pick<Scenario, 'head' | 'tail' | 'brought' | 'steps'>;

/** Applies as a scenario says, with the clock set to T0. */
export async function begin(
  engine: Engine,
  { head, tail = 'plain', brought }: Omit<Way, 'steps'>,
  letter: Letter,
): Promise<Walker> {
  engine.at(T0);
  const way = head ?? (HEADS[letter][0] as Head);
  return brought ? engine.bring(letter, way, tail, brought === 'complete') : engine.apply(letter, way, tail);
}

/** Runs a scenario for one type, with the clock set to T0. */
export async function play(engine: Engine, scenario: Way, letter: Letter): Promise<Walker> {
  const of = await begin(engine, scenario, letter);
  await doSteps(of, scenario.steps(letter));
  return of;
}
