import { entryOf, withoutAccents } from '../foundation/index.ts';

/** Length of one SMS in the GSM 7-bit alphabet. */
const SMS_LENGTH = 160;

// Characters of the extension table count twice, and the grave accent cannot be encoded.
const COSTLY: Record<string, string> = {
  '[': '(',
  ']': ')',
  '{': '(',
  '}': ')',
  '^': '',
  '~': '-',
  '|': '/',
  '\\': '/',
  '`': "'",
};

/**
 * Text without characters that would reduce an SMS from 160 characters to 70: accents are removed, typographic quotes and
 * dashes become plain ones.
 */
export const plainSms = (text: string): string =>
  withoutAccents(
    text
      .replace(/[\u2018\u2019]/g, "'")
      .replace(/[\u201c\u201d]/g, '"')
      .replace(/[\u2013\u2014]/g, '-')
      .replace(/\u2026/g, '...')
      .replace(/[ºª]/g, '.'),
  )
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/[[\]{}^~|\\`]/g, (character) => entryOf(COSTLY, character) ?? '');

/** Placeholders that may be shortened; dates, amounts and codes may not. */
const NAMES: readonly string[] = ['nome', 'nome_candidato', 'curso', 'instituicao', 'local'];
/** Minimum length of a shortened name: with the link, and without it. */
const NAME_BY_LINK = 24;
const SHORTEST_NAME = 8;

const shortened = (name: string, most: number): string =>
  name.length <= most ? name : `${name.slice(0, most - 3).trimEnd()}...`;

/** The text with names shortened until it fits, but to no less than `least` characters; undefined when it still does not fit. */
function fitNames(text: string, read: (name: string) => string, least: number): string | undefined {
  const pieces = text.split(/\{(\w+)\}/).map((piece, at) => {
    const raw = at % 2 === 0 ? piece : read(piece);
    return {
      text: piece === 'link' && at % 2 === 1 ? raw : plainSms(raw),
      name: at % 2 === 1 && NAMES.includes(piece),
    };
  });
  for (let most = SMS_LENGTH; most >= least; most -= 1) {
    const filled = pieces.map((piece) => (piece.name ? shortened(piece.text, most) : piece.text)).join('');
    // A shortened name at the end of a sentence.
    const ended = filled.replaceAll('....', '...');
    if (ended.length <= SMS_LENGTH) return ended;
  }
  return undefined;
}

/**
 * Fits an SMS into 160 characters without dropping text. First long names are shortened; then the address is replaced by "no
 * portal". Texts end with the address, as `: {link}`.
 * @throws RangeError when it still does not fit.
 */
export function fitSms(text: string, read: (name: string) => string): string {
  const byHand = text.replace(/: \{link\}$/, ' no portal {instituicao}.');
  const filled = fitNames(text, read, NAME_BY_LINK) ?? fitNames(byHand, read, SHORTEST_NAME);
  if (filled === undefined) throw new RangeError(`Too long for a phone: ${text}`);
  return filled;
}
