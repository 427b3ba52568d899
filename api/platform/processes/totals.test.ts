import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { createTotals } from './totals.ts';

/** Metrics of a process that answered `calls` calls of 0.2 s and holds `open` sockets. */
const measuresOf = (calls: number, open: number) => {
  const registry = new Registry();
  const registers = [registry];
  new Counter({ name: 'calls_total', help: 'c', labelNames: ['call'], registers }).inc(
    { call: 'read' },
    calls,
  );
  new Gauge({ name: 'open', help: 'g', registers }).set(open);
  const seconds = new Histogram({ name: 'seconds', help: 'h', buckets: [0.1, 1], registers });
  for (let n = 0; n < calls; n++) seconds.observe(0.2);
  return registry.getMetricsAsJSON();
};
const linesOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .sort();

it('adds up what the processes of a node measured', async () => {
  const totals = createTotals();
  totals.keep(1, await measuresOf(2, 7));
  totals.keep(2, await measuresOf(3, 1));
  expect(linesOf(await totals.text(await measuresOf(0, 100)))).toEqual([
    'calls_total{call="read"} 5',
    'open 108',
    'seconds_bucket{le="+Inf"} 5',
    'seconds_bucket{le="0.1"} 0',
    'seconds_bucket{le="1"} 5',
    'seconds_count 5',
    'seconds_sum 1',
  ]);
});

it('counts never decrease when processes end and are replaced; gauges go with them', async () => {
  const totals = createTotals();
  const now = async () => {
    const lines = linesOf(await totals.text([]));
    return lines.filter((line) => /^(calls|open|seconds_count)/.test(line));
  };
  totals.keep(1, await measuresOf(2, 7));
  totals.keep(2, await measuresOf(3, 1));
  totals.end(1);
  totals.end(2);
  totals.end(3);
  expect(await now()).toEqual(['calls_total{call="read"} 5', 'seconds_count 5']);
  totals.keep(1, await measuresOf(1, 4));
  expect(await now()).toEqual(['calls_total{call="read"} 6', 'open 4', 'seconds_count 6']);
  totals.end(1);
  expect(await now()).toEqual(['calls_total{call="read"} 6', 'seconds_count 6']);
});
