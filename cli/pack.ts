import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, resolve, sep } from 'node:path';

export type Pack = { yaml: string; files: Record<string, string> };

const isYaml = (file: string) => /\.ya?ml$/i.test(file);

/** Files of a folder, except dotfiles and `node_modules`. */
const filesOf = (folder: string, below = ''): string[] =>
  readdirSync(join(folder, below), { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.') && name !== 'node_modules')
    .flatMap((entry) => {
      const path = below ? `${below}/${entry.name}` : entry.name;
      return entry.isDirectory() ? filesOf(folder, path) : entry.isFile() ? [path] : [];
    })
    .sort();

const read = (folder: string, paths: readonly string[]) =>
  Object.fromEntries(paths.map((path) => [path, readFileSync(join(folder, path)).toString('base64')]));

const PATHS = /[\p{L}\p{N}_./-]+/gu;
const ENDINGS = /\.(?:svg|png|jpe?g|webp|ico|html?)\b/gi;

/** Paths of pictures and pages in a text, each up to its last known extension. */
const pathsIn = (text: string): string[] =>
  [...text.matchAll(PATHS)].flatMap(([path]) => {
    const last = [...path.matchAll(ENDINGS)].at(-1);
    const name = last ? path.slice(path.search(/[\p{L}\p{N}_]/u), last.index + last[0].length) : '';
    return name ? [name] : [];
  });

/** Files beside a YAML file that it names, with or without the tenant's alias in front. */
const filesNamedIn = (yaml: string, folder: string): string[] => {
  const names = pathsIn(yaml).flatMap((name) => [name, name.slice(name.indexOf('/') + 1)]);
  // Names with spaces are found by checking which existing files are mentioned.
  for (const { name } of readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile()))
    if (!name.startsWith('.') && !isYaml(name) && yaml.includes(name)) names.push(name);
  return [...new Set(names)]
    .filter((name) => resolve(folder, name).startsWith(folder + sep))
    .filter((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.isFile())
    .sort();
};

/** Text in another encoding would become question marks, which must never reach a candidate. */
const textOf = (bytes: Buffer): string => {
  const text = bytes.toString('utf8');
  if (Buffer.from(text).equals(bytes)) return text;
  const lost = text.split('\n').findIndex((line) => line.includes('\uFFFD'));
  throw new Error(`line ${lost + 1} is not UTF-8: save the file in this encoding`);
};

/** A catalogue of one file with the files it names, or of a folder, as the operations API expects it (spec 17.4). */
export function packCatalogue(path: string): Pack {
  if (statSync(path).isDirectory()) return { yaml: '', files: read(path, filesOf(path)) };
  const folder = dirname(resolve(path));
  const yaml = textOf(readFileSync(path));
  return { yaml, files: read(folder, filesNamedIn(yaml, folder)) };
}

/** The file of a problem as the caller knows it, and the position in it. */
export function placeOfProblem(
  given: string,
  { line, path }: { line: number; path: string },
): { file: string; line: number; inside: string } {
  const [, name, inside] = /^(\S+\.ya?ml)(?:: (.*))?$/i.exec(path) ?? [];
  return name ? { file: join(given, name), line, inside: inside ?? '' } : { file: given, line, inside: path };
}

export type Unpacking = {
  /** Every file with its new content, the YAML first. */
  files: [path: string, content: Buffer][];
  /** Files whose content is going to change. */
  replaced: string[];
  /** Other catalogue files in the folder: both together would be read as one catalogue. */
  others: string[];
};

/** Where an exported catalogue is written: into a folder, or as the named YAML file with its files beside it. */
export function unpackingOf(
  path: string,
  { yaml, files }: { yaml: string; files?: Record<string, string> | undefined },
): Unpacking {
  const single = isYaml(extname(path));
  const folder = single ? dirname(resolve(path)) : resolve(path);
  const main = single ? resolve(path) : join(folder, 'catalogue.yaml');
  const all: Unpacking['files'] = [[main, Buffer.from(yaml)]];
  for (const [name, content] of Object.entries(files ?? {})) {
    const target = resolve(folder, name);
    if (!target.startsWith(folder + sep)) throw new Error(`${name} lies outside ${folder}`);
    all.push([target, Buffer.from(content, 'base64')]);
  }
  const holds = (target: string) =>
    statSync(target, { throwIfNoEntry: false })?.isFile() ? readFileSync(target) : undefined;
  const there = !single && statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? filesOf(folder) : [];
  return {
    files: all,
    replaced: all.flatMap(([target, content]) => (holds(target)?.equals(content) === false ? [target] : [])),
    others: there.filter((name) => isYaml(name) && !all.some(([target]) => target === join(folder, name))),
  };
}

/** Writes the files listed by `unpackingOf`. */
export function unpack(files: Unpacking['files']): void {
  for (const [target, content] of files) {
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, content);
  }
}
