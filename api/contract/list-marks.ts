/** Numbering styles of list items, by the attribute `type` (HTML, 4.4.5). */
export const LIST_TYPES = ['1', 'a', 'A', 'i', 'I'] as const;
export type ListType = (typeof LIST_TYPES)[number];

const ROMAN = {
  m: 1000,
  cm: 900,
  d: 500,
  cd: 400,
  c: 100,
  xc: 90,
  l: 50,
  xl: 40,
  x: 10,
  ix: 9,
  v: 5,
  iv: 4,
  i: 1,
};

function roman(number: number): string {
  let [left, text] = [number, ''];
  for (const [sign, value] of Object.entries(ROMAN)) for (; left >= value; left -= value) text += sign;
  return text;
}

const letters = (number: number): string => {
  let [left, text] = [number, ''];
  for (; left > 0; left = Math.floor((left - 1) / 26))
    text = String.fromCharCode(97 + ((left - 1) % 26)) + text;
  return text;
};

/**
 * The mark that a browser draws before an item (CSS Counter Styles 3, 6); a number outside the range of a style stays a number.
 */
export function listMark(type: ListType, number: number): string {
  const lower = type.toLowerCase();
  if (lower === 'a' && number > 0) return `${cased(type, letters(number))}.`;
  if (lower === 'i' && number > 0 && number < 4000) return `${cased(type, roman(number))}.`;
  return `${number}.`;
}
const cased = (type: ListType, text: string): string =>
  type === type.toLowerCase() ? text : text.toUpperCase();
