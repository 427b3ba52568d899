import { globSync, readFileSync } from 'node:fs';
import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { bareDatabase } from '../testing/bare-database.ts';
import { countedStatements } from '../testing/counted-statements.ts';
import { allJobs } from './jobs.ts';
import { loadConfig } from './platform/config.ts';
import { buildPlatform } from './start.ts';

/** Exported jobs by name: one, a list of them, or a function that creates one. */
const EXPORTED = /^export const (\w+)(?:: (?:readonly )?Job(?:\[\])? = | = \([^)]*\): Job => )/gm;

it('includes every job that a module exports', () => {
  const joined = readFileSync(new URL('./jobs.ts', import.meta.url), 'utf8');
  const exported = globSync('*/**/*.ts', { cwd: import.meta.dirname })
    .filter((file) => !file.endsWith('.test.ts') && !file.startsWith('testing/'))
    .flatMap((file) =>
      [...readFileSync(`${import.meta.dirname}/${file}`, 'utf8').matchAll(EXPORTED)].map(
        ([, name = '']) => [name, file] as const,
      ),
    );
  expect(exported.length).toBeGreaterThan(25);
  const left = exported.filter(
    ([name, file]) => !new RegExp(`\\b${name}\\b[^;]*from '\\./${file}'`).test(joined),
  );
  expect(left).toEqual([]);
  expect(new Set(allJobs).size).toBe(allJobs.length);
});

it('idle jobs run as many statements for fifty tenants as for two', async () => {
  const { db, during } = countedStatements(await bareDatabase());
  const platform = await buildPlatform(loadConfig({ NODE_ENV: 'test' }), db);
  const tenants = (from: number, until: number) =>
    db.global.many(sql`
      insert into tenant (alias, name) select concat('t', n), concat('T', n) from generate_series(${from}::int, ${until}::int) n
      returning id`);
  const idle = async () => {
    const counts = new Map<string, number>();
    for (const name of platform.jobs.names()) counts.set(name, await during(() => platform.jobs.run(name)));
    return counts;
  };
  await tenants(1, 2);
  const few = await idle();
  await tenants(3, 50);
  const many = await idle();
  await db.close();

  const grown = [...many].map(([name, count]) => [name, count - (few.get(name) ?? 0)] as const);
  // Jobs that run hourly or less often may make one statement per part and tenant.
  const HOUR_MS = 3600_000;
  const partsOf = (name: string) => allJobs.filter((job) => job.name === name);
  const mayAsk = ([name]: readonly [string, number]) =>
    partsOf(name).every(({ everyMs }) => everyMs >= HOUR_MS);
  expect(grown.filter((one) => !mayAsk(one) && one[1] !== 0)).toEqual([]);
  expect(grown.filter(([name, more]) => more > 48 * partsOf(name).length)).toEqual([]);
  const frequent = [...many].filter((one) => !mayAsk(one));
  expect(frequent.length).toBeGreaterThan(30);
  expect(frequent.filter(([name, count]) => count > partsOf(name).length)).toEqual([]);
});
