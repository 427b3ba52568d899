import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { allJobs } from './jobs.ts';

/** Jobs by name: one, a list of them, or a function that makes one. */
const EXPORTED = /^export const (\w+)(?:: (?:readonly )?Job(?:\[\])? = | = \([^)]*\): Job => )/gm;

it('joins every job that a module exports', () => {
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
