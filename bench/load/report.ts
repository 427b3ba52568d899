import { tableOf, verdict } from '../table.ts';
import { TARGETS, type Target, TITLES } from './kinds.ts';
import type { Measurement, Row } from './measure.ts';

const HEAD = ['What', 'Api', 'A second', 'p50', 'p95', 'p99 ms', 'Bare', 'Ratio', 'Target', ''];

type Limit = { said: string; holds: boolean };

/** What a row has to keep; targets are those of one process. */
const limitsOf = ({ processes, kind, product, ratio }: Row): Limit[] => {
  const { ratio: leastRatio, rate, p95, p99 }: Target = processes === 1 ? TARGETS[kind] : {};
  const limits: Limit[] = [];
  if (leastRatio !== undefined) limits.push({ said: `ratio ≥ ${leastRatio}`, holds: ratio >= leastRatio });
  if (rate !== undefined) limits.push({ said: `≥ ${rate} a second`, holds: product.rate >= rate });
  if (p95 !== undefined) limits.push({ said: `p95 ≤ ${p95}`, holds: product.p95 <= p95 });
  if (p99 !== undefined) limits.push({ said: `p99 ≤ ${p99}`, holds: product.p99 <= p99 });
  return limits;
};

/** Lines of the table: a rate per second and times in milliseconds, with the bare server's rate of the same run. */
export function loadTable(rows: readonly Row[]): string[] {
  const lines = rows.map((row) => {
    const limits = limitsOf(row);
    const { rate, p50, p95, p99 } = row.product;
    return [
      TITLES[row.kind],
      String(row.processes),
      rate.toFixed(1),
      p50.toFixed(1),
      p95.toFixed(1),
      p99.toFixed(1),
      row.bare.rate.toFixed(1),
      row.ratio.toFixed(3),
      limits.map(({ said }) => said).join(', '),
      verdict(limits.length === 0 ? null : limits.every(({ holds }) => holds)),
    ];
  });
  return tableOf([HEAD, ...lines]);
}

/**
 * What several api processes do more than one, by kind of work; beside it what as many bare servers do more than one,
 * which is all that this machine has to give.
 */
export function gains(rows: readonly Row[]): string[] {
  return rows.flatMap(({ kind, processes, product, bare }) => {
    const alone = rows.find((row) => row.kind === kind && row.processes === 1);
    if (!alone || processes === 1) return [];
    const [of, ofBare] = [product.rate / alone.product.rate, bare.rate / alone.bare.rate];
    return `${processes} api processes instead of one, ${kind}: ${of.toFixed(2)} times the rate (bare: ${ofBare.toFixed(2)})`;
  });
}

/** What the rates do not show: memory, and work that the worker did after the slices. */
export const remarks = ({ resident, backlog }: Pick<Measurement, 'resident' | 'backlog'>): string[] => [
  `One api process alone: ${resident.idle} MiB resident after its start, at most ${resident.loaded} MiB under this load`,
  `After a slice the worker had messages, notices and scans left for at most ${backlog.toFixed(1)} s`,
];
