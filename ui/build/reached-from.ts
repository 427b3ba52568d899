import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The file that an import names, with or without its extension; undefined for a package or an asset. */
function fileOf(target: string, from: string, root: string): string | undefined {
  const shared = /^@orbita\/((?:ui|client)\/.+)/.exec(target)?.[1];
  if (!shared && !target.startsWith('.')) return undefined;
  const path = shared ? join(root, shared) : join(dirname(from), target);
  return [path, `${path}.tsx`, `${path}.ts`].find((one) => /\.\w+$/.test(one) && existsSync(one));
}

/** The module that a statement imports at run time; undefined if it imports nothing. */
function targetOf(statement: string): string | undefined {
  const lines = `\n${statement}`;
  const said = lines.slice(Math.max(lines.lastIndexOf('\nimport '), lines.lastIndexOf('\nexport ')) + 1);
  if (!/^(?:import|export) (?!type )/.test(said) || !said.endsWith("'")) return undefined;
  return said.slice(said.lastIndexOf("'", said.length - 2) + 1, -1);
}

/** Files of this app, of `ui` and of `client` that a module imports statically, directly or indirectly, including itself. */
export function reachedFrom(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file) || !existsSync(file)) return found;
  found.add(file);
  if (!/\.tsx?$/.test(file)) return found;
  for (const statement of readFileSync(file, 'utf8').split(';')) {
    const target = targetOf(statement);
    const next = target && fileOf(target, file, join(import.meta.dirname, '../..'));
    if (next) reachedFrom(next, found);
  }
  return found;
}
