import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const console = join(import.meta.dirname, '..');
const screens = globSync('**/*.tsx', { cwd: console, exclude: (name) => name === 'dist' }).filter(
  (file) => !file.includes('.test.'),
);
/** An element that shows only somebody's name. */
const SHOWN =
  /<(\w+)((?:\s[^<>]*)?)>\s*\{[^{}]*\b(?:person|me|hit|requestedBy|decidedBy|conflict)\.(?:socialName|name|by)\}/g;

it('a translation of the page does not change names of people', () => {
  const shown = screens.flatMap((file) =>
    [...readFileSync(join(console, file), 'utf8').matchAll(SHOWN)].map((found) => ({
      where: `${file}: <${found[1]}>`,
      kept: found[2]?.includes('translate="no"'),
    })),
  );
  expect(shown.length).toBeGreaterThan(8);
  expect(shown.filter(({ kept }) => !kept)).toEqual([]);
});
