import { type Cell, defused, momentText } from './cells.ts';

/** Tells spreadsheets that the file is UTF-8. */
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
 * Lines of a CSV file for Brazilian spreadsheets (spec-console 25.3.6): separated by `;`, ending with CRLF, every text quoted and
 * defused, numbers unquoted and with a decimal comma.
 */
export const csvLines = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => row.map(csvCell).join(SEPARATOR) + END).join('');

/** Beginning of a CSV file: the UTF-8 byte order mark and the column headings. */
export const csvHead = (heads: readonly string[]): string => BYTE_ORDER_MARK + csvLines([heads]);
