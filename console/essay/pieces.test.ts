import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hiddenIn, piecesOf } from './pieces.ts';

const EDGES = { start: '«', end: '»' };
const shown = (
  text: string,
  passages: Parameters<typeof piecesOf>[1] = [],
  quoted: Parameters<typeof piecesOf>[2] = [],
) =>
  piecesOf(text, passages, quoted).map((line) =>
    line
      .map((piece) => {
        if (piece.kind === 'end') return `(${piece.run})`;
        if (piece.kind === 'quote') return EDGES[piece.edge];
        const word = piece.kind === 'text' ? piece.text : `<${piece.code}>`;
        const drawn = piece.isQuoted ? word.toUpperCase() : word;
        return piece.run === undefined ? drawn : `[${drawn}]`;
      })
      .join(''),
  );

describe('the rendered text', () => {
  it('has paragraphs without empty lines', () => {
    expect(shown('Um.\n\n \nDois.\r\n')).toEqual(['Um.', 'Dois.\r']);
  });

  it('shows invisible and direction-changing characters', () => {
    const text = 'a\u200bb\u202ec\u00add\u2800e\u0000f\u{e0101}g\th';
    expect(shown(text)).toEqual(['a<U+200B>b<U+202E>c<U+00AD>d<U+2800>e<U+0000>f<U+E0101>g\th']);
    expect(hiddenIn(text)).toBe(6);
    expect(hiddenIn('Ação é só isto.\n— “Fim” 😀')).toBe(0);
  });

  it('marks passages, also across paragraphs, each with its number at its end', () => {
    expect(shown('abc def\nghi jkl', [{ start: 4, end: 11, run: 2 }])).toEqual(['abc [def]', '[ghi](2) jkl']);
  });

  it('assigns words shared by two passages to the first', () => {
    const passages = [
      { start: 2, end: 6, run: 1 },
      { start: 0, end: 4, run: 0 },
    ];
    expect(shown('abcdefgh', passages)).toEqual(['[abcd](0)[ef](1)gh']);
  });

  it.each([
    ['before passages', [{ start: 0, end: 3 }], '«ABC» [def](0) ghi'],
    ['that reach into a passage', [{ start: 0, end: 5 }], '«ABC [D]»[ef](0) ghi'],
    ['that go on behind a passage', [{ start: 5, end: 9 }], 'abc [d]«[EF](0) G»hi'],
    ['around a passage', [{ start: 1, end: 10 }], 'a«BC [DEF](0) GH»i'],
    ['inside a passage', [{ start: 5, end: 6 }], 'abc [d]«[E]»[f](0) ghi'],
    [
      'that follow each other',
      [
        { start: 0, end: 2 },
        { start: 2, end: 3 },
      ],
      '«AB»«C» [def](0) ghi',
    ],
    ['without a letter not at all', [{ start: 3, end: 3 }], 'abc [def](0) ghi'],
  ])('marks quotations %s', (_, quoted, expected) => {
    expect(shown('abc def ghi', [{ start: 4, end: 7, run: 0 }], quoted)).toEqual([expected]);
  });

  it('marks a quotation across paragraphs, with its invisible characters', () => {
    expect(shown('ab cd\n\nef\u200b gh', [], [{ start: 3, end: 13 }])).toEqual(['ab «CD', 'EF<U+200B> GH»']);
  });

  it('loses and invents nothing', () => {
    const text = fc.string({ unit: fc.constantFrom('a', ' ', '\n', '\u202e', '😀'), maxLength: 40 });
    const passage = fc.record({ start: fc.nat(40), end: fc.nat(45), run: fc.nat(9) });
    fc.assert(
      fc.property(
        text,
        fc.array(passage, { maxLength: 5 }),
        fc.array(passage, { maxLength: 5 }),
        (given, passages, quoted) => {
          const read = piecesOf(given, passages, quoted).map((line) =>
            line
              .map((piece) => {
                if (piece.kind === 'end' || piece.kind === 'quote') return '';
                return piece.kind === 'text'
                  ? piece.text
                  : String.fromCodePoint(parseInt(piece.code.slice(2), 16));
              })
              .join(''),
          );
          expect(read).toEqual(given.split('\n').filter((line) => line.trim() !== ''));
        },
      ),
    );
  });
});
