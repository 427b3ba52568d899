/** One message of the GSM 7-bit alphabet. */
export const SMS_LENGTH = 160;

// Characters of the extension table count twice, the grave accent has no code at all.
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
 * Text without what would make a message of 160 characters one of 70: accents fall away, typographic marks
 * become plain ones.
 */
export const plainSms = (text: string): string =>
  text
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u201c\u201d]/g, '"')
    .replace(/[\u2013\u2014]/g, '-')
    .replace(/\u2026/g, '...')
    .replace(/[ºª]/g, '.')
    .normalize('NFD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/[[\]{}^~|\\`]/g, (character) => COSTLY[character] ?? '');

/** Names that are still understood when their end is missing; a day, an amount or a code is not. */
const NAMES: readonly string[] = ['nome', 'nome_candidato', 'curso', 'instituicao', 'local'];
/** Characters of a name that are left at least: beside a link, and where everything else has given way. */
const NAME_BY_LINK = 24;
const SHORTEST_NAME = 8;

const shortened = (name: string, most: number): string =>
  name.length <= most ? name : `${name.slice(0, most - 3).trimEnd()}...`;

/** The text with its names at most as long as fits, but not shorter than `least`; undefined when that is too long. */
function fitNames(text: string, read: (name: string) => string, least: number): string | undefined {
  const pieces = text.split(/\{(\w+)\}/).map((piece, at) => {
    const raw = at % 2 === 0 ? piece : read(piece);
    return {
      text: piece === 'link' && at % 2 === 1 ? raw : plainSms(raw),
      name: at % 2 === 1 && NAMES.includes(piece),
    };
  });
  for (let most = SMS_LENGTH; most >= least; most -= 1) {
    const told = pieces.map((piece) => (piece.name ? shortened(piece.text, most) : piece.text)).join('');
    // A shortened name at the end of its sentence.
    const ended = told.replaceAll('....', '...');
    if (ended.length <= SMS_LENGTH) return ended;
  }
  return undefined;
}

/**
 * A message of at most 160 characters whose words are all there. What gives way: first the end of long names, then the
 * address, whose place is taken by "no portal"; never what the message is for. Texts end with the address, as `: {link}`.
 */
export function fitSms(text: string, read: (name: string) => string): string {
  const byHand = text.replace(/: \{link\}$/, ' no portal {instituicao}.');
  const told = fitNames(text, read, NAME_BY_LINK) ?? fitNames(byHand, read, SHORTEST_NAME);
  if (told === undefined) throw new RangeError(`Too long for a phone: ${text}`);
  return told;
}
