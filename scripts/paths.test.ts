import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Pages by which people find their way: a wrong path in them is worse than none. */
const PAGES = [
  'README.md',
  'console/README.md',
  'tools/README.md',
  'docs/README.md',
  'docs/architecture.md',
  'docs/contributing.md',
];
const MOST_FILES = 3;

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
}).split('\n');
const TOP = new Set(tracked.map((file) => file.split('/', 1)[0]));
const FILE = /\.(?:tsx?|mjs|sql|css|md|json|yaml)$/;

/** Text in backticks that looks like a file or folder of the repository; `dist` is written by commands. */
const pathsIn = (text: string) =>
  [...text.matchAll(/`([\w.*<>{},-][\w.*<>{},/-]*)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => FILE.test(path) || (path.includes('/') && TOP.has(path.split('/', 1)[0])))
    .filter((path) => !path.startsWith('dist/'));
/** Files and folders with that path, from the root or the page's own folder; `<module>` and `00NN` match any. */
const found = (path: string, page: string): string[] =>
  [path, join(dirname(page), path)].flatMap((one) =>
    globSync(one.replaceAll(/<\w+>|00NN/g, '*'), { cwd: root }),
  );
/** Files with that name in any folder, or whose name ends with it. */
const called = (name: string): string[] =>
  name.includes('/') ? [] : tracked.filter((file) => basename(file).endsWith(name.replace('*', '')));
const anywhere = (path: string, page: string): string[] => [...found(path, page), ...called(path)];

describe.each(PAGES)('%s', (page) => {
  const text = read(page);
  const rows = text.split('\n').filter((line) => line.startsWith('| '));

  it('names only files and folders that exist', () => {
    const paths = pathsIn(text);
    expect(paths.filter((path) => anywhere(path, page).length === 0)).toEqual([]);
    expect(paths.length).toBeGreaterThan(3);
  });

  it('names a file without its folder in a table row only after one of that folder', () => {
    const missing = rows.flatMap((row) => {
      let folder: string | undefined;
      return pathsIn(row).filter((path) => {
        if (path.includes('/')) folder = FILE.test(path) ? dirname(path) : path;
        else if (folder) return [join(folder, path), path].every((one) => found(one, page).length === 0);
        return false;
      });
    });
    expect(missing).toEqual([]);
  });

  it('names functions in the files that have them', () => {
    const missing = [...text.matchAll(/`(\w+)`\s(?:\(|in |of )`([\w./-]+\.tsx?)`/g)].filter(
      ([, name = '', path = '']) =>
        !anywhere(path, page).some((file) => new RegExp(`\\b${name}\\b`).test(read(file))),
    );
    expect(missing.map(([pair]) => pair)).toEqual([]);
  });

  it(`has no more than ${MOST_FILES} files in a cell of a table`, () => {
    const crowded = rows
      .flatMap((row) => row.split('|'))
      .filter((cell) => pathsIn(cell).filter((path) => FILE.test(path)).length > MOST_FILES);
    expect(crowded).toEqual([]);
  });
});

it.each(['CONTRIBUTING.md', 'docs/runbook.md', 'docs/scale.md', 'docs/going-live.md', 'cli/README.md'])(
  '%s names only files and folders that exist',
  (page) => {
    // The list of packages is written with the image.
    const missing = pathsIn(read(page)).filter((path) => anywhere(path, page).length === 0);
    expect(missing.filter((path) => path !== 'components.cdx.json')).toEqual([]);
  },
);

it('decision records name only files and folders that exist', () => {
  const records = tracked.filter((file) => file.startsWith('docs/decisions/0'));
  const missing = records.flatMap((page) =>
    pathsIn(read(page))
      .filter((path) => !path.includes('/dist') && anywhere(path, page).length === 0)
      .map((path) => `${path} in ${page}`),
  );
  expect(missing).toEqual([]);
  expect(records.length).toBeGreaterThan(20);
});

it('docs/architecture.md names only functions of the product', () => {
  const source = tracked
    .filter((file) => /^(?:domain|protocol|client|ui|api|web|console|cli)\/.*\.tsx?$/.test(file))
    .map(read)
    .join('\n');
  const words = new Set(source.match(/\w+/g));
  const named = [...read('docs/architecture.md').matchAll(/`([a-z]+[A-Z]\w*)`/g)].map(
    ([, name = '']) => name,
  );
  expect(named.filter((name) => !words.has(name))).toEqual([]);
  expect(named.length).toBeGreaterThan(40);
});
