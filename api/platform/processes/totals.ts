import { AggregatorRegistry } from 'prom-client';
import type { Measures } from './messages.ts';

/** Types of metrics that only grow; the others describe the current state. */
const GROWING: ReadonlySet<string> = new Set(['counter', 'histogram']);

const added = (all: Measures[]) => AggregatorRegistry.aggregate(all);

/**
 * Adds up the metrics of all processes of a node. The counts of a process that ended are kept in the totals, because a
 * decreasing total would look like a restart of the whole node.
 */
export function createTotals() {
  const last = new Map<number, Measures>();
  let ended: Promise<Measures> = Promise.resolve([]);
  return {
    /** Keeps a process's latest metrics. */
    keep: (number: number, measures: Measures): void => void last.set(number, measures),
    /** Keeps only the counts of a process that ended. */
    end(number: number): void {
      const counted = (last.get(number) ?? []).filter(({ type }) => GROWING.has(String(type)));
      last.delete(number);
      ended = ended.then((before) => added([before, counted]).getMetricsAsJSON());
    },
    /** The totals, including the primary's `own` metrics, in Prometheus format. */
    async text(own: Measures): Promise<string> {
      const living = [...last.values()];
      return added([await ended, own, ...living]).metrics();
    },
  };
}
