/** Files of lists: what can be exported, and how cells are written so that no spreadsheet executes them (spec-console 25.3.6). */
export * from './cells.ts';
export * from './csv.ts';
export * from './lists.ts';
export * from './xlsx.ts';
