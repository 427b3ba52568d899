import { expect, it } from 'vitest';
import { importsOf, productFiles } from './source-imports.ts';

const graph = new Map(productFiles().map((file) => [file, importsOf(file)]));

/** Groups of files of which each reaches every other one (Tarjan). */
function circles(): string[][] {
  const found: string[][] = [];
  const place = new Map<string, number>();
  const open: string[] = [];
  const visit = (file: string): number => {
    const own = place.size;
    place.set(file, own);
    open.push(file);
    let low = own;
    for (const target of graph.get(file) ?? []) {
      if (!place.has(target)) low = Math.min(low, visit(target));
      else if (open.includes(target)) low = Math.min(low, place.get(target) ?? low);
    }
    if (low === own) {
      const group = open.splice(open.indexOf(file));
      if (group.length > 1) found.push(group.sort());
    }
    return low;
  };
  for (const file of graph.keys()) if (!place.has(file)) visit(file);
  return found;
}

// Biome's `noImportCycles` only considers values; a circle of types still means that none of the files can be read by itself.
it('there are no circular imports, types and lazy imports included', () => {
  expect(graph.size).toBeGreaterThan(1000);
  expect(circles()).toEqual([]);
});
