import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { itfBars } from './index.ts';

/** Widths of each digit as the reference writes them: 1 narrow, 2 wide. */
const WIDTHS = '11221 21112 12112 22111 11212 21211 12211 11122 21121 12121'.split(' ');

/** Reads the bars as a scanner does: widths of bars and spaces in turn. */
function read(digits: string): string {
  const { bars, width } = itfBars(digits);
  const elements = bars.flatMap(({ x, width: bar }, at) => {
    const next = bars[at + 1]?.x ?? width;
    return at === bars.length - 1 ? [bar] : [bar, next - x - bar];
  });
  const kinds = elements.map((element) => (element === 1 ? '1' : '2')).join('');
  expect(kinds.startsWith('1111')).toBe(true);
  expect(kinds.endsWith('211')).toBe(true);
  const pairs = kinds.slice(4, -3).match(/.{10}/g) ?? [];
  return pairs
    .flatMap((pair) => [0, 1].map((from) => [...pair].filter((_, n) => n % 2 === from).join('')))
    .map((one) => WIDTHS.indexOf(one))
    .join('');
}

describe('barcode of a slip', () => {
  it('draws the first digit of a pair in bars, the second in spaces', () => {
    const { bars, width } = itfBars('07');
    expect(bars.map((bar) => bar.width)).toEqual([1, 1, 1, 1, 3, 3, 1, 3, 1]);
    expect(width).toBe(4 + 10 + 8 + 5);
  });

  it('is as wide as 44 digits need', () => {
    // 4 narrow to start, five bars and spaces with two wide ones a digit, and the end: 103 mm at 0.25 mm.
    expect(itfBars('0'.repeat(44)).width).toBe(4 + 44 * 9 + 5);
  });

  it('can be read again', () => {
    const pairs = fc.array(fc.integer({ min: 0, max: 99 }), { minLength: 1, maxLength: 22 });
    fc.assert(
      fc.property(pairs, (numbers) => {
        const digits = numbers.map((n) => String(n).padStart(2, '0')).join('');
        expect(read(digits)).toBe(digits);
      }),
    );
  });

  it.each(['', '1', '123', '1a', '１２'])('refuses %j', (digits) => {
    expect(() => itfBars(digits)).toThrow(RangeError);
  });
});
