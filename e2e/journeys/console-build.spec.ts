import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';

const root = join(import.meta.dirname, '../..');
/** Script and style until Início is usable, and how much each further screen may add (spec 25.21). */
const MOST_AT_FIRST = 150 * 1024;
const MOST_OF_A_SCREEN = 40 * 1024;

type Manifest = Record<string, { file: string; imports?: string[]; css?: string[]; isDynamicEntry?: true }>;

const manifestOf = (app: string): Manifest =>
  JSON.parse(readFileSync(join(root, app, 'dist/.vite/manifest.json'), 'utf8'));
const filesOf = (app: string): string[] =>
  globSync('**/*.{js,css,html,json}', { cwd: join(root, app, 'dist') }).filter(
    (file) => !file.startsWith('.'),
  );

/** Files that a part of the console needs, including everything it imports. */
function needed(manifest: Manifest, keys: readonly string[], found = new Set<string>()): Set<string> {
  for (const key of keys) {
    const part = manifest[key];
    if (!part || found.has(part.file)) continue;
    found.add(part.file);
    for (const style of part.css ?? []) found.add(style);
    needed(manifest, part.imports ?? [], found);
  }
  return found;
}

const sizeOf = (files: Iterable<string>): number =>
  [...files].reduce(
    (sum, file) => sum + gzipSync(readFileSync(join(root, 'console/dist', file)), { level: 9 }).length,
    0,
  );

test('both apps are built separately: no shared file names, nothing of the console in the portal', () => {
  const names = (app: string) => filesOf(app).filter((file) => file.startsWith('assets/'));
  expect(names('console').length).toBeGreaterThan(5);
  expect(names('console').filter((file) => names('web').includes(file))).toEqual([]);
  const naming = filesOf('web').filter((file) =>
    /orbita-equipe|\/orbita\/equipe/.test(readFileSync(join(root, 'web/dist', file), 'utf8')),
  );
  expect(naming).toEqual([]);
});

test('the console is small: its first screen, and what each other screen adds', () => {
  const manifest = manifestOf('console');
  const first = needed(manifest, ['index.html', 'work/home-page.tsx']);
  expect(first.size).toBeGreaterThan(3);
  expect(sizeOf(first)).toBeLessThanOrEqual(MOST_AT_FIRST);
  const screens = Object.keys(manifest).filter((key) => /-page\.tsx$/.test(key));
  expect(screens.length).toBeGreaterThan(3);
  const heavy = screens
    .map((key) => ({ key, bytes: sizeOf([...needed(manifest, [key])].filter((file) => !first.has(file))) }))
    .filter(({ bytes }) => bytes > MOST_OF_A_SCREEN);
  expect(heavy).toEqual([]);
});

test('the console’s page contains no inline script or style', () => {
  const page = readFileSync(join(root, 'console/dist/index.html'), 'utf8');
  expect(page).not.toMatch(/<style|<script(?![^>]* src=)|\son\w+=|style=/);
});
