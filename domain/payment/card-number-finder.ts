import { isLuhn } from './card-number.ts';

const FEWEST = 13;
const MOST = 19;

/** Characters that people and programs put between the digits of a card number. */
const BETWEEN = new Set([' ', '-', '.', '\u00a0']);

const isDigit = (character: string): boolean => character >= '0' && character <= '9';

/** A run of digits and its offset. */
type Group = { digits: string; from: number };

/** Groups of digits with single separators between them, as on a card; a list ends where anything else comes in between. */
function* groupsOf(text: string): Generator<Group[]> {
  let groups: Group[] = [];
  let at = 0;
  while (at < text.length) {
    if (!isDigit(text.charAt(at))) {
      at += 1;
      continue;
    }
    const from = at;
    while (isDigit(text.charAt(at))) at += 1;
    groups.push({ digits: text.slice(from, at), from });
    const joined = BETWEEN.has(text.charAt(at)) && isDigit(text.charAt(at + 1));
    if (joined) continue;
    yield groups;
    groups = [];
  }
}

/** Payment cards begin with 2 to 6 (ISO/IEC 7812-1: major industry identifiers). */
const mayBeCard = (digits: string): boolean =>
  digits.length >= FEWEST && digits.length <= MOST && /^[2-6]/.test(digits) && isLuhn(digits);

/** Number of groups, from `start` on, that make up the longest possible card number; 0 when none do. */
function cardAt(groups: readonly Group[], start: number): number {
  let digits = '';
  let longest = 0;
  for (let n = start; n < groups.length && digits.length < MOST; n += 1) {
    digits += groups[n]!.digits.slice(0, MOST + 1);
    if (mayBeCard(digits)) longest = n - start + 1;
  }
  return longest;
}

/**
 * Finds card numbers in a text, as offsets `from` (inclusive) and `to` (exclusive): 13 to 19 digits with a valid check digit,
 * contiguous or with single blanks, dots or hyphens between them. More than 19 digits in a row are some other identifier and are
 * ignored. Runs in linear time. One in twenty runs of random digits passes as well, so a hit only means "may be a card".
 */
export function findCardNumbers(text: string): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  for (const groups of groupsOf(text)) {
    let start = 0;
    while (start < groups.length) {
      const length = cardAt(groups, start);
      const last = groups[start + length - 1];
      if (length > 0 && last) found.push({ from: groups[start]!.from, to: last.from + last.digits.length });
      start += Math.max(1, length);
    }
  }
  return found;
}

/** Whether a text contains what may be a card number; used by tests to check that no response, log line or row shows one. */
export const hasCardNumber = (text: string): boolean => findCardNumbers(text).length > 0;

/** The text with every possible card number replaced by "[card]". */
export function withoutCardNumbers(text: string): string {
  let kept = '';
  let after = 0;
  for (const { from, to } of findCardNumbers(text)) {
    kept += `${text.slice(after, from)}[card]`;
    after = to;
  }
  return kept + text.slice(after);
}
