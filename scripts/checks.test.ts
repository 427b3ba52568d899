import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

/** Checks of security (S) and use (U) that the built rooms answer for; each is named in the title of its proof. */
const CHECKS = [
  ...['S1', 'S2', 'S3', 'S4', 'S5', 'S6', 'S7', 'S8', 'S9', 'S10', 'S11', 'S12', 'S13', 'S17', 'S27'],
  ...['U4', 'U5', 'U6', 'U7', 'U8', 'U12', 'U30', 'U31', 'U32', 'U33', 'U34'],
];

/** Opening of a test, a group of tests or a step of a journey; the text behind it is the title. */
const TITLE = /\b(?:it|test|describe|test\.step|(?:it|describe)\.each\([^;]*?\))\(\s*(['"`])(.*?)\1/gs;

const titles = globSync(
  ['{domain,protocol,api,web,sandbox,cli,scripts}/**/*.test.{ts,tsx}', 'e2e/journeys/*.spec.ts'],
  {
    cwd: root,
    exclude: (name) => name === 'node_modules' || name === 'dist',
  },
)
  .filter((file) => file !== 'scripts/checks.test.ts')
  .flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(TITLE)].map((found) => found[2] ?? ''),
  );

/** "U4 U6: …", "J20, U31: …": numbers stand before the words. */
const numbersOf = (title: string): string[] =>
  /^(?:[A-Z]{1,2}\d+[ ,:]+)*(?:[A-Z]\d+:?)?/.exec(title)?.[0].match(/[A-Z]\d+/g) ?? [];

it.each(CHECKS)('%s is proved by a test that names it', (check) => {
  expect(titles.filter((title) => numbersOf(title).includes(check))).not.toEqual([]);
});
