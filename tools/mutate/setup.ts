import { afterAll, afterEach, beforeAll, beforeEach, inject, vi } from 'vitest';

/** Runs inside the test process, before each test file: switches the mutant on and reports what was reached. */

/** Instructions for one run of one test file. */
export type Order = {
  /** Undefined for the run that finds out what the tests reach. */
  mutant: string | undefined;
  /** Number (from 1) of the last test that reaches the mutant: later ones need not run. */
  last: number | undefined;
  /** Reload all modules: the mutant is executed while they load. */
  fresh: boolean;
  /** How often the switch may be checked before the mutant counts as an endless loop. */
  hits: number | undefined;
  /** Milliseconds one test or hook may take. */
  patience: number;
};

/** Mutants reached, by what reached them: `load`, `hooks` or the number of a test. */
export type Reached = Record<string, string[]>;

declare module 'vitest' {
  interface ProvidedContext {
    mutation: Order;
  }
  interface TaskMeta {
    reached?: Reached;
  }
}

type Switch = {
  activeMutant: string | undefined;
  currentTestId: string | undefined;
  mutantCoverage: { static: object; perTest: Record<string, Record<string, number>> } | undefined;
  hitCount: number | undefined;
  hitLimit: number | undefined;
};

const order = inject('mutation');
const space = globalThis as { __stryker__?: Partial<Switch> };
space.__stryker__ ??= {};
const control = space.__stryker__;

vi.setConfig({ testTimeout: order.patience, hookTimeout: order.patience });
if (order.fresh) vi.resetModules();
control.activeMutant = order.mutant;
control.hitLimit = order.hits;
control.hitCount = order.hits === undefined ? undefined : 0;
const coverage = { static: {}, perTest: {} as Record<string, Record<string, number>> };
// Modules that are already loaded keep the object they saw first, so it is emptied, never replaced.
control.mutantCoverage ??= coverage;
control.mutantCoverage.perTest = {};
control.currentTestId = 'load';

let begun = 0;
let failed = false;
beforeAll(() => {
  control.currentTestId = 'hooks';
});
beforeEach((context) => {
  begun += 1;
  if (failed || (order.last !== undefined && begun > order.last)) context.skip();
  control.currentTestId = String(begun);
});
afterEach((context) => {
  control.currentTestId = 'hooks';
  if (context.task.result?.state === 'fail') failed = true;
});
// biome-ignore lint/correctness/noEmptyPattern: the runner reads the first parameter as a list of names.
afterAll(({}, suite) => {
  control.activeMutant = undefined;
  if (order.mutant !== undefined) return;
  const reached = control.mutantCoverage?.perTest ?? {};
  suite.meta.reached = Object.fromEntries(Object.entries(reached).map(([by, ids]) => [by, Object.keys(ids)]));
});
