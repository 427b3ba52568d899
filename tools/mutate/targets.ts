import { execFileSync } from 'node:child_process';

/** Which code is mutated, and which tests are run against it: paths from the root, as git lists them. */

const CODE = /^(?:domain|protocol|api|web|cli)\/.*\.ts$/;
/** Tests, code only used by tests, and example values that tests read. */
const NOT_MUTATED = /\.test\.ts$|\.d\.ts$|\/(?:testing|journeys|dist)\//;

export const isTarget = (file: string): boolean => CODE.test(file) && !NOT_MUTATED.test(file);

/** The module of a file as shown in the table: `domain/payment`, `web/app`, `api/platform/http`. */
export function moduleOf(file: string): string {
  const folders = file.split('/').slice(0, -1);
  return folders.slice(0, folders[1] === 'platform' ? 3 : 2).join('/');
}

/** Tests of one layer that are run first or alone; journeys exercise every module of the API. */
const JOURNEYS = /^api\/journeys\/[^/]+\.test\.ts$/;
const UNIT = /^(?:domain|protocol|web)\/.*\.test\.tsx?$/;

/**
 * The tests that may kill a mutant of `file`: for domain, protocol and page their unit tests; for a module of the API its own
 * tests and the journeys. A mutant that only more distant tests would kill counts as a survivor.
 * @param onServer whether the tests run on a PostgreSQL server, without which `*.postgres.test.ts` cannot run
 */
export function testsFor(file: string, tests: string[], onServer: boolean): string[] {
  if (!file.startsWith('api/')) {
    const layer = `${file.split('/')[0]}/`;
    return tests.filter((test) => UNIT.test(test) || test.startsWith(layer));
  }
  const module = `${moduleOf(file)}/`;
  const runs = (test: string) =>
    !test.endsWith('.alone.test.ts') && (onServer || !test.endsWith('.postgres.test.ts'));
  return tests.filter((test) => (test.startsWith(module) || JOURNEYS.test(test)) && runs(test));
}

const git = (root: string, ...args: string[]): string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);

/** Every file of the project, including those not yet known to git. */
export const projectFiles = (root: string): string[] => [
  ...new Set(git(root, 'ls-files', '--cached', '--others', '--exclude-standard')),
];

/** Files changed since the branch left `ref`, including uncommitted changes. */
export function changedFiles(root: string, ref: string): string[] {
  const [base = ref] = git(root, 'merge-base', ref, 'HEAD');
  return [
    ...new Set([
      ...git(root, 'diff', '--name-only', '--diff-filter=d', base),
      ...git(root, 'ls-files', '--others', '--exclude-standard'),
    ]),
  ];
}

/**
 * The files to mutate: changed ones if nothing is given, everything for `all`, else what is at or under a path.
 * @throws if a path names nothing that can be mutated
 */
export function chooseTargets(asked: string[], all: string[], changed: () => string[]): string[] {
  if (asked.length === 0) return changed().filter((file) => isTarget(file) && all.includes(file));
  const targets = all.filter(isTarget);
  if (asked.includes('all')) return targets;
  const chosen = new Set<string>();
  for (const path of asked.map((each) => each.replace(/^\.\/|\/$/g, ''))) {
    const under = targets.filter((file) => file === path || file.startsWith(`${path}/`));
    if (under.length === 0) throw new Error(`${path}: nothing to mutate there`);
    for (const file of under) chosen.add(file);
  }
  return [...chosen];
}
