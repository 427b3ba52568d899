import { Excessive, readYaml } from './yaml.ts';

/** Placeholder for an entry that YAML couldn't parse. */
export const LOST = 'orbita:lost-entry';

/** YAML syntax errors, and the text with those parts removed so that the rest of the file can be validated. */
export type Salvaged = {
  text: string;
  errors: { line: number; message: string }[];
  /** Sections that were removed completely. */
  sections: string[];
  /** Codes in the removed parts; references to them are not reported. */
  codes: string[];
};

/** Lines of a file that are removed together: an entry of a list, or a section that isn't a list; `to` is exclusive. */
type Chunk = { from: number; to: number; section: string; indent: string | undefined };

const SECTION = /^(?:"([^"]+)"\s*|'([^']+)'\s*|([^\s#\-{}[\]"'%&*!|>@`:][^:#]*)):(?=\s|$)/;
const isEmpty = (line: string) => /^\s*(#|$)/.test(line);

const chunksOf = (lines: readonly string[]): Chunk[] => {
  const heads = lines.flatMap((line, at) => {
    const found = SECTION.exec(line);
    if (!found) return [];
    const [head, double, single, plain = ''] = found;
    const bare = isEmpty(line.slice(head.length));
    return [{ at, name: double ?? single ?? plain.trimEnd(), bare }];
  });
  return heads.flatMap(({ at, name, bare }, index): Chunk[] => {
    const end = heads[index + 1]?.at ?? lines.length;
    const body = lines.slice(at + 1, end);
    const first = body.find((line) => !isEmpty(line));
    const indent = /^(\s*)-(\s|$)/.exec(first ?? '')?.[1];
    if (indent === undefined || !bare) return [{ from: at, to: end, section: name, indent: undefined }];
    const starts = body.flatMap((line, offset) =>
      line.startsWith(`${indent}-`) && /^\s*-(\s|$)/.test(line) ? [at + 1 + offset] : [],
    );
    return starts.map((from, entry) => ({ from, to: starts[entry + 1] ?? end, section: name, indent }));
  });
};

/** The first error of a text by itself; `line` counts from 1. */
function errorIn(text: string): { line: number; message: string } | undefined {
  try {
    const { errors, lineAt } = readYaml(text);
    const [error] = errors;
    return error && { line: lineAt(error.at), message: error.message };
  } catch (error) {
    if (error instanceof Excessive) return error;
    throw error;
  }
}

const firstError = (lines: readonly string[], chunk: Chunk) => {
  const head = chunk.indent === undefined ? [] : [`${chunk.section}:`];
  const error = errorIn([...head, ...lines.slice(chunk.from, chunk.to)].join('\n'));
  if (!error) return undefined;
  const line = chunk.from + error.line - head.length;
  let last = chunk.to;
  while (last > chunk.from + 1 && isEmpty(lines[last - 1] ?? '')) last -= 1;
  return { line: Math.min(Math.max(line, chunk.from + 1), last), message: error.message };
};

const codesIn = (lines: readonly string[]): string[] =>
  [...lines.join('\n').matchAll(/\b(?:code|host)["']?\s*:\s*["']?([^\s"',}\]]+)/g)].map(
    ([, code]) => code ?? '',
  );

/**
 * Removes from a file what YAML can't parse, entry by entry, keeping line numbers. Otherwise one syntax error would hide all
 * other errors of the file.
 */
export function salvage(text: string): Salvaged {
  const lines = text.split('\n');
  const kept = [...lines];
  const found: Salvaged = { text, errors: [], sections: [], codes: [] };
  for (const chunk of chunksOf(lines)) {
    const error = firstError(lines, chunk);
    if (!error) continue;
    found.errors.push(error);
    found.codes.push(...codesIn(lines.slice(chunk.from, chunk.to)));
    for (let at = chunk.from; at < chunk.to; at++) kept[at] = '';
    if (chunk.indent === undefined) found.sections.push(chunk.section);
    else kept[chunk.from] = `${chunk.indent}- "${LOST}"`;
  }
  return { ...found, text: kept.join('\n') };
}

/** Codes found anywhere in a text that can't be parsed at all. */
export const codesOf = (text: string): string[] => codesIn(text.split('\n'));
