import { readFileSync } from 'node:fs';

/**
 * Cells of the first table after `line` in a page of `docs`, without its two head rows. Tests compare data with the
 * specification by reading it, so that nobody has to write a table twice.
 */
export function rowsBelow(page: string, line: string): string[][] {
  const [, below = ''] = readFileSync(new URL(`../docs/${page}`, import.meta.url), 'utf8').split(line);
  const table = below.slice(below.indexOf('\n|')).trimStart().split('\n\n')[0] ?? '';
  const [, , ...rows] = table.split('\n');
  return rows.map((row) =>
    row
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}
