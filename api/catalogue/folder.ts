import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { CatalogueFiles } from './parse.ts';

/** Packs a tenant's folder in the form that operations accept: every file by its path within the folder. */
export function readFolder(folder: string): CatalogueFiles {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const files = entries.map((entry): [string, string] => {
    const path = join(entry.parentPath, entry.name);
    return [path.slice(folder.length + 1).replaceAll(sep, '/'), readFileSync(path).toString('base64')];
  });
  return { yaml: '', files: Object.fromEntries(files.sort(([a], [b]) => a.localeCompare(b))) };
}
