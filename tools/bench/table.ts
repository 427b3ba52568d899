export type Figure = { what: string; measured: string; target: string; reached: boolean | null };

/** The word in the last column; `null` = informative, without a target. */
export const verdict = (reached: boolean | null): string =>
  reached === null ? '' : reached ? 'reached' : 'NOT reached';

/** Lines of a table whose columns are as wide as their widest cell; the first row is the header. */
export function tableOf(rows: readonly (readonly string[])[]): string[] {
  const columns = rows[0]?.length ?? 0;
  const widths = Array.from({ length: columns }, (_, at) =>
    Math.max(...rows.map((row) => row[at]?.length ?? 0)),
  );
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** Prints figures as a table. */
export function print(figures: readonly Figure[]): void {
  const rows = figures.map((f) => [f.what, f.measured, f.target, verdict(f.reached)]);
  for (const line of tableOf([['What', 'Measured', 'Target', ''], ...rows])) console.log(line);
}
