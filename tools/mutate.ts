import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { FOR_TESTS, startPostgres } from '../scripts/postgres.ts';
import { type Answer, askAll, explore } from './mutate/ask.ts';
import { copyProject } from './mutate/copy.ts';
import { rowsOf, type State, sample, table } from './mutate/figures.ts';
import { instrument, type Mutant } from './mutate/instrument.ts';
import { digest, openMemory } from './mutate/memory.ts';
import type { Known } from './mutate/plan.ts';
import { openRunner } from './mutate/runner.ts';
import { changedFiles, chooseTargets, moduleOf, projectFiles, testsFor } from './mutate/targets.ts';

const HELP = `npm run mutate -- [path …|all] [options]

Changes the code in small ways, one at a time, and asks the tests about each: a change no test sees is a
survivor. Without a path: the files changed since the branch left main.

  --since <ref>     another place to compare with than main
  --sample <n>      asks about n mutants of each module, drawn at random, and says how sure the share is
  --seed <n>        draws others (1)
  --tests <text>    asks only tests whose path contains the text; may be given more than once. All of them run
                    on a PostgreSQL, which is started for them, if one text contains ".postgres"
  --minutes <n>     stops after so many minutes; the same command goes on later
  --list <file>     writes the survivors there, one a line
  --least <n>       fails when a smaller share than n % was killed
  --anew            forgets what earlier runs found`;

const root = join(import.meta.dirname, '..');
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ...{ since: { type: 'string', default: 'main' }, sample: { type: 'string' } },
    ...{ seed: { type: 'string', default: '1' }, tests: { type: 'string', multiple: true } },
    ...{ minutes: { type: 'string' }, list: { type: 'string' }, least: { type: 'string' } },
    ...{ anew: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
  },
});
if (options.help) {
  console.log(HELP);
  process.exit(0);
}

const began = performance.now();
const minutes = options.minutes === undefined ? Number.POSITIVE_INFINITY : Number(options.minutes);
const late = (): boolean => performance.now() - began > minutes * 60_000;

const all = projectFiles(root);
const targets = chooseTargets(positionals, all, () => changedFiles(root, options.since));
if (targets.length === 0) {
  console.log(`Nothing to mutate: no code changed since ${options.since}. A path or "all" asks for more.`);
  process.exit(0);
}
if (options.anew) rmSync(join(root, '.cache/mutate'), { recursive: true, force: true });
const memory = openMemory(root);
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const sources = new Map(targets.map((file) => [file, read(file)] as const));
const { files, mutants, texts } = await instrument(sources);

const tests = all.filter((file) => /\.test\.tsx?$/.test(file));
const wanted = (file: string) => !options.tests || options.tests.some((text) => file.includes(text));
const onServer = options.tests?.some((text) => text.includes('.postgres')) ?? false;
const candidates = new Map(
  targets.map((file) => [file, testsFor(file, tests, onServer).filter(wanted)] as const),
);
const asked = [...new Set([...candidates.values()].flat())];
if (options.tests && asked.length === 0) {
  const named = options.tests.join(' or ');
  console.log(`No test of these files has ${named} in its path; one on PostgreSQL is asked by ".postgres".`);
  process.exit(1);
}
const hashes = new Map(asked.map((test) => [test, digest(read(test))] as const));

const modules = new Map<string, Mutant[]>();
for (const mutant of mutants) {
  const of = modules.get(moduleOf(mutant.file)) ?? [];
  modules.set(moduleOf(mutant.file), [...of, mutant]);
}
const size = options.sample === undefined ? Number.POSITIVE_INFINITY : Number(options.sample);
const chosen = new Set(
  [...modules.values()].flatMap((of) => (size >= of.length ? of : sample(of, size, Number(options.seed)))),
);

/** What a surviving mutant was judged by: the texts of all tests run against its file. */
const basisOf = (mutant: Mutant): string =>
  digest(...(candidates.get(mutant.file) ?? []).map((test) => `${test}=${hashes.get(test)}`));
function remembered(mutant: Mutant): { state: State; by: string } | undefined {
  const kept = memory.resultOf(mutant.key);
  if (!kept) return undefined;
  const killer = kept.by.split(': ')[0] ?? '';
  return kept.basis === (kept.by ? hashes.get(killer) : basisOf(mutant)) ? kept : undefined;
}

