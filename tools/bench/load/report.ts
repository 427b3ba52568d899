import { tableOf, verdict } from '../table.ts';
import { MOST_RESIDENT, TARGETS, type Target, TITLES } from './kinds.ts';
import type { Measurement, Row } from './measure.ts';

const HEAD = ['What', 'Api', 'A second', 'p50', 'p95', 'p99 ms', 'Bare', 'Ratio', 'Target', ''];

type Limit = { said: string; holds: boolean };

/** The limits of a row; targets apply to one process. */
const limitsOf = ({ processes, kind, product, ratio }: Row): Limit[] => {
  const { ratio: leastRatio, rate, p95, p99 }: Target = processes === 1 ? TARGETS[kind] : {};
  const limits: Limit[] = [];
  if (leastRatio !== undefined) limits.push({ said: `ratio ≥ ${leastRatio}`, holds: ratio >= leastRatio });
  if (rate !== undefined) limits.push({ said: `≥ ${rate} a second`, holds: product.rate >= rate });
  if (p95 !== undefined) limits.push({ said: `p95 ≤ ${p95}`, holds: product.p95 <= p95 });
  if (p99 !== undefined) limits.push({ said: `p99 ≤ ${p99}`, holds: product.p99 <= p99 });
  return limits;
};

/** Rows of the table: rate per second and times in milliseconds, with the bare server's rate in the same run. */
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
 * How much more several api processes do than one, by kind of work; compared with how much more the same number of bare servers
 * do, which is all that this machine has to give.
 */
export const gains = (rows: readonly Row[]): string[] =>
  rows
    .filter(({ processes }) => processes > 1)
    .map(
      ({ kind, processes, gain }) =>
        `${processes} api processes instead of one, ${kind}: ${gain.product.toFixed(2)} times the rate (bare: ${gain.bare.toFixed(2)})`,
    );

/** CPU time of one piece of work by part, and the rate at which all `cores` are busy: more processes gain nothing beyond it. */
export const costs = (rows: readonly Row[], cores: number): string[] =>
  rows.map(({ kind, processes, processor: { api, database, generator } }) => {
    const most = (cores * 1000) / (api + database + generator);
    return `One ${kind} with ${processes} api takes ${api.toFixed(1)} ms of a core in the api, ${database.toFixed(1)} in PostgreSQL, ${generator.toFixed(1)} in the generator: ${cores} cores do at most ${most.toFixed(0)} a second`;
  });

/** What the rates do not show: memory, and the work the worker did after the slices. */
export const remarks = ({ resident, backlog }: Pick<Measurement, 'resident' | 'backlog'>): string[] => [
  `One api process alone: ${resident.idle} MiB resident after its start, at most ${resident.loaded} MiB under this load (target ≤ ${MOST_RESIDENT}: ${verdict(resident.loaded <= MOST_RESIDENT)})`,
  `After a slice the worker had messages, notices and scans left for at most ${backlog.toFixed(1)} s`,
];
