import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The file that an import names, with or without its ending; undefined where it is a package or an asset. */
function fileOf(target: string, from: string, web: string): string | undefined {
  const shared = /^@orbita\/web\/(.+)/.exec(target)?.[1];
  if (!shared && !target.startsWith('.')) return undefined;
  const path = shared ? join(web, shared) : join(dirname(from), target);
  return [path, `${path}.tsx`, `${path}.ts`].find((one) => /\.\w+$/.test(one) && existsSync(one));
}

/** Files of this app, and of `web`, that a module imports statically, directly or indirectly. */
export function reachedFrom(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file) || !existsSync(file)) return found;
  found.add(file);
  if (!/\.tsx?$/.test(file)) return found;
  const imports = readFileSync(file, 'utf8').matchAll(/^(?:import|export)(?! type)[^;]*?'([^']+)';/gm);
  for (const [, target] of imports) {
    const next = fileOf(target as string, file, join(import.meta.dirname, '..'));
    if (next) reachedFrom(next, found);
  }
  return found;
}
