import { writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/** The result of one vitest run: `broken` has a text for each failure, and `failed` counts them. */
export type TestReport = { passed: number; failed: number; broken: string[] };

const SHOWN_CHARACTERS = 1500;

const textOf = (name: string, errors: readonly SerializedError[]): string =>
  `${name}\n${errors.map((error) => error.stack ?? error.message).join('\n')}`.slice(0, SHOWN_CHARACTERS);

/**
 * Counts passed and failed tests. A file that never ended and an error outside of every test fail the run too: a process that
 * dies leaves both, and no failed test.
 */
export function reportOf(modules: readonly TestModule[], unhandled: readonly SerializedError[]): TestReport {
  let passed = 0;
  const broken: string[] = [];
  for (const module of modules) {
    const name = module.relativeModuleId;
    if (module.errors().length > 0) broken.push(textOf(name, module.errors()));
    if (['queued', 'pending'].includes(module.state())) broken.push(`${name}\nThis file did not end.`);
    for (const suite of module.children.allSuites())
      if (suite.errors().length > 0) broken.push(textOf(suite.fullName, suite.errors()));
    for (const test of module.children.allTests()) {
      const { state, errors } = test.result();
      if (state === 'passed') passed += 1;
      if (state === 'failed') broken.push(textOf(test.fullName, errors));
    }
  }
  for (const error of unhandled) broken.push(textOf('Outside of every test', [error, ...causes(error)]));
  return { passed, failed: broken.length, broken };
}

function causes(error: SerializedError): SerializedError[] {
  const cause = error.cause as SerializedError | undefined;
  return cause ? [cause] : [];
}

/** Writes the report as JSON to the file named by `ORBITA_TEST_REPORT`, for `npm test` to add up. */
export default class FailuresReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    writeFileSync(process.env.ORBITA_TEST_REPORT as string, JSON.stringify(reportOf(modules, unhandled)));
  }
}
