import { describe, expect, it } from 'vitest';
import { type Histogram, MOST_TICKS, TRACK, ticksOf } from './index.ts';

describe('a track', () => {
  it.each<[string, Histogram[], number[]]>([
    ['nothing', [], []],
    ['one item', [{ 7: 1 }], [7]],
    ['items of two institutions in order', [{ 90: 1, 3: 2 }, { 50: 1 }], [3, 3, 50, 90]],
    ['what it does not know', [{ 500: 3, x: 1 }], []],
  ])('of %s', (_what, counted, ticks) => {
    expect(ticksOf(counted)).toEqual(ticks);
  });

  it('with many items keeps first and last, and never draws more than sixty', () => {
    for (const many of [60, 61, 119, 1000, 20_000]) {
      const ticks = ticksOf([{ 0: 1, 20: many, 119: 1 }]);
      expect(ticks).toHaveLength(MOST_TICKS);
      expect([ticks[0], ticks.at(-1)]).toEqual([0, 119]);
    }
  });

  it('keeps the shares of late and nearly late items', () => {
    const ticks = ticksOf([{ 10: 500, 70: 300, 110: 200 }]);
    const share = (from: number, to: number) =>
      ticks.filter((place) => place >= from && place < to).length / ticks.length;
    expect(share(0, TRACK.atRisk)).toBeCloseTo(0.5, 1);
    expect(share(TRACK.atRisk, TRACK.due)).toBeCloseTo(0.3, 1);
    expect(share(TRACK.due, TRACK.places)).toBeCloseTo(0.2, 1);
  });
});
