/** Files of lists: what can be exported, and how cells are written so that no spreadsheet executes them (spec-console 25.3.6). */
export { type Cell, defused, type Moment, momentText } from './cells.ts';
export { csvHead, csvLines } from './csv.ts';
export {
  chosenColumns,
  columnsOf,
  EXPORT_FORMATS,
  EXPORT_LIST_NAMES,
  EXPORT_LISTS,
  EXPORT_REASON,
  EXPORT_STATES,
  type ExportFormat,
  type ExportList,
  type ExportState,
  exportFileName,
  isOfTenant,
} from './lists.ts';
export { XLSX_MOST_ROWS, XLSX_SHEET, XLSX_TAIL, xlsxHead, xlsxParts, xlsxRows } from './xlsx.ts';
