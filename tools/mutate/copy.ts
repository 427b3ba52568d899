import { cpSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Workspace packages are links; those of the copy must lead into the copy, or the original would be tested. */
function linkPackages(root: string, copy: string): void {
  const from = join(root, 'node_modules');
  const to = join(copy, 'node_modules');
  mkdirSync(join(to, '@orbita'), { recursive: true });
  for (const name of readdirSync(from)) {
    if (name === '@orbita' || name === '.cache' || name === '.vite' || name === '.vite-temp') continue;
    symlinkSync(join(from, name), join(to, name));
  }
  for (const name of readdirSync(join(from, '@orbita')))
    symlinkSync(join(copy, name), join(to, '@orbita', name));
}

/** Copies the project to the folder for temporary files, so that the files being worked on are never mutated. */
export function copyProject(root: string, files: string[]): string {
  const copy = mkdtempSync(join(tmpdir(), 'orbita-mutate-'));
  for (const file of files) {
    if (!lstatSync(join(root, file), { throwIfNoEntry: false })?.isFile()) continue;
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  linkPackages(root, copy);
  return copy;
}
