import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isPage, PAGES, PICTURE, writtenPage } from '../manual/pages.ts';
import { blocksOf } from '../manual/written.ts';
import { PURPOSES } from '../texts/manual.ts';
import { screens } from './screens.ts';

it('every screen states its purpose and links to an existing page of the manual; work screens have no room for it', () => {
  const shown = screens.filter(({ path, review }) => !review && !path.startsWith('/manual'));
  const paths = shown.map(({ path }) => path);
  const said = Object.keys(PURPOSES).filter((path) => paths.includes(path));
  expect([...new Set(paths)].filter((path) => !said.includes(path))).toEqual([]);
  expect(Object.keys(PURPOSES).filter((path) => !screens.some((one) => one.path === path))).toEqual([]);
  for (const [what, page] of Object.values(PURPOSES)) expect([what, isPage(page)]).toEqual([what, true]);
});

it('every page of the manual exists, begins with its title and uses only supported markup', async () => {
  for (const [name, title] of Object.entries(PAGES)) {
    if (!isPage(name)) throw new Error(name);
    const [first, ...blocks] = blocksOf(await writtenPage(name));
    expect([name, first]).toEqual([name, { is: 'title', text: title }]);
    expect(blocks.length).toBeGreaterThan(0);
    const shown = blocks.filter((block) => block.is === 'picture').map(({ file }) => file);
    expect([name, shown]).toEqual([name, [`${name}.webp`]]);
    const texts = blocks.flatMap((block) => ('items' in block ? block.items : [block.text]));
    for (const text of texts) expect([name, text]).toEqual([name, text.replace(/[*_`<>[\]]|^#|!\[/g, '')]);
  }
});

it('every page of the manual has its picture, of the size reserved on the page, small enough for a repository', () => {
  const folder = join(import.meta.dirname, '../../docs/equipe/pictures');
  const files = readdirSync(folder).sort();
  expect(files).toEqual(
    Object.keys(PAGES)
      .map((name) => `${name}.webp`)
      .sort(),
  );
  for (const file of files) {
    const content = readFileSync(join(folder, file));
    expect([file, content.length <= 60 * 1024]).toEqual([file, true]);
    // A canvas writes the extended format, which stores the size minus one (RFC 9649, 2.7).
    const size = { width: content.readUIntLE(24, 3) + 1, height: content.readUIntLE(27, 3) + 1 };
    expect([file, content.toString('latin1', 8, 16), size]).toEqual([file, 'WEBPVP8X', PICTURE]);
  }
});
