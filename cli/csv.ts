import { CsvError, parse } from 'csv-parse/sync';

export type CsvProblem = { line: number; path: string; message: string };
/** A row of a table, its cells by column; empty and missing cells are absent. */
export type CsvLine<C extends string> = { line: number; cells: Partial<Record<C, string>> };

/** Comma, or what Portuguese spreadsheets write: a semicolon or a tab. */
const separatorOf = (text: string): string => {
  const header = text.split(/[\r\n]/, 1)[0] ?? '';
  return [';', '\t'].find((one) => header.includes(one)) ?? ',';
};

const WORDS: Readonly<Record<string, boolean>> = {
  ...{ true: true, verdadeiro: true, yes: true, sim: true, 1: true },
  ...{ false: false, falso: false, no: false, não: false, nao: false, 0: false },
};

/** A cell that says yes or no, also as spreadsheets translate it; undefined for anything else. */
export const yesOrNo = (cell: string): boolean | undefined => {
  const word = cell.toLowerCase().normalize('NFC');
  return Object.hasOwn(WORDS, word) ? WORDS[word] : undefined;
};

type Parsed = { record: string[]; info: { lines: number } };

/**
 * Reads a CSV (RFC 4180, comma or semicolon, quotes if a cell contains the separator) with a header of known columns in any
 * order. Problems carry their line number; after one in the header nothing else is read.
 * @param required columns that must be present
 */
export function parseTable<C extends string>(
  text: string,
  columns: readonly C[],
  required: readonly C[],
): { lines: CsvLine<C>[]; problems: CsvProblem[] } {
  let parsed: Parsed[];
  try {
    parsed = parse(text, {
      bom: true,
      delimiter: separatorOf(text),
      trim: true,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
    }) as unknown as Parsed[]; // its types leave out that `info` wraps each record
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = Number(error.lines ?? 1);
    return { lines: [], problems: [{ line, path: '', message: error.message }] };
  }
  const [header, ...rest] = parsed;
  const names = header?.record ?? [];
  const isKnown = (name: string): name is C => columns.some((known) => known === name);
  // Spreadsheets write empty columns on the right, and empty rows as separators alone.
  const problems: CsvProblem[] = names
    .filter((name) => name !== '' && !isKnown(name))
    .map((name) => ({ line: 1, path: name, message: `Unknown column; known: ${columns.join(', ')}` }));
  for (const name of new Set(names.filter((one, at) => one !== '' && names.indexOf(one) !== at)))
    problems.push({ line: 1, path: name, message: 'This column is there twice' });
  for (const name of required)
    if (!names.includes(name)) problems.push({ line: 1, path: name, message: 'This column is missing' });
  if (problems.length > 0) return { lines: [], problems };
  const lines = rest.flatMap(({ record, info }): CsvLine<C>[] => {
    const filled = record.map((cell, at) => [names[at], cell] as const).filter(([, cell]) => cell !== '');
    if (filled.length === 0) return [];
    if (record.length <= names.length && filled.every(([name]) => name)) {
      return [{ line: info.lines, cells: Object.fromEntries(filled) as CsvLine<C>['cells'] }];
    }
    const message = `${record.length} cells, but ${names.filter(Boolean).length} columns`;
    problems.push({ line: info.lines, path: '', message });
    return [];
  });
  if (lines.length === 0 && problems.length === 0)
    problems.push({ line: 1, path: '', message: 'No line below the header' });
  return { lines, problems };
}
