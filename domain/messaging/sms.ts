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

/** A message of at most 160 characters: the words give way, the link never does. */
export function fitSms(text: string, link: string): string {
  const linked = link !== '' && text.includes(link);
  const [head = '', tail = ''] = linked ? text.split(link, 2) : [text];
  const end = linked ? link + plainSms(tail) : '';
  const words = plainSms(head);
  const room = SMS_LENGTH - end.length;
  if (words.length <= room) return words + end;
  return room < 4 ? end : `${words.slice(0, room - 4).trimEnd()}... ${end}`.trimEnd();
}
