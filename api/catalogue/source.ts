import { type Alias, type Document, isAlias, isMap, isScalar, visit } from 'yaml';
import type { Problem, Problems } from './problems.ts';
import { codesOf, salvage } from './salvage.ts';
import { Excessive, readYaml, type Yaml } from './yaml.ts';

/** One file of a catalogue, with line numbers for its positions. */
export type Source = {
  file: string;
  value: Record<string, unknown>;
  lineOf(path: readonly PropertyKey[]): number;
  /** What couldn't be parsed: sections, and the codes in them. */
  lost: { everything: boolean; sections: readonly string[]; codes: readonly string[] };
};

/** The file that a problem names; '' if there is only one file. */
export const fileOf = ({ path }: Pick<Problem, 'path'>): string =>
  path.includes(': ') ? path.slice(0, path.indexOf(': ')) : '';

/** An entry's position in its file, so that later checks can report the line. */
export type Origin = { source: Source; path: PropertyKey[] };

/** `offers[2].courses[0].course`, prefixed with the file name if there are several. */
export const pathText = (file: string, path: readonly PropertyKey[]): string => {
  const inside = path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${part}]` : text ? `${text}.${String(part)}` : String(part),
    '',
  );
  return file ? `${file}: ${inside}` : inside;
};

/** Line and path of an entry's field. */
export const placeOf = (
  { source, path }: Origin,
  field: readonly PropertyKey[],
): Omit<Problem, 'message'> => {
  const full = [...path, ...field];
  return { line: source.lineOf(full), path: pathText(source.file, full) };
};

const offsetOf = (document: Document, path: readonly PropertyKey[]): number => {
  for (let length = path.length; length > 0; length--) {
    const part = path.slice(0, length);
    const parent = length === 1 ? document.contents : document.getIn(part.slice(0, -1), true);
    const last = part.at(-1);
    if (isMap(parent)) {
      const pair = parent.items.find((item) => isScalar(item.key) && item.key.value === last);
      if (pair && isScalar(pair.key) && pair.key.range) return pair.key.range[0];
      continue;
    }
    const node = document.getIn(part, true) as { range?: [number, number, number] } | undefined;
    if (node?.range) return node.range[0];
  }
  return 0;
};

/** References to undefined YAML anchors are reported and dropped. Those to an anchor in a removed entry aren't reported. */
const dropDangling = (
  document: Document,
  text: string,
  report: (offset: number, message: string) => void,
) => {
  const named = new Set([...text.matchAll(/&([^\s,[\]{}]+)/g)].map(([, name]) => name));
  const set = new Set<string>();
  const dangles = (node: unknown): node is Alias => isAlias(node) && !set.has(node.source);
  const drop = ({ source, range }: Alias) => {
    if (!named.has(source)) report(range?.[0] ?? 0, `no anchor &${source} stands before *${source}`);
    return visit.REMOVE;
  };
  visit(document, {
    // A merge key without a value is invalid and is dropped.
    Pair: (_, { key, value }) =>
      isScalar(key) && key.value === '<<' && dangles(value) ? drop(value) : undefined,
    Alias: (_, alias) => (dangles(alias) ? drop(alias) : undefined),
    Value(_, node) {
      if (node.anchor) set.add(node.anchor);
    },
  });
};

const asValue = (document: Document, report: (message: string) => void): unknown => {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    report((error as Error).message);
    return null;
  }
};

type Lost = { everything: boolean; sections: string[]; codes: string[] };

/** A text as YAML, or why it is not read as a whole. */
function asYaml(text: string): Yaml | Excessive {
  try {
    return readYaml(text);
  } catch (error) {
    if (error instanceof Excessive) return error;
    throw error;
  }
}

/**
 * What can be read from a text: all of it, or what remains without the entries that YAML can't parse or that are too expensive.
 * @throws Excessive for a text that is too expensive because of no single entry.
 */
function readable(text: string, report: (line: number, message: string) => void, lost: Lost): Yaml {
  const whole = asYaml(text);
  if (!(whole instanceof Excessive) && whole.errors.length === 0) return whole;
  const saved = salvage(text);
  if (whole instanceof Excessive && saved.errors.length === 0) throw whole;
  for (const { line, message } of saved.errors) report(line, message);
  lost.sections = saved.sections;
  lost.codes = saved.codes;
  const left = readYaml(saved.text);
  for (const { at, message } of left.errors) report(left.lineAt(at), message);
  if (left.errors.length > 0) {
    lost.everything = true;
    lost.codes.push(...codesOf(text));
  }
  return left;
}

/** Reads one YAML file. Syntax errors are reported with their line; the rest of the file is still read. */
export function readSource(file: string, text: string, problems: Problems): Source {
  const report = (line: number, message: string) =>
    problems.add(() => ({ line, path: pathText(file, []), message }));
  const lost: Lost = { everything: false, sections: [], codes: [] };
  let read: Yaml;
  try {
    read = readable(text, report, lost);
  } catch (error) {
    if (!(error instanceof Excessive)) throw error;
    report(error.line, error.message);
    lost.everything = true;
    return { file, value: {}, lineOf: () => error.line, lost };
  }
  const { document, lineAt } = read;
  for (const at of read.repeated) report(lineAt(at), 'this key is there twice');
  for (const { at, message } of read.unmeant) report(lineAt(at), message);
  if (!lost.everything && /\*\w/.test(text))
    dropDangling(document, text, (offset, message) => report(lineAt(offset), message));
  const value: unknown = lost.everything ? {} : asValue(document, (message) => report(1, message));
  const usable = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!usable && value !== null) report(1, 'must be a mapping');
  return {
    file,
    value: usable ? (value as Record<string, unknown>) : {},
    lineOf: (path) => lineAt(offsetOf(document, path)),
    lost,
  };
}
