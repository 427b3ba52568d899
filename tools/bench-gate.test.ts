import { describe, expect, it } from 'vitest';
import { judged, ratiosOf } from './bench/gate.ts';

describe('R14: speed is checked by ratios within one run, never by seconds', () => {
  const kept = { read: 0.6, autosave: 0.5, application: 0.04, journey: 0.02 };
  const holding = [true, true, true, true];

  it.each([
    { measured: kept, reached: holding },
    { measured: { ...kept, read: 0.51 }, reached: holding },
    { measured: { ...kept, read: 0.509 }, reached: [false, true, true, true] },
    { measured: { ...kept, read: 0.9, application: 0.0339 }, reached: [true, true, false, true] },
    { measured: { ...kept, autosave: 0.42, journey: 0.0169 }, reached: [true, false, true, false] },
  ])('$measured is $reached', ({ measured, reached }) => {
    expect(judged(measured, kept).map((figure) => figure.reached)).toEqual(reached);
  });

  it('a kind that was not measured fails', () => {
    const all = ['read', 'autosave', 'application', 'journey'] as const;
    const rows = all.map((kind) => ({ kind, ratio: kept[kind] }));
    expect(ratiosOf(rows)).toEqual(kept);
    expect(judged(ratiosOf(rows.slice(1)), kept).map(({ reached }) => reached)).toEqual([
      false,
      true,
      true,
      true,
    ]);
  });
});
