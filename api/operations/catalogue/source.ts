import { type Document, isMap, isScalar, LineCounter, parseDocument } from 'yaml';

/** One file of a catalogue whose places can be told by line. */
export type Source = {
  file: string;
  value: Record<string, unknown>;
  lineOf(path: readonly PropertyKey[]): number;
};

export type Problem = { line: number; path: string; message: string };

/** `offers[2].courses[0].course`, with the file's name before it when there are several. */
export const pathText = (file: string, path: readonly PropertyKey[]): string => {
  const inside = path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${part}]` : text ? `${text}.${String(part)}` : String(part),
    '',
  );
  return file ? `${file}: ${inside}` : inside;
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

/** Reads one YAML file. What YAML itself refuses is told with its line; the file then counts as empty. */
export function readSource(file: string, text: string, problems: Problem[]): Source {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false, uniqueKeys: true, merge: true });
  for (const error of document.errors) {
    problems.push({
      line: lineCounter.linePos(error.pos[0]).line,
      path: pathText(file, []),
      message: error.message,
    });
  }
  const value: unknown = document.errors.length === 0 ? document.toJS({ maxAliasCount: 100 }) : {};
  const usable = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!usable && value !== null)
    problems.push({ line: 1, path: pathText(file, []), message: 'must be a mapping' });
  return {
    file,
    value: usable ? (value as Record<string, unknown>) : {},
    lineOf: (path) => lineCounter.linePos(offsetOf(document, path)).line,
  };
}
