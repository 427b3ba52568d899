import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { createVitest } from 'vitest/node';
import type { Order, Reached } from './setup.ts';
import { endProcesses, WarmWorker } from './warm-worker.ts';

/** One run of one test file; `limit` in milliseconds. */
export type Run = Order & { file: string; limit: number };

export type Outcome = {
  /** `broken`: a hook, the loading or the process failed; `astray`: only something in the background did. */
  end: 'passed' | 'failed' | 'timeout' | 'broken' | 'astray';
  /** Title of the first failed test, or what broke. */
  by: string;
  /** Milliseconds. */
  took: number;
  /** Number of tests that started. */
  tests: number;
  reached: Reached;
};

/** Number of runs with a failed hook, each of which may have left a product running, after which the process is replaced. */
const MOST_LEAKS = 4;

/** Runs single test files of the project in `root`, in processes that are kept between the runs. */
export async function openRunner(root: string) {
  process.env.NODE_ENV = 'test';
  const vitest = await createVitest('test', {
    ...{ root, watch: false, maxWorkers: 1, maxConcurrency: 1, fileParallelism: false },
    ...{ reporters: [{}], silent: true, coverage: { enabled: false } },
    onConsoleLog: () => false,
  });
  const projects: TestProject[] = vitest.projects;
  for (const { config } of projects) {
    config.isolate = false;
    config.pool = 'warm' as never;
    (config as { poolRunner?: object }).poolRunner = {
      name: 'warm',
      createPoolWorker: (options: ConstructorParameters<typeof WarmWorker>[0]) => new WarmWorker(options),
    };
    config.setupFiles = [join(root, 'tools/mutate/setup.ts'), ...config.setupFiles];
  }
  const specifications = new Map(
    (await vitest.globTestSpecifications()).map((one) => [one.moduleId, one] as const),
  );

  let leaks = 0;
  const renew = async () => {
    leaks = 0;
    await endProcesses();
  };

  async function run({ file, limit, ...order }: Run): Promise<Outcome> {
    const specification = specifications.get(join(root, file));
    if (!specification) return { end: 'broken', by: `${file} is no test`, took: 0, tests: 0, reached: {} };
    vitest.state.filesMap.clear();
    vitest.state.errorsSet.clear();
    vitest.provide('mutation', order);
    const from = performance.now();
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      void renew();
    }, limit);
    let crash = '';
    const result = await vitest.runTestSpecifications([specification]).catch((error: Error) => {
      crash = error.message;
      return undefined;
    });
    clearTimeout(timer);
    const took = performance.now() - from;
    const module = result?.testModules[0];
    const tests = [...(module?.children.allTests() ?? [])];
    const failed = tests.find((test) => test.result().state === 'failed');
    const outside = (result?.unhandledErrors ?? []) as Error[];
    const suites = [...(module?.children.allSuites() ?? [])].flatMap((suite) => suite.errors());
    const hook = [...(module?.errors() ?? []), ...suites];
    const begun = tests.filter((test) => ['passed', 'failed'].includes(test.result().state)).length;
    const reached = module?.meta().reached ?? {};
    const about = { took, tests: begun, reached };
    if (late) return { end: 'timeout', by: `no answer in ${Math.round(limit / 1000)} s`, ...about };
    const message = failed?.result().errors?.[0]?.message ?? '';
    if (failed && /timed out in \d+ms/.test(message)) {
      await renew();
      return { end: 'timeout', by: failed.fullName, ...about };
    }
    // Background activity may spoil the next run; what a failed hook left open costs memory.
    if (crash || outside.length > 0) await renew();
    if (hook.length > 0) leaks += 1;
    if (leaks >= MOST_LEAKS) await renew();
    if (failed) return { end: 'failed', by: failed.fullName, ...about };
    const broken = crash || (module?.state() === 'failed' ? (hook[0]?.message ?? 'did not load') : '');
    if (broken) return { end: 'broken', by: broken, ...about };
    if (outside.length > 0) return { end: 'astray', by: outside[0]?.message ?? '', ...about };
    return { end: 'passed', by: '', ...about };
  }

  return {
    run,
    /** Starts new processes for the next run. */
    renew,
    async close(): Promise<void> {
      await endProcesses();
      await vitest.close();
    },
  };
}

export type Runner = Awaited<ReturnType<typeof openRunner>>;
