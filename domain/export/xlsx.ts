import { escapeHtml } from '../foundation/index.ts';
import { type Cell, defused } from './cells.ts';

/** Maximum number of rows of an XLSX file (spec-console 25.3.6); a CSV file has no such limit. */
export const XLSX_MOST_ROWS = 200_000;

/** Maximum length of text in a spreadsheet cell. */
const LONGEST = 32_767;

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Escapes text for XML, which needs the same escapes as HTML. A carriage return would be read as a line feed. */
const escaped = (text: string): string => escapeHtml(text).replaceAll('\r', '&#13;');

/** Spreadsheets decode `_x0041_` as a letter, so the underscore of such a sequence in typed text is escaped. */
const spelled = (text: string): string => text.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_');

/** The text truncated to the limit of a cell, without a lone surrogate at its end. */
const cut = (text: string): string => (text.length > LONGEST ? text.slice(0, LONGEST).toWellFormed() : text);

/** Letters of a zero-based column number: `A` to `Z`, then `AA`. */
const lettersOf = (column: number): string =>
  (column < 26 ? '' : lettersOf(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));

const DAY_MS = 86_400_000;
/** Day 0 of spreadsheets, which treat 1900 as a leap year; correct for every day from March 1900 on. */
const DAY_ZERO = Date.UTC(1899, 11, 30);
/** Index of the date-time format among the cell formats of `xl/styles.xml`. */
const MOMENT_STYLE = 1;
/** Ids below 164 are built-in formats, whose order of day and month depends on the reader's country. */
const MOMENT_FORMAT = 164;
/** Width of a column in characters; in a narrower one a date and time would be shown as `####`. */
const COLUMN_WIDTH = 18;

/** A cell states its position, because many programs do not count cells; empty cells are left out. */
const xlsxCell = (place: string, cell: Cell): string => {
  if (cell === null) return '';
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`;
  if (typeof cell === 'object')
    return `<c r="${place}" s="${MOMENT_STYLE}"><v>${(cell.wall - DAY_ZERO) / DAY_MS}</v></c>`;
  const text = escaped(spelled(cut(defused(cell))));
  return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
};

const xlsxRow = (row: readonly Cell[], number: number): string =>
  `<row r="${number}">${row.map((cell, at) => xlsxCell(`${lettersOf(at)}${number}`, cell)).join('')}</row>`;

/**
 * Rows of a sheet, numbered from `first` (1-based). Every text is a string cell; the only other kinds are numbers and moments,
 * which are numbers with a date-time format.
 */
export const xlsxRows = (rows: readonly (readonly Cell[])[], first: number): string =>
  rows.map((row, at) => xlsxRow(row, first + at)).join('');

/** Beginning of the sheet, with the column headings in a frozen row 1. */
export const xlsxHead = (heads: readonly string[]): string =>
  `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" ` +
  `activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>` +
  `<cols><col min="1" max="${heads.length}" width="${COLUMN_WIDTH}" customWidth="1"/></cols>` +
  `<sheetData>${xlsxRows([heads], 1)}`;

export const XLSX_TAIL = '</sheetData></worksheet>';

/** Path of the sheet within the file. */
export const XLSX_SHEET = 'xl/worksheets/sheet1.xml';

/** The other parts of the file, by their path: one sheet, no formulas, no links, no macros. */
export const xlsxParts = (sheet: string): Readonly<Record<string, string>> => ({
  '[Content_Types].xml':
    `${XML}<Types xmlns="${PACKAGE}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    `<Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/>` +
    `<Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/>` +
    `<Override PartName="/${XLSX_SHEET}" ContentType="${TYPES}.worksheet+xml"/></Types>`,
  '_rels/.rels':
    `${XML}<Relationships xmlns="${PACKAGE}/relationships">` +
    `<Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml':
    `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>` +
    `<sheet name="${escaped(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels':
    `${XML}<Relationships xmlns="${PACKAGE}/relationships">` +
    `<Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>` +
    `<Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml':
    `${XML}<styleSheet xmlns="${MAIN}">` +
    `<numFmts count="1"><numFmt numFmtId="${MOMENT_FORMAT}" formatCode="dd/mm/yyyy hh:mm"/></numFmts>` +
    '<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>' +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    '<cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
    `<xf numFmtId="${MOMENT_FORMAT}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>` +
    '</styleSheet>',
});
