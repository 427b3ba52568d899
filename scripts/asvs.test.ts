import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ASVS_LEVELS } from './asvs-levels.ts';

const root = join(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs/asvs.md'), 'utf8');
const checks = new Set(
  [...readFileSync(join(root, 'docs/checks.md'), 'utf8').matchAll(/^\| ([STRU]\d+) \|/gm)].map(
    ([, number = '']) => number,
  ),
);

const rows = [...page.matchAll(/^\| (V[\d.]+) \| (\d) \| (.+?) \| (.+) \|$/gm)].map(
  ([, number = '', level = '', about = '', answer = '']) => ({ number, level, about, answer }),
);
const PLAIN = /^(?:Reason|Does not apply|Not met): (.+)/;
const countOf = (is: RegExp, level?: string) =>
  rows.filter((row) => is.test(row.answer) && (level === undefined || row.level === level)).length;

it('docs/asvs.md has every requirement of levels 1 and 2 once, in order', () => {
  const wanted = Object.entries(ASVS_LEVELS).flatMap(([section, levels]) =>
    [...levels].flatMap((level, at) => (level < '3' ? [`${section}.${at + 1} ${level}`] : [])),
  );
  expect(wanted).toHaveLength(253);
  expect(rows.map(({ number, level }) => `${number} ${level}`)).toEqual(wanted);
  expect(page.match(/^\| V/gm)).toHaveLength(rows.length);
});

it.each(rows)('$number names a check, a test, or a reason for none', ({ number, answer }) => {
  const files = [...answer.matchAll(/`([^`\s<>]+\/[^`\s<>]+\.(?:tsx?|md|json|sql))`/g)].map(
    ([, file = '']) => file,
  );
  const named = answer.match(/\b[STRU]\d+\b/g) ?? [];
  for (const file of files) expect(existsSync(join(root, file)), `${file} of ${number}`).toBe(true);
  for (const check of named) expect(checks, `${check} of ${number}`).toContain(check);
  const said = PLAIN.exec(answer)?.[1];
  if (said === undefined)
    expect(
      named.length + files.filter((file) => /\.(?:test\.tsx?|spec\.ts)$/.test(file)).length,
    ).toBeGreaterThan(0);
  else expect(said.length).toBeGreaterThan(5);
  // A requirement omitted with reference to another one: that one must exist.
  for (const other of said?.match(/\bV\d+\.\d+\.\d+\b/g) ?? [])
    expect(rows.some((row) => row.number === other)).toBe(true);
});

it('has the numbers it states', () => {
  const [plain, reason, absent, open] = [PLAIN, /^Reason: /, /^Does not apply: /, /^Not met: /].map((is) =>
    countOf(is),
  );
  expect(page).toContain(
    `Of ${rows.length} requirements ${rows.length - (plain ?? 0)} are answered by a check or a test, ${reason} by a reason, ` +
      `${absent} do not apply and ${open} are not met (${countOf(/^Not met: /, '1')} of level 1).`,
  );
});
