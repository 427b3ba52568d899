import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Harness } from '@orbita/api/testing/harness';
import { applicationRate } from './applications.ts';
import { readRates } from './ratio.ts';
import type { Figure } from './table.ts';

/** What the product does, as parts of what a bare server does with the same database in the same run. */
export type Ratios = { reads: number; applications: number };

const BASELINE = join(import.meta.dirname, 'baseline.json');
/** Three rounds on one machine differ by about a tenth; what is slower than that is no noise. */
const NOISE = 0.15;
const ROUNDS = 3;

/** The middle one of an odd number of figures: one round beside somebody else's work does not count. */
export const middle = (all: readonly number[]): number =>
  all.toSorted((a, b) => a - b)[(all.length - 1) / 2] ?? 0;

/** Each ratio beside the one kept in `baseline.json`; reached = at most `NOISE` below it (R14). */
export const judged = (measured: Ratios, baseline: Ratios): Figure[] =>
  (['reads', 'applications'] as const).map((what) => ({
    what: `${what} ÷ bare reads`,
    measured: measured[what].toFixed(3),
    target: `≥ ${(baseline[what] * (1 - NOISE)).toFixed(3)} (kept: ${baseline[what].toFixed(3)})`,
    reached: measured[what] >= baseline[what] * (1 - NOISE),
  }));

/** Measures the ratios in rounds; `keep` writes them down as the ones to hold from now on. */
export async function gate(harness: Harness, databaseUrl: string, keep: boolean): Promise<Figure[]> {
  const rounds: Ratios[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { ours, bare } = await readRates(harness, databaseUrl, 700_000 + round);
    const applications = await applicationRate(harness, 710_000 + round * 1000);
    rounds.push({ reads: ours / bare, applications: applications / bare });
  }
  const measured = {
    reads: middle(rounds.map(({ reads }) => reads)),
    applications: middle(rounds.map(({ applications }) => applications)),
  };
  if (keep) writeFileSync(BASELINE, `${JSON.stringify(measured, null, 2)}\n`);
  return judged(measured, JSON.parse(readFileSync(BASELINE, 'utf8')) as Ratios);
}
