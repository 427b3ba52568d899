import { oneLine } from './visible.ts';

const cell = (value: unknown): string =>
  value === null || value === undefined
    ? '–'
    : Array.isArray(value)
      ? value.map(cell).join(', ') || '–'
      : typeof value === 'object'
        ? oneLine(JSON.stringify(value))
        : oneLine(String(value));

const WIDEST = 60;
const cut = (text: string) => (text.length > WIDEST ? `${text.slice(0, WIDEST - 1)}…` : text);

/** Rows below their column names, as wide as needed. */
export function table(rows: readonly Record<string, unknown>[], columns: readonly string[]): string {
  if (rows.length === 0) return 'Nothing found.';
  const lines = [columns, ...rows.map((row) => columns.map((column) => cut(cell(row[column]))))];
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => (line[at] ?? '').length)));
  return lines
    .map((line) =>
      line
        .map((text, at) => text.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** One object, a line per field. */
export function record(thing: object): string {
  const entries = Object.entries(thing);
  const width = Math.max(0, ...entries.map(([name]) => name.length));
  return entries.map(([name, value]) => `${name.padEnd(width)}  ${cell(value)}`).join('\n');
}

/** The fields that fit on one line. */
export const plain = (facts: object) =>
  Object.fromEntries(
    Object.entries(facts).filter(
      ([, value]) => typeof value !== 'object' || value === null || Array.isArray(value),
    ),
  );
