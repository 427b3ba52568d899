import { digits, plainLine } from '@orbita/domain/foundation';

/** How a field formats what is typed into it. */
export type Mask = {
  /** The digits to show; undefined for text that does not fit the mask: it stays as typed, for the form to reject. */
  clean: (text: string) => string | undefined;
  /** The same while typing at the end; default: `clean`. */
  typing?: (text: string) => string | undefined;
  pattern: (digits: string) => string;
  keyboard?: 'tel';
};

const ofDigits = (pattern: string): Mask => ({ clean: digits, pattern: () => pattern });

export const cpfMask = ofDigits('###.###.###-##');
export const cepMask = ofDigits('#####-###');

/**
 * Fills digits into a pattern; separators appear only once a digit follows them. Undefined if there are more digits than
 * places.
 */
function fill(pattern: string, typed: string): string | undefined {
  let text = '';
  let next = 0;
  for (const sign of pattern) {
    if (next >= typed.length) break;
    text += sign === '#' ? typed[next++] : sign;
  }
  return next < typed.length ? undefined : text;
}

function write({ clean, pattern }: Pick<Mask, 'clean' | 'pattern'>, text: string): string {
  const found = clean(text);
  return (found === undefined ? undefined : fill(pattern(found), found)) ?? text;
}

/** Formats whatever was typed or pasted, with or without separators; never just a part of it. */
export const formatMask = (mask: Mask, text: string): string => write(mask, text);

const masks = new WeakMap<Element, Mask>();
export const rememberMask = (field: Element, mask: Mask): unknown => masks.set(field, mask);

/** The text a field shows for a value, masked if the field has a mask. */
export const shownIn = (field: Element, value: unknown): string => {
  const text = String(value ?? '');
  const mask = masks.get(field);
  return mask ? formatMask(mask, text) : text;
};

/**
 * New text and caret after an edit. The caret stays behind the same digit, so typing in the middle and deleting across a
 * separator both feel natural.
 */
export function applyMask(mask: Mask, text: string, caret: number): { text: string; caret: number } {
  const { clean, typing = clean, pattern } = mask;
  const atEnd = caret >= text.length;
  // In the middle a digit was removed or added, so no part is to be completed; a foreign number is left alone there too.
  const middle = (typed: string) => (/\p{L}|\+/u.test(plainLine(typed)) ? undefined : digits(typed));
  const formatted = write({ clean: atEnd ? typing : middle, pattern }, text);
  if (formatted === text) return { text, caret };
  if (atEnd) return { text: formatted, caret: formatted.length };
  const before = digits(text.slice(0, caret)).length;
  let position = 0;
  for (let seen = 0; seen < before && position < formatted.length; position++) {
    if (/\d/.test(formatted[position] ?? '')) seen++;
  }
  return { text: formatted, caret: position };
}
