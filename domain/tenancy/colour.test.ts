import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrast, guard, luminance, oklch, parseHex, toOklch } from './colour.ts';

const anyHex = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}` as const);

describe('WCAG 2.2 contrast', () => {
  // Ratios as printed by the checkers of WebAIM and others.
  it.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#000000', 21],
    ['#777777', '#ffffff', 4.478],
    ['#767676', '#ffffff', 4.542],
    ['#ff0000', '#ffffff', 3.998],
    ['#00ff00', '#ffffff', 1.372],
    ['#0000ff', '#ffffff', 8.592],
    ['#0a0a0a', '#000000', 1.061],
    ['#123456', '#123456', 1],
  ])('of %s on %s is %d', (a, b, ratio) => {
    expect(contrast(a, b)).toBeCloseTo(ratio, 3);
  });

  it('weighs the three channels', () => {
    expect(['#f00', '#0f0', '#00f', '#fff', '#000'].map(luminance)).toEqual([0.2126, 0.7152, 0.0722, 1, 0]);
  });
});

it('reads hex colours of three and six digits, with or without the sign', () => {
  expect(parseHex('#0080ff')).toEqual([0, 128 / 255, 1]);
  expect(parseHex('#08f')).toEqual([0, 0x88 / 255, 1]);
  expect(parseHex('08f')).toEqual(parseHex('0088ff'));
});

describe('OKLCH', () => {
  // Values from the sample table of CSS Color 4 and from oklch.com.
  it.each([
    ['#ff0000', 0.62796, 0.25768, 29.234],
    ['#00ff00', 0.86644, 0.29483, 142.495],
    ['#0000ff', 0.45201, 0.31321, 264.052],
    ['#ffff00', 0.96798, 0.21101, 109.769],
    ['#00ffff', 0.9054, 0.15455, 194.769],
    ['#ff00ff', 0.70167, 0.32249, 328.363],
    ['#800000', 0.37703, 0.15472, 29.234],
  ])('of %s is %d %d %d', (hex, l, c, h) => {
    const found = toOklch(hex);
    expect(found.l).toBeCloseTo(l, 3);
    expect(found.c).toBeCloseTo(c, 3);
    expect(found.h).toBeCloseTo(h, 1);
  });

  it('of a grey has no chroma', () => {
    expect(toOklch('#ffffff').l).toBeCloseTo(1, 6);
    expect(toOklch('#808080').c).toBeLessThan(0.0001);
    expect(toOklch('#000000').l).toBe(0);
  });

  it('round-trips every sRGB colour', () => {
    fc.assert(
      fc.property(anyHex, (hex) => {
        const { l, c, h } = toOklch(hex);
        expect(oklch(l, c, h)).toBe(hex);
      }),
      { numRuns: 500 },
    );
  });

  it('reduces only the chroma of colours outside sRGB', () => {
    const numbers = fc.record({
      l: fc.double({ min: 0.3, max: 0.9, noNaN: true }),
      h: fc.double({ min: 0, max: 360, noNaN: true }),
    });
    fc.assert(
      fc.property(numbers, ({ l, h }) => {
        const shown = toOklch(oklch(l, 0.4, h));
        expect(Math.abs(shown.l - l)).toBeLessThan(0.01);
        expect(Math.abs(((shown.h - h + 540) % 360) - 180)).toBeLessThan(4);
        expect(shown.c).toBeLessThan(0.4);
      }),
    );
  });

  it.each(['#ff0000', '#00ff00', '#ffff00', '#00ffff', '#ff00ff'])(
    // Not blue: near it, the boundary of the screen's gamut curves inwards.
    'keeps as much chroma as sRGB has, which is most at %s',
    (hex) => {
      const { l, h } = toOklch(hex);
      const [wanted, shown] = [parseHex(hex), parseHex(oklch(l, 0.4, h))];
      for (const [at, channel] of wanted.entries())
        expect(Math.abs((shown[at] ?? 9) - channel)).toBeLessThan(0.03);
    },
  );

  it('of lightness beyond both ends is white and black', () => {
    expect([oklch(1, 0, 0), oklch(0, 0, 0), oklch(1.2, 0, 0), oklch(-0.2, 0.1, 20)]).toEqual([
      ...['#ffffff', '#000000', '#ffffff', '#000000'],
    ]);
  });
});

describe('the search for a readable colour', () => {
  const walk = { c: 0.1, h: 30 };

  it('stays where it starts when that is readable', () => {
    const at = { ...walk, from: 0.4, on: ['#ffffff'], ratio: 4.5, towards: -1 } as const;
    expect(guard(at)).toBe(oklch(0.4, 0.1, 30));
  });

  it('accepts a ratio that is met exactly', () => {
    const on = ['#ffffff'];
    const hex = oklch(0.5, 0.1, 30);
    expect(guard({ ...walk, from: 0.5, on, ratio: contrast(hex, '#ffffff'), towards: -1 })).toBe(hex);
  });

  it('takes the first step that is readable on every background', () => {
    fc.assert(
      fc.property(anyHex, fc.constantFrom(-1, 1), (brand, towards) => {
        const { l: from, c, h } = toOklch(brand);
        const on = towards < 0 ? ['#ffffff', '#eeeeee'] : ['#000000', '#202020'];
        const found = guard({ from, c, h, on, ratio: 4.5, towards: towards as 1 });
        for (const background of on) expect(contrast(found, background)).toBeGreaterThanOrEqual(4.5);
        for (let l = from; l >= 0 && l <= 1; l += towards * 0.004) {
          const hex = oklch(l, c, h);
          if (hex === found) return;
          expect(Math.min(...on.map((background) => contrast(hex, background)))).toBeLessThan(4.5);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('ends in black or white where nothing is readable', () => {
    const on = ['#ffffff', '#000000'];
    expect(guard({ ...walk, from: 0.5, on, ratio: 7, towards: -1 })).toBe('#000000');
    expect(guard({ ...walk, from: 0.5, on, ratio: 7, towards: 1 })).toBe('#ffffff');
  });
});
