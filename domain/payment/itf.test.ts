import { describe, expect, it } from 'vitest';
import { itfPattern } from './index.ts';

const drawn = (digits: string) =>
  itfPattern(digits)
    .map((wide) => (wide ? 'W' : 'n'))
    .join('');

describe('Interleaved 2 of 5', () => {
  it('begins with four narrow elements and ends with wide, narrow, narrow', () => {
    // 1 = WnnnW in the bars, 2 = nWnnW in the spaces.
    expect(drawn('12')).toBe(`nnnn${'WnnWnnnnWW'}Wnn`);
    expect(drawn('00')).toBe(`nnnn${'nnnnWWWWnn'}Wnn`);
  });
  it('has two wide bars per digit and no two digits alike', () => {
    const each = Array.from({ length: 10 }, (_, digit) => itfPattern(`${digit}${digit}`).slice(4, 14));
    expect(new Set(each.map(String)).size).toBe(10);
    for (const parts of each) expect(parts.filter(Boolean)).toHaveLength(4);
    expect(itfPattern('1'.repeat(44))).toHaveLength(4 + 44 * 5 + 3);
  });
  it.each(['', '1', '123', '1a', '１２'])('refuses other characters: %s', (text) =>
    expect(() => itfPattern(text)).toThrow(RangeError),
  );
});
