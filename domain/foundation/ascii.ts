import { entryOf } from './entry-of.ts';

/** Latin letters that taking an accent off does not turn into a plain one. */
const PLAIN: Readonly<Record<string, string>> = {
  ...{
    ß: 'ss',
    ẞ: 'SS',
    æ: 'ae',
    Æ: 'AE',
    œ: 'oe',
    Œ: 'OE',
    þ: 'th',
    Þ: 'TH',
    ð: 'd',
    Ð: 'D',
    đ: 'd',
    Đ: 'D',
  },
  ...{ ø: 'o', Ø: 'O', ł: 'l', Ł: 'L', ħ: 'h', Ħ: 'H', ı: 'i', ŋ: 'n', Ŋ: 'N', ŧ: 't', Ŧ: 'T', ĸ: 'k' },
  ...{
    ɨ: 'i',
    Ɨ: 'I',
    ʉ: 'u',
    Ʉ: 'U',
    ə: 'e',
    Ə: 'E',
    ǝ: 'e',
    Ǝ: 'E',
    ɛ: 'e',
    Ɛ: 'E',
    ɔ: 'o',
    Ɔ: 'O',
    ɵ: 'o',
    Ɵ: 'O',
  },
  ...{
    ɓ: 'b',
    Ɓ: 'B',
    ɗ: 'd',
    Ɗ: 'D',
    ɖ: 'd',
    Ɖ: 'D',
    ɠ: 'g',
    Ɠ: 'G',
    ɣ: 'g',
    Ɣ: 'G',
    ɲ: 'n',
    Ɲ: 'N',
    ɩ: 'i',
    Ɩ: 'I',
  },
  ...{
    ƀ: 'b',
    Ƀ: 'B',
    ǥ: 'g',
    Ǥ: 'G',
    ɉ: 'j',
    Ɉ: 'J',
    ɍ: 'r',
    Ɍ: 'R',
    ɏ: 'y',
    Ɏ: 'Y',
    ƶ: 'z',
    Ƶ: 'Z',
    ƙ: 'k',
    Ƙ: 'K',
  },
  ...{
    ʋ: 'v',
    Ʋ: 'V',
    ʊ: 'u',
    Ʊ: 'U',
    ƴ: 'y',
    Ƴ: 'Y',
    ȼ: 'c',
    Ȼ: 'C',
    ⱥ: 'a',
    Ⱥ: 'A',
    ⱦ: 't',
    Ⱦ: 'T',
    ɂ: "'",
    Ɂ: "'",
  },
};

/**
 * A text in the letters of a keyboard without accents, for systems that hold no others: `Kuñã G̃uarɨ` → `Kuna Guari`. Characters
 * that are no Latin letters stay, for the caller to judge.
 */
export const withoutAccents = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{ASCII}]/gu, (letter) => entryOf(PLAIN, letter) ?? letter);

const LATIN_1 = /^[\x20-\x7e\u00a0-\u00ff]$/;

/**
 * A name for a bank or an acquirer, at most `most` characters. Their systems hold Portuguese letters (Latin-1): others lose what
 * these lack, and what is left of no use is left out, so that a name never has a charge refused.
 */
export const nameForBank = (name: string, most: number): string =>
  Array.from(name.normalize('NFC').matchAll(/\P{M}\p{M}*/gu), ([letter]) =>
    LATIN_1.test(letter) ? letter : [...withoutAccents(letter)].filter((one) => LATIN_1.test(one)).join(''),
  )
    .join('')
    .slice(0, most)
    .trim();