const left = [...chosen].filter((mutant) => !remembered(mutant));
console.log(`${targets.length} files, ${mutants.length} mutants, ${left.length} to ask about`);
if (left.length > 0) await askLeft();

/** Copies the project, mutates it and runs the tests. */
async function askLeft(): Promise<void> {
  const copy = copyProject(root, all);
  const given = process.env.ORBITA_TEST_POSTGRES ?? process.env.TEST_DATABASE_URL;
  const server = onServer && !given ? await startPostgres(FOR_TESTS) : undefined;
  // The runner reads it, and so do its processes.
  if (onServer) process.env.ORBITA_TEST_POSTGRES = given ?? server?.url;
  const end = () => {
    void server?.kill();
    for (const folder of [copy, server?.folder]) if (folder) rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', end);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => process.exit(130));
  for (const [file, text] of files) writeFileSync(join(copy, file), text);
  const runner = await openRunner(copy);
  try {
    const known = await learn(runner);
    let count = 0;
    const said = ({ mutant, state, by, file }: Answer) => {
      const basis = file ? (hashes.get(file) ?? '') : basisOf(mutant);
      memory.keep(mutant.key, { state, by, basis });
      count += 1;
      if (count % 100 === 0) console.log(`${count} of ${left.length} asked`);
      if (count % 25 === 0) memory.save();
    };
    if (late()) return;
    const about = { candidates: (mutant: Mutant) => candidates.get(mutant.file) ?? [], known };
    await askAll(runner, left, about, said, late);
  } finally {
    memory.save();
    await runner.close();
  }
}

/** What each test reaches: from an earlier run if neither test nor mutated files changed. */
async function learn(runner: Awaited<ReturnType<typeof openRunner>>): Promise<Map<string, Known>> {
  const set = digest(...[...sources].flat());
  const kept = memory.loadReached(set);
  const nameOf = (test: string) => `${test} ${hashes.get(test)}`;
  const needed = new Set(left.flatMap(({ file }) => candidates.get(file) ?? []));
  const unknown = [...needed].filter((test) => !kept[nameOf(test)]);
  console.log(`${needed.size} test files, ${unknown.length} of them run once without a mutant`);
  const keep = (test: string, known: Known) => {
    kept[nameOf(test)] = known;
    memory.keepReached(set, kept);
  };
  const api = (test: string) => test.startsWith('api/');
  await explore(
    runner,
    unknown.filter((test) => !api(test)),
    true,
    keep,
    late,
  );
  await explore(runner, unknown.filter(api), false, keep, late);
  return new Map([...needed].flatMap((test) => (kept[nameOf(test)] ? [[test, kept[nameOf(test)]!]] : [])));
}

const answers = [...chosen].map((mutant) => ({ mutant, found: remembered(mutant) }));
const states = new Map(answers.map(({ mutant, found }) => [mutant.id, found?.state] as const));
const rows = rowsOf(
  mutants.map(({ id, file }) => ({ file, state: states.get(id) })),
  texts,
);
console.log(`\n${table(rows)}\n`);

const short = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 100);
const survivors = answers
  .filter(({ found }) => found?.state === 'survived' || found?.state === 'uncovered')
  .sort((a, b) => a.mutant.file.localeCompare(b.mutant.file) || a.mutant.start.line - b.mutant.start.line)
  .map(({ mutant, found }) => {
    const { file, start, mutator, original, replacement } = mutant;
    const place = `${file}:${start.line}:${start.column + 1}`;
    return `${place} ${found?.state} ${mutator}: ${short(original)} → ${short(replacement)}`;
  });
if (options.list) writeFileSync(options.list, `${survivors.join('\n')}\n`);
else for (const line of survivors) console.log(line);
const open = answers.filter(({ found }) => !found).length;
if (open > 0) console.log(`${open} mutants not asked yet: the same command goes on`);
const total = rows.at(-1);
const share = total && total.asked > 0 ? ((total.killed + total.timeout) / total.asked) * 100 : 100;
process.exit(options.least !== undefined && share < Number(options.least) ? 1 : 0);
