import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** Start of a test, a group of tests or a step of a journey; the text after it is the title. */
const TITLE = /\b(?:it|test|describe|test\.step|(?:it|describe)\.each\([^;]*?\))\(\s*(['"`])(.*?)\1/gs;
/** The same if the cases of a table contain the numbers: `it.each([['S8: a session', …` with the title '%s'. */
const CASE = /\[\s*'([^'\n]*)'/g;

/** "U4 U6: …", "J20, U31: …", "… (R17)": numbers precede the words or follow them in brackets. */
const numbersOf = (title: string): string[] => [
  ...(/^(?:[A-Z]{1,2}\d+[ ,:]+)*(?:[A-Z]\d+:?)?/.exec(title)?.[0].match(/[A-Z]\d+/g) ?? []),
  ...[...title.matchAll(/\(([A-Z]\d+)\b/g)].map((found) => found[1] ?? ''),
];

/** Every test file with the numbers in its titles. */
const named = new Map(
  globSync(
    [
      '{domain,protocol,api,client,web,console,ui,sandbox,cli,scripts,tools,testing}/**/*.test.{ts,tsx}',
      'e2e/journeys/*.spec.ts',
    ],
    {
      cwd: root,
      exclude: (name) => name === 'node_modules' || name === 'dist',
    },
  )
    .filter((file) => file !== 'scripts/checks.test.ts')
    .map((file) => {
      const text = read(file);
      const titles = [...text.matchAll(TITLE)].map((found) => found[2] ?? '');
      const cases = titles.some((title) => title.startsWith('%s'))
        ? [...text.matchAll(CASE)].map((found) => found[1] ?? '').filter((title) => /^[A-Z]\d+:/.test(title))
        : [];
      return [file, new Set([...titles, ...cases].flatMap(numbersOf))] as const;
    }),
);
const provedBy = (check: string) =>
  [...named].filter(([, numbers]) => numbers.has(check)).map(([file]) => file);

const numbered = (letter: string, last: number) =>
  Array.from({ length: last }, (_, n) => `${letter}${n + 1}`);
/** Rows of the page: number, check, and the files that prove it or why nothing does yet. */
const rows = [...read('docs/checks.md').matchAll(/^\| ([STRU]\d+) \| (.+?) \| (.*?) \|$/gm)].map(
  ([, number = '', check = '', proof = '']) => ({
    number,
    check,
    files: [...proof.matchAll(/`([^`]+\.(?:test\.tsx?|spec\.ts))`/g)].map((found) => found[1] ?? ''),
    reason: /Not yet: (.+)/.exec(proof)?.[1]?.trim() ?? '',
  }),
);

describe('docs/checks.md', () => {
  it('has every check once, in order', () => {
    expect(rows.map(({ number }) => number)).toEqual([
      ...numbered('S', 49),
      ...numbered('T', 10),
      ...numbered('R', 17),
      ...numbered('U', 35),
    ]);
    expect(new Set(rows.map(({ check }) => check)).size).toBe(rows.length);
  });

  it.each(rows)(
    '$number is proved by a test that names it, or gives the reason why not yet',
    ({ number, files, reason }) => {
      expect(provedBy(number).length > 0 || reason.length > 20, `${number} has no test and no reason`).toBe(
        true,
      );
      expect(files.length > 0 || reason.length > 20, `the row of ${number} names nothing`).toBe(true);
      for (const file of files) {
        expect(existsSync(join(root, file)), `${file} of ${number}`).toBe(true);
        expect(provedBy(number), `${file} has no title that begins with ${number}`).toContain(file);
      }
    },
  );
});
