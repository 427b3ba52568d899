import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { composed, ownShingles, sharedRuns, shareOf, shingles, similarity } from './index.ts';

const words = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `palavra${from + at}`).join(' ');
const shared = (text: string, other: string, quoted: string[] = []) =>
  sharedRuns(text, other, shingles(...quoted)).map(({ start, end, otherStart, otherEnd }) => [
    composed(text).slice(start, end),
    composed(other).slice(otherStart, otherEnd),
  ]);

describe('passages that two texts share', () => {
  it('are told from their first to their last word in both', () => {
    const text = `Começo meu. ${words(0, 20)}! Fim meu.`;
    const other = `Outro começo, maior que aquele: ${words(0, 20).toUpperCase()}? Outro fim.`;
    expect(shared(text, other)).toEqual([[words(0, 20), words(0, 20).toUpperCase()]]);
  });

  it('are none below eight words, and one each where they stand apart', () => {
    expect(shared(`a ${words(0, 7)} b`, `c ${words(0, 7)} d`)).toEqual([]);
    const text = `${words(0, 9)} meu ${words(30, 40)}`;
    const other = `${words(30, 40)} dele ${words(0, 9)}`;
    expect(shared(text, other)).toEqual([
      [words(0, 9), words(0, 9)],
      [words(30, 40), words(30, 40)],
    ]);
  });

  it('that follow each other from two places are cut where the first ends', () => {
    const other = `${words(0, 12)} dele ${words(5, 20)}`;
    expect(shared(words(0, 20), other)).toEqual([
      [words(0, 12), words(0, 12)],
      [words(12, 20), words(12, 20)],
    ]);
  });

  it('end at a word that was replaced, though both texts go on alike', () => {
    const [own, other] = ['meu', 'dele'].map((word) => `${words(0, 10)} ${word} ${words(10, 20)}`);
    expect(shared(own ?? '', other ?? '')).toEqual([
      [words(0, 10), words(0, 10)],
      [words(10, 20), words(10, 20)],
    ]);
  });

  it('of a support text count for nothing', () => {
    const text = `${words(0, 20)} e o que penso ${words(50, 60)}`;
    expect(shared(text, text, [words(0, 20)]).flat()).not.toContain(words(0, 20));
    expect(ownShingles(words(0, 20), [words(0, 30)]).size).toBe(0);
    expect(ownShingles(text, [words(0, 20)]).size).toBe(shingles(text).size - 13);
  });

  it('of short texts are whole texts', () => {
    expect(shared('Só três palavras.', 'só três palavras')).toEqual([
      ['Só três palavras', 'só três palavras'],
    ]);
    expect(shared('', '')).toEqual([]);
  });

  it('have their places in the composed text, however it was typed', () => {
    const typed = `E\u0301 ${words(0, 9)}`;
    expect(shared(typed, `É ${words(0, 9)}`)).toEqual([[`É ${words(0, 9)}`, `É ${words(0, 9)}`]]);
  });

  it('lie in order and apart, hold equal words, and are there exactly when the share is not zero', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 60 }).map((list) => list.join(' '));
    fc.assert(
      fc.property(text, text, (one, other) => {
        const found = sharedRuns(one, other, new Set());
        let before = 0;
        for (const { start, end, otherStart, otherEnd } of found) {
          expect(start).toBeGreaterThanOrEqual(before);
          expect(end).toBeGreaterThan(start);
          expect(one.slice(start, end)).toBe(other.slice(otherStart, otherEnd));
          before = end;
        }
        expect(found.length > 0).toBe(similarity(one, other) > 0);
      }),
    );
  });

  it('are found in a time that grows as the texts do, whatever repeats in them', () => {
    const timed = (length: number) => {
      const same = 'ab '.repeat(length);
      const from = performance.now();
      sharedRuns(same, same, new Set());
      return performance.now() - from;
    };
    timed(2_000);
    const [short, long] = [timed(4_000), timed(16_000)];
    expect(long).toBeLessThan(Math.max(short, 5) * 16);
    const turns = `${words(0, 8)} x `.repeat(2_000);
    expect(sharedRuns(turns, `${words(0, 8)} y`, new Set())).toHaveLength(500);
  });
});

it('the share is that of the own runs', () => {
  expect(shareOf(new Set(), new Set(['a']))).toBe(0);
  expect(shareOf(new Set(['a', 'b']), new Set(['b', 'c', 'd']))).toBe(0.5);
});
