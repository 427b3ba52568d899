import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findCardNumbers, hasCardNumber, withoutCardNumbers } from './index.ts';

const CARD = '4000000000000010';

describe('findCardNumbers', () => {
  it.each([
    CARD,
    `{"number":"${CARD}"}`,
    'pan=4000 0000 0000 0010;',
    '4000-0000-0000-0010',
    `${CARD} 123`,
    `12/30 ${CARD}`,
    `key${CARD}key`,
    '375365153556885',
  ])('finds the number in %j', (text) => expect(hasCardNumber(text)).toBe(true));

  it.each([
    '',
    'nothing',
    '4000000000000011',
    '400000000010',
    '2026-11-23T10:00:00.000Z',
    '400000******0010',
    `${CARD}${CARD}`,
    '1763890000000',
    '529.982.247-25',
  ])('finds none in %j', (text) => expect(hasCardNumber(text)).toBe(false));

  it('removes the number and nothing else', () => {
    expect(withoutCardNumbers(`a ${CARD} b 4000 0000 0000 0028 c`)).toBe('a [card] b [card] c');
    expect(withoutCardNumbers('valor 36000')).toBe('valor 36000');
  });

  it('finds a number anywhere between other words', () => {
    const words = fc.string().map((text) => text.replace(/\d/g, ''));
    fc.assert(
      fc.property(words, words, (before, after) => {
        const text = `${before}x${CARD}x${after}`;
        expect(findCardNumbers(text)).toEqual([
          { from: before.length + 1, to: before.length + 1 + CARD.length },
        ]);
      }),
    );
  });

  it("finishes quickly on a long text, within the test's time limit", () => {
    expect(findCardNumbers('4'.repeat(400_000))).toEqual([]);
    expect(findCardNumbers(`${'x1 '.repeat(200_000)}${CARD}`)).toHaveLength(1);
  });
});
