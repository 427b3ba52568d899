import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, relative, resolve, sep } from 'node:path';

export type Pack = { yaml: string; files: Record<string, string> };

const isYaml = (file: string) => /\.ya?ml$/i.test(file);

const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .sort();

const read = (folder: string, paths: readonly string[]) =>
  Object.fromEntries(paths.map((path) => [path, readFileSync(join(folder, path)).toString('base64')]));

/** A catalogue of one file (with what lies beside it) or of a folder, as the operations API takes it (spec 17.4). */
export function packCatalogue(path: string): Pack {
  if (statSync(path).isDirectory()) return { yaml: '', files: read(path, filesOf(path)) };
  const folder = dirname(resolve(path));
  const beside = filesOf(folder).filter((file) => !isYaml(file));
  return { yaml: readFileSync(path, 'utf8'), files: read(folder, beside) };
}

/** Writes an exported catalogue: into a folder, or as the named YAML file with its files beside it. */
export function unpackCatalogue(
  path: string,
  { yaml, files }: { yaml: string; files?: Record<string, string> | undefined },
): string[] {
  const single = isYaml(extname(path));
  const folder = single ? dirname(resolve(path)) : resolve(path);
  const written = [single ? resolve(path) : join(folder, 'catalogue.yaml')];
  mkdirSync(folder, { recursive: true });
  writeFileSync(written[0] as string, yaml);
  for (const [name, content] of Object.entries(files ?? {})) {
    const target = resolve(folder, name);
    if (!target.startsWith(folder + sep)) throw new Error(`${name} lies outside ${folder}`);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, Buffer.from(content, 'base64'));
    written.push(target);
  }
  return written;
}
