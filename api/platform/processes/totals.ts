import { AggregatorRegistry } from 'prom-client';
import type { Measures } from './messages.ts';

/** Kinds of measures that only grow; the others say how something is at the moment. */
const GROWING: ReadonlySet<string> = new Set(['counter', 'histogram']);

const added = (all: Measures[]) => AggregatorRegistry.aggregate(all);

/**
 * Adds up the measures of all processes of a node. What a process that ended had counted stays in the sums, because a
 * sum that goes back would be read as a restart of the whole node.
 */
export function createTotals() {
  const last = new Map<number, Measures>();
  let ended: Promise<Measures> = Promise.resolve([]);
  return {
    /** Keeps what a process measured last. */
    keep: (number: number, measures: Measures): void => void last.set(number, measures),
    /** Keeps only the counts of a process that ended. */
    end(number: number): void {
      const counted = (last.get(number) ?? []).filter(({ type }) => GROWING.has(String(type)));
      last.delete(number);
      ended = ended.then((before) => added([before, counted]).getMetricsAsJSON());
    },
    /** The sums and `own` measures of the primary, as Prometheus reads them. */
    async text(own: Measures): Promise<string> {
      const living = [...last.values()];
      return added([await ended, own, ...living]).metrics();
    },
  };
}
