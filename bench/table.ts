export type Figure = { what: string; measured: string; target: string; reached: boolean | null };

/** Prints figures as a table; `null` = informative, without a target. */
export function print(figures: readonly Figure[]): void {
  const rows = [
    ['What', 'Measured', 'Target', ''],
    ...figures.map((f) => [
      f.what,
      f.measured,
      f.target,
      f.reached === null ? '' : f.reached ? 'reached' : 'NOT reached',
    ]),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  for (const row of rows) console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
}
