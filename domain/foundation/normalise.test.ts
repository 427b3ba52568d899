import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digits, isBlank, normaliseEmail, normaliseName, plainLine } from './index.ts';

const UNSEEN = [
  '\u200b',
  '\u200c',
  '\u200d',
  '\u200e',
  '\u200f',
  '\u202a',
  '\u202e',
  '\u2066',
  '\u2069',
  '\u00ad',
  '\ufeff',
  '\u2060',
  '\ufe0f',
  '\u180e',
  '\u034f',
];
const SPACES = ['\u00a0', '\u2007', '\u2009', '\u202f', '\u3000', '\u205f', '\t'];
const HYPHENS = [...'‐‑‒–—−－﹣'];
const APOSTROPHES = [...'’‘ʼ´`′＇'];

describe('invisible and look-alike characters', () => {
  it('are removed wherever they are', () => {
    const text = fc.stringMatching(/^[a-zà-ü0-9@._-]{1,20}$/);
    fc.assert(
      fc.property(text, fc.constantFrom(...UNSEEN), fc.nat(), (plain, sign, at) => {
        const place = at % (plain.length + 1);
        expect(plainLine(plain.slice(0, place) + sign + plain.slice(place))).toBe(plainLine(plain));
      }),
    );
    expect(isBlank(UNSEEN.join(''))).toBe(true);
  });

  it.each(SPACES)('%o is a space', (space) => {
    expect(normaliseName(`Ana${space}${space}Sá${space}`)).toBe('Ana Sá');
  });
  it.each(HYPHENS)('%s is a hyphen', (hyphen) => {
    expect(normaliseName(`Ana${hyphen}Sá`)).toBe('Ana-Sá');
    expect(normaliseEmail(`ANA@MEU${hyphen}DOMINIO.TEST`)).toBe('ana@meu-dominio.test');
  });
  it.each(APOSTROPHES)('%s is an apostrophe of a name', (sign) => {
    expect(normaliseName(`D${sign}Ávila`)).toBe("D'Ávila");
  });
  it('full-width digits become digits, those of other scripts do not', () => {
    expect([digits('１２３4'), digits('٤٥')]).toEqual(['1234', '']);
  });
  it.each([...'⁄∕⧸'])('%s is a slash', (slash) => expect(plainLine(`12${slash}03`)).toBe('12/03'));
  it.each([...'ﬀﬁﬂﬃﬄﬅﬆ'])('%s becomes the letters it joins', (sign) => {
    expect(plainLine(`a${sign}a`)).toMatch(/^a[filst]{2,3}a$/);
  });
  it('control characters and emoji stay, so that the rules refuse them', () => {
    expect(plainLine('a\u0000b\u0007 😀\n')).toBe('a\u0000b\u0007 😀');
  });
  it('normalising twice changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => plainLine(plainLine(text)) === plainLine(text)),
    );
    const sign = fc.constantFrom(...'ＡｃＯｎａ=－＇ﬁ/', '\u0301', '\u0303', '\u0327', '\u0338', '\u200d');
    fc.assert(
      fc.property(fc.string({ unit: sign }), (text) => plainLine(plainLine(text)) === plainLine(text)),
    );
    expect(plainLine('Ｊｏａ\u0303ｏ')).toBe('João');
  });
});
