import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Row } from './load/measure.ts';
import type { Figure } from './table.ts';

/**
 * Kinds of work that the gate checks. Sign-up is left out, because its time is dominated by the password hash, which is slow by
 * design.
 */
const HELD = ['read', 'autosave', 'application', 'journey'] as const;
/** Rate of the product divided by the rate of the bare server in the same run, with one process each. */
export type Ratios = Record<(typeof HELD)[number], number>;

const BASELINE = join(import.meta.dirname, 'baseline.json');
/** Runs on one machine differ by about a tenth; a larger drop is not noise. */
const NOISE = 0.15;

/** What is measured for the gate. */
export const GATE = { rounds: 3, processes: [1], kinds: HELD };

/** Compares each ratio with the one in `baseline.json`; reached = at most `NOISE` below it (R14). */
export const judged = (measured: Ratios, baseline: Ratios): Figure[] =>
  HELD.map((what) => ({
    what: `${what} ÷ bare`,
    measured: measured[what].toFixed(3),
    target: `≥ ${(baseline[what] * (1 - NOISE)).toFixed(3)} (kept: ${baseline[what].toFixed(3)})`,
    reached: measured[what] >= baseline[what] * (1 - NOISE),
  }));

/** The checked ratios among the measurements, rounded to three decimals. */
export const ratiosOf = (rows: readonly Pick<Row, 'kind' | 'ratio'>[]): Ratios =>
  Object.fromEntries(
    HELD.map((what) => [what, Number((rows.find(({ kind }) => kind === what)?.ratio ?? 0).toFixed(3))]),
  ) as Ratios;

/** Compares the measurements with the stored ratios; `keep` stores them as the new baseline. */
export function gate(rows: readonly Row[], keep: boolean): Figure[] {
  const measured = ratiosOf(rows);
  if (keep) writeFileSync(BASELINE, `${JSON.stringify(measured, null, 2)}\n`);
  return judged(measured, JSON.parse(readFileSync(BASELINE, 'utf8')) as Ratios);
}
