import { type Alias, type Document, isAlias, isMap, isScalar, LineCounter, parseDocument, visit } from 'yaml';
import { codesOf, salvage } from './salvage.ts';

/** One file of a catalogue, with line numbers for its positions. */
export type Source = {
  file: string;
  value: Record<string, unknown>;
  lineOf(path: readonly PropertyKey[]): number;
  /** What could not be read: sections, and the codes in them. */
  lost: { everything: boolean; sections: readonly string[]; codes: readonly string[] };
};

export type Problem = { line: number; path: string; message: string };

/** The file that a problem names; the empty text for the only one. */
export const fileOf = ({ path }: Pick<Problem, 'path'>): string =>
  path.includes(': ') ? path.slice(0, path.indexOf(': ')) : '';

/** Position of an entry in its file, so that later checks can name the line. */
export type Origin = { source: Source; path: PropertyKey[] };

/** `offers[2].courses[0].course`, with the file's name before it when there are several. */
export const pathText = (file: string, path: readonly PropertyKey[]): string => {
  const inside = path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${part}]` : text ? `${text}.${String(part)}` : String(part),
    '',
  );
  return file ? `${file}: ${inside}` : inside;
};

/** Line and path of a field of an entry. */
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

const parse = (text: string) => {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false, uniqueKeys: true, merge: true });
  return { document, lineAt: (offset: number) => lineCounter.linePos(offset).line };
};

const isRepeated = ({ code }: { code: string }) => code === 'DUPLICATE_KEY';

/**
 * References to undefined YAML anchors are reported and read as nothing. Those of a removed entry are not
 * reported.
 */
const dropDangling = (
  document: Document,
  text: string,
  report: (offset: number, message: string) => void,
) => {
  const set = new Set<string>();
  const dangles = (node: unknown): node is Alias => isAlias(node) && !set.has(node.source);
  const drop = ({ source, range }: Alias) => {
    if (!text.includes(`&${source}`))
      report(range?.[0] ?? 0, `no anchor &${source} stands before *${source}`);
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

/** Reads one YAML file. Syntax errors are reported with their line; the rest of the file is read. */
export function readSource(file: string, text: string, problems: Problem[]): Source {
  const report = (line: number, message: string) =>
    problems.push({ line, path: pathText(file, []), message });
  let { document, lineAt } = parse(text);
  const lost = { everything: false, sections: [] as string[], codes: [] as string[] };
  if (!document.errors.every(isRepeated)) {
    const saved = salvage(text);
    for (const { line, message } of saved.errors) report(line, message);
    lost.sections = saved.sections;
    lost.codes = saved.codes;
    ({ document, lineAt } = parse(saved.text));
  }
  for (const error of document.errors)
    report(lineAt(error.pos[0]), isRepeated(error) ? 'this key is there twice' : error.message);
  const readable = document.errors.every(isRepeated);
  if (readable) {
    if (/\*\w/.test(text)) dropDangling(document, text, (offset, message) => report(lineAt(offset), message));
  } else {
    lost.everything = true;
    lost.codes.push(...codesOf(text));
  }
  const value: unknown = readable ? asValue(document, (message) => report(1, message)) : {};
  const usable = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!usable && value !== null) report(1, 'must be a mapping');
  return {
    file,
    value: usable ? (value as Record<string, unknown>) : {},
    lineOf: (path) => lineAt(offsetOf(document, path)),
    lost,
  };
}
