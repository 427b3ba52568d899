import { type Cell, defused, momentText } from './cells.ts';

/** Marks for a spreadsheet that the file is UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';
const SEPARATOR = ';';
const END = '\r\n';

const quoted = (text: string): string => `"${defused(text).replaceAll('"', '""')}"`;

const csvCell = (cell: Cell): string => {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell).replace('.', ',');
  return quoted(typeof cell === 'string' ? cell : momentText(cell));
};

/**
 * Lines of a CSV file as Brazilian spreadsheets read it (spec-console 25.3.6): `;`, CRLF, every text quoted and defused, numbers
 * with a comma and bare.
 */
export const csvLines = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => row.map(csvCell).join(SEPARATOR) + END).join('');

/** Beginning of a CSV file: the mark of UTF-8 and the heads of the columns. */
export const csvHead = (heads: readonly string[]): string => BYTE_ORDER_MARK + csvLines([heads]);
