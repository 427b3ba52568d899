import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const spec = read('docs/spec.md');
const ofConsole = read('docs/spec-console.md');
const all = (text: string, pattern: RegExp) =>
  new Set([...text.matchAll(pattern)].map(([, one = '']) => one));

/** Existing numbers, by the name of their family. */
const EXISTS: Record<string, ReadonlySet<string>> = {
  'chapter of the specification': all(spec + ofConsole, /^#{1,3} (\d+(?:\.\d+){0,2})/gm),
  'screen, move, notification or decision of the specification': new Set([
    ...all(spec, /\b((?:S|TR|N|D)-\d\d)/g),
    ...all(ofConsole, /\b((?:E|NE|DE)-\d\d)/g),
  ]),
  journey: all(read('docs/journeys.md') + ofConsole, /^#{2,3} ([JK]\d\d)/gm),
  'decision record': new Set(readdirSync(join(root, 'docs/decisions')).map((name) => name.slice(0, 4))),
  check: all(read('docs/checks.md'), /^\| ([STRU]\d+) \|/gm),
};
/** How each is cited; "spec 8.3, 8.4 and 9" cites three chapters, even if a comment continues on the next line. */
const CITED: Record<string, RegExp> = {
  'chapter of the specification':
    /\b[Ss]pec(?: |\n\s*(?:\*|\/\/|--)? *)(\d+(?:\.\d+){0,2}(?:(?:, | and |; )\d{1,2}(?:\.\d+){0,2}(?![\d:]))*)/g,
  'screen, move, notification or decision of the specification':
    /(?<![\w-])((?:S|TR|N|D|E|NE|DE)-\d\d)(?!\d)/g,
  journey: /(?<![\w-])([JK]\d\d)(?!\d)/g,
  'decision record': /\b[Dd]ecisions?(?: |\/|\n\s*(?:\*|\/\/|--)? *)(\d{4}\b(?:(?:, | and |; )\d{4}\b)*)/g,
  // Not a time of day, a part of a text in a program, or `T0`.
  check: /(?<![\w+#.,}-])([STRU][1-9]\d?)(?![\w-]|[:.]\d)/g,
};
const OF_THE_PRODUCT = /\.(?:ts|tsx|sql|css|md|yaml)$/;

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => OF_THE_PRODUCT.test(file) && !/^docs\/(?:spec|journeys)\.md$/.test(file));

const numbersOf = (text: string, pattern: RegExp) => [...all(text, pattern)];
const MOST_RECORDS = 70;
const index = read('docs/decisions/README.md');
/** Migrations never change: maps the records they name that were merged to those that replaced them. */
const joined = [...index.matchAll(/^\| (\d{4}) \| (\d{4}) \|$/gm)].map(([, from = '', to = '']) => ({
  from,
  to,
}));

it(`there are at most ${MOST_RECORDS} decision records, and all are in their index`, () => {
  const records = [...(EXISTS['decision record'] ?? [])].filter(
    (name) => /^\d{4}$/.test(name) && name !== '0000',
  );
  expect(numbersOf(index, /\[(\d{4}) /g).sort()).toEqual(records.sort());
  expect(records.length).toBeLessThanOrEqual(MOST_RECORDS);
});

it('the index says where to find a record that only a migration names', () => {
  const migrations = files.filter((file) => file.startsWith('api/migrations/')).map(read);
  const named = migrations.flatMap((text) => numbersOf(text, /decision (\d{4})/g));
  const gone = [...new Set(named)].filter((number) => !EXISTS['decision record']?.has(number));
  expect(joined.map(({ from }) => from)).toEqual(gone.sort());
  expect(joined.filter(({ to }) => !EXISTS['decision record']?.has(to))).toEqual([]);
});

describe('citations exist', () => {
  it.each(Object.keys(CITED))('%s', (family) => {
    const missing = new Set<string>();
    let cited = 0;
    for (const file of files) {
      for (const [, numbers = ''] of read(file).matchAll(CITED[family] as RegExp)) {
        for (const number of numbers.split(/, | and |; /)) {
          cited += 1;
          if (file.startsWith('api/migrations/') && joined.some(({ from }) => from === number)) continue;
          if (!EXISTS[family]?.has(number)) missing.add(`${number} in ${file}`);
        }
      }
    }
    expect([...missing]).toEqual([]);
    expect(cited).toBeGreaterThan(20);
  });
});
