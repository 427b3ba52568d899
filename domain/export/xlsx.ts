import { escapeHtml } from '../foundation/index.ts';
import { type Cell, defused } from './cells.ts';

/** Most rows of an XLSX file (spec-console 25.3.6); a CSV file has no such limit. */
export const XLSX_MOST_ROWS = 200_000;

/** Longest text that a cell of a spreadsheet holds. */
const LONGEST = 32_767;

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** XML has the marks of HTML; a carriage return would be read as a new line. */
const escaped = (text: string): string => escapeHtml(text).replaceAll('\r', '&#13;');

/** `_x0041_` is read as a letter by spreadsheets, so that what somebody typed so is written with its underscore spelled out. */
const spelled = (text: string): string => text.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_');

/** A text cut to what a cell holds, without half a character at its end. */
const cut = (text: string): string => (text.length > LONGEST ? text.slice(0, LONGEST).toWellFormed() : text);

const xlsxCell = (cell: Cell): string => {
  if (cell === null) return '<c/>';
  if (typeof cell === 'number') return `<c><v>${cell}</v></c>`;
  return `<c t="inlineStr"><is><t xml:space="preserve">${escaped(spelled(cut(defused(cell))))}</t></is></c>`;
};

/** Rows of a sheet: every text is a string cell, and there is no other kind but numbers. */
export const xlsxRows = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `<row>${row.map(xlsxCell).join('')}</row>`).join('');

/** Beginning of the sheet, with the heads of the columns in a row that stays in sight. */
export const xlsxHead = (heads: readonly string[]): string =>
  `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" ` +
  `activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>${xlsxRows([heads])}`;

export const XLSX_TAIL = '</sheetData></worksheet>';

/** Where the sheet stands in the file. */
export const XLSX_SHEET = 'xl/worksheets/sheet1.xml';

/** The other parts of the file, by their place: one sheet, no formulas, no links, no macros. */
export const xlsxParts = (sheet: string): Readonly<Record<string, string>> => ({
  '[Content_Types].xml':
    `${XML}<Types xmlns="${PACKAGE}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    `<Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/>` +
    `<Override PartName="/${XLSX_SHEET}" ContentType="${TYPES}.worksheet+xml"/></Types>`,
  '_rels/.rels':
    `${XML}<Relationships xmlns="${PACKAGE}/relationships">` +
    `<Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml':
    `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>` +
    `<sheet name="${escaped(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels':
    `${XML}<Relationships xmlns="${PACKAGE}/relationships">` +
    `<Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
});
