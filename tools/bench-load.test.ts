import { describe, expect, it } from 'vitest';
import { bareRequest } from './bench/load/bare-work.ts';
import { Connection } from './bench/load/connection.ts';
import { drive } from './bench/load/lanes.ts';
import type { Row } from './bench/load/measure.ts';
import { costs, gains, loadTable } from './bench/load/report.ts';
import { joined, measuredOf, median, percentile, ratioOf } from './bench/load/statistics.ts';

const upTo = (n: number) => Array.from({ length: n }, (_, at) => at + 1);

describe('load statistics', () => {
  it.each([
    [[3], 3],
    [[4, 1, 2], 2],
    [[1, 2, 3, 10], 2.5],
    [[0.6, 0.1, 0.59], 0.59],
    [[0.6, 9, 0.61], 0.61],
  ])('the median of %j is %d', (figures, expected) => {
    expect(median(figures)).toBe(expected);
  });

  it.each([
    [upTo(100), 0.5, 50],
    [upTo(100), 0.95, 95],
    [upTo(100), 0.99, 99],
    [upTo(10), 0.99, 10],
    [[7], 0.5, 7],
    [[30, 10, 20], 0.5, 20],
  ])('of %j at %d: %d', (times, share, expected) => {
    expect(percentile(times, share)).toBe(expected);
  });

  it('compares each round with the bare round next to it, and takes the median ratio', () => {
    const rounds = (...rates: number[]) => rates.map((rate) => ({ times: [1000 / rate], rate }));
    expect(ratioOf(rounds(50, 10, 40), rounds(100, 20, 100))).toBe(0.5);
    expect(joined(rounds(50, 10))).toEqual({ times: [20, 100], rate: 30 });
    expect(measuredOf(rounds(50, 10, 40))).toEqual({ rate: 40, p50: 25, p95: 25, p99: 25 });
  });
});

describe('a closed loop', () => {
  it('has one task at a time per lane, and ends when nothing is left', async () => {
    const busy = new Map<number, number>();
    let [left, most] = [40, 0];
    const { times, rate } = await drive(4, 60_000, async (lane) => {
      if (left === 0) return false;
      left -= 1;
      busy.set(lane, (busy.get(lane) ?? 0) + 1);
      most = Math.max(most, busy.get(lane) ?? 0);
      await new Promise((later) => setImmediate(later));
      busy.set(lane, (busy.get(lane) ?? 0) - 1);
      return true;
    });
    expect([times.length, most, busy.size]).toEqual([40, 1, 4]);
    expect(rate).toBeGreaterThan(0);
  });

  it('fails when its task fails', async () => {
    const refused = drive(2, 60_000, () => Promise.reject(new Error('409')));
    await expect(refused).rejects.toThrow('409');
  });
});

it('the bare server runs a select, an update or an insert for each call of the product', () => {
  const lane = { connection: new Connection(), url: 'http://bare', subscriptionId: 7, draftId: 3 };
  const asked = ['GET', 'PUT', 'POST', 'DELETE'].map((method) => {
    const request = bareRequest({ method, body: 'text' }, lane);
    return `${request.method} ${request.url} ${request.content ?? ''}`.trim();
  });
  expect(asked).toEqual([
    'GET http://bare/7',
    'PUT http://bare/3 {"body":"text"}',
    'POST http://bare/ {"body":"text"}',
    'POST http://bare/ {"body":"text"}',
  ]);
});

const MEASURED = { rate: 1, p50: 1, p95: 1, p99: 1 };
const ROW: Row = {
  ...{ kind: 'read', processes: 1, product: MEASURED, bare: MEASURED, ratio: 1 },
  processor: { api: 1.5, database: 2, generator: 0.5 },
  gain: { product: 1, bare: 1 },
};

it('shows the gain of more processes over one, next to that of as many bare servers', () => {
  const rows = [ROW, { ...ROW, processes: 2, gain: { product: 1.5, bare: 1.1 } }];
  expect(gains(rows)).toEqual(['2 api processes instead of one, read: 1.50 times the rate (bare: 1.10)']);
  expect(costs([ROW], 2)).toEqual([
    'One read with 1 api takes 1.5 ms of a core in the api, 2.0 in PostgreSQL, 0.5 in the generator: 2 cores do at most 500 a second',
  ]);
});

it('the table has a row for each number of processes, with targets for one process', () => {
  const row = (processes: number, rate: number, p95: number): Row => ({
    ...ROW,
    processes,
    product: { rate, p50: 1, p95, p99: 600 },
    bare: { rate: 1000, p50: 1, p95: 1, p99: 1 },
    ratio: rate / 1000,
  });
  const cells = loadTable([row(1, 650, 500), row(1, 650, 501), row(1, 599, 2), row(2, 1, 900)]).map((line) =>
    line.split(/ {2,}/),
  );
  expect(cells).toEqual([
    ['What', 'Api', 'A second', 'p50', 'p95', 'p99 ms', 'Bare', 'Ratio', 'Target'],
    ...[
      ['650.0', '1.0', '500.0', '600.0', '1000.0', '0.650', 'ratio ≥ 0.6, p95 ≤ 500', 'reached'],
      ['650.0', '1.0', '501.0', '600.0', '1000.0', '0.650', 'ratio ≥ 0.6, p95 ≤ 500', 'NOT reached'],
      ['599.0', '1.0', '2.0', '600.0', '1000.0', '0.599', 'ratio ≥ 0.6, p95 ≤ 500', 'NOT reached'],
    ].map((rest) => ['Read one application', '1', ...rest]),
    ['Read one application', '2', '1.0', '1.0', '900.0', '600.0', '1000.0', '0.001'],
  ]);
});
