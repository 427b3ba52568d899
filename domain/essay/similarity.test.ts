import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { composed, ownShingles, quotations, sharedRuns, shareOf, shingles, similarity } from './index.ts';

const words = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `palavra${from + at}`).join(' ');
const shared = (text: string, other: string, quoted: string[] = []) =>
  sharedRuns(text, other, shingles(...quoted)).map(({ start, end, otherStart, otherEnd }) => [
    composed(text).slice(start, end),
    composed(other).slice(otherStart, otherEnd),
  ]);

/** Counts lookups: one step of a walk over a text does one. */
class CountingSet extends Set<string> {
  count = 0;
  override has(run: string): boolean {
    this.count += 1;
    return super.has(run);
  }
}

const quoted = (text: string, ...support: string[]) =>
  quotations(text, shingles(...support)).map(({ start, end }) => composed(text).slice(start, end));

describe('quotations of the support texts', () => {
  it.each([
    ['none', words(0, 30), [words(40, 60)], []],
    ['seven words, which are none', `a ${words(0, 7)} b`, [words(0, 20)], []],
    ['eight words', `a ${words(0, 8)} b`, [words(0, 20)], [words(0, 8)]],
    [
      'a whole sentence, however it is typed',
      `Diz: "${words(0, 12).toUpperCase()}."`,
      [`${words(0, 12)}!`],
      [words(0, 12).toUpperCase()],
    ],
    ['two apart', `${words(0, 9)} e ${words(20, 30)}`, [words(0, 30)], [words(0, 9), words(20, 30)]],
    [
      'one from each text, that follow each other',
      `${words(0, 9)} ${words(20, 30)}`,
      [words(0, 10), words(19, 30)],
      [words(0, 9), words(20, 30)],
    ],
    ['what two texts hold, once', words(0, 20), [words(0, 12), words(5, 20)], [words(0, 20)]],
    ['two that overlap, as one', words(0, 13), [words(0, 8), words(5, 13)], [words(0, 13)]],
    ['the whole of a short text', 'Só três palavras.', ['só três palavras'], ['Só três palavras']],
    ['a word with a loose accent', `E\u0301 ${words(0, 9)}`, [`É ${words(0, 9)}`], [`É ${words(0, 9)}`]],
    ['nothing of an empty text', '', ['', words(0, 9)], []],
  ])('%s', (_, text, support, found) => {
    expect(quoted(text, ...support)).toEqual(found);
  });

  const text = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 60 }).map((list) => list.join(' '));

  it('are in order and separate, and hold exactly the words excluded from the share', () => {
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 3 }), (own, support) => {
        const found = quotations(own, shingles(...support));
        let before = 0;
        for (const { start, end } of found) {
          expect(start).toBeGreaterThanOrEqual(before);
          expect(end).toBeGreaterThan(start);
          before = end;
        }
        const list = own ? own.split(' ') : [];
        const kept = ownShingles(own, shingles(...support));
        const isLeftOut = (at: number) => !kept.has(list.slice(at, at + 8).join(' '));
        const starts = list.map((_, at) => at).slice(0, Math.max(1, list.length - 7));
        const expected = list.flatMap((_, word) =>
          starts.some((at) => at <= word && word < at + 8 && isLeftOut(at)) ? [word * 2] : [],
        );
        // Each word is one letter, so its offset is twice its index.
        const reported = list.flatMap((_, word) =>
          found.some(({ start, end }) => start <= word * 2 && word * 2 < end) ? [word * 2] : [],
        );
        expect(reported).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  it('of a text against itself are the whole text, and leave no shared passage', () => {
    fc.assert(
      fc.property(text, (own) => {
        const all = shingles(own);
        expect(quotations(own, all)).toEqual(own ? [{ start: 0, end: own.length }] : []);
        expect(sharedRuns(own, own, all)).toEqual([]);
      }),
    );
  });

  it.each([4_000, 16_000])('are found in a single pass over %i equal words', (length) => {
    const asked = new CountingSet(shingles('ab '.repeat(8)));
    expect(quotations('ab '.repeat(length), asked)).toHaveLength(1);
    expect(asked.count).toBe(length - 7);
  });
});

describe('passages shared by two texts', () => {
  it('are reported from their first to their last word in both', () => {
    const text = `Começo meu. ${words(0, 20)}! Fim meu.`;
    const other = `Outro começo, maior que aquele: ${words(0, 20).toUpperCase()}? Outro fim.`;
    expect(shared(text, other)).toEqual([[words(0, 20), words(0, 20).toUpperCase()]]);
  });

  it('do not exist below eight words, and are separate where they stand apart', () => {
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

  it('end at a replaced word, though both texts continue alike', () => {
    const [own, other] = ['meu', 'dele'].map((word) => `${words(0, 10)} ${word} ${words(10, 20)}`);
    expect(shared(own ?? '', other ?? '')).toEqual([
      [words(0, 10), words(0, 10)],
      [words(10, 20), words(10, 20)],
    ]);
  });

  it('from a support text do not count', () => {
    const text = `${words(0, 20)} e o que penso ${words(50, 60)}`;
    expect(shared(text, text, [words(0, 20)]).flat()).not.toContain(words(0, 20));
    expect(ownShingles(words(0, 20), shingles(words(0, 30))).size).toBe(0);
    expect(ownShingles(text, shingles(words(0, 20))).size).toBe(shingles(text).size - 13);
  });

  it('of short texts are whole texts', () => {
    expect(shared('Só três palavras.', 'só três palavras')).toEqual([
      ['Só três palavras', 'só três palavras'],
    ]);
    expect(shared('', '')).toEqual([]);
  });

  it('have their positions in the composed text, however it was typed', () => {
    const typed = `E\u0301 ${words(0, 9)}`;
    expect(shared(typed, `É ${words(0, 9)}`)).toEqual([[`É ${words(0, 9)}`, `É ${words(0, 9)}`]]);
  });

  it('are in order and separate, hold equal words, and exist exactly when the share is not zero', () => {
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

  it.each([4_000, 16_000])('are found in a single pass over %i equal words', (length) => {
    const same = 'ab '.repeat(length);
    const asked = new CountingSet();
    expect(sharedRuns(same, same, asked)).toHaveLength(1);
    expect(asked.count).toBe(length - 7);
  });

  it('are at most five hundred', () => {
    const turns = `${words(0, 8)} x `.repeat(2_000);
    expect(sharedRuns(turns, `${words(0, 8)} y`, new Set())).toHaveLength(500);
  });
});

it("the share is that of the text's own runs", () => {
  expect(shareOf(new Set(), new Set(['a']))).toBe(0);
  expect(shareOf(new Set(['a', 'b']), new Set(['b', 'c', 'd']))).toBe(0.5);
});
