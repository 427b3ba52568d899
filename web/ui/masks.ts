import { brazilianPhone } from '@orbita/domain/foundation';

export type MaskName = 'cpf' | 'phone' | 'cep' | 'date' | 'month';

/** `clean` is undefined for what the mask cannot hold: it stays as it was typed, for the form to refuse. */
type Mask = { clean: (text: string) => string | undefined; pattern: (digits: string) => string };

const digitsOf = (text: string) => text.replace(/\D/g, '');

/** Password managers and calendars paste 2009-03-14; whoever types 1/5/2003 means 01/05/2003. */
function dateDigits(text: string): string {
  const iso = /^\s*(\d{4})-(\d{2})-(\d{2})/.exec(text);
  if (iso) return `${iso[3]}${iso[2]}${iso[1]}`;
  const parts = text.trim().split(/[/.-]/);
  // The separator behind a part says that it is complete.
  const isComplete = (at: number) => at < 2 && at < parts.length - 1;
  return digitsOf(
    parts.map((part, at) => (isComplete(at) && /^\d$/.test(part) ? `0${part}` : part)).join(''),
  );
}

/** Calendars paste 2009-03 or a whole day. */
function monthDigits(text: string): string {
  const iso = /^\s*(\d{4})-(\d{2})/.exec(text);
  return iso ? `${iso[2]}${iso[1]}` : digitsOf(text);
}

const masks: Record<MaskName, Mask> = {
  cpf: { clean: digitsOf, pattern: () => '###.###.###-##' },
  cep: { clean: digitsOf, pattern: () => '#####-###' },
  date: { clean: dateDigits, pattern: () => '##/##/####' },
  month: { clean: monthDigits, pattern: () => '##/####' },
  phone: {
    clean: brazilianPhone,
    pattern: (digits) => (digits.length > 10 ? '(##) #####-####' : '(##) ####-####'),
  },
};

/** Writes digits into a pattern; separators appear only once a digit follows them. */
function fill(pattern: string, digits: string): string {
  let text = '';
  let next = 0;
  for (const sign of pattern) {
    if (next >= digits.length) break;
    text += sign === '#' ? digits[next++] : sign;
  }
  return text;
}

/** Formats whatever was typed or pasted, with or without separators; extra digits are left out. */
export function formatMask(mask: MaskName, text: string): string {
  const { clean, pattern } = masks[mask];
  const digits = clean(text);
  return digits === undefined ? text : fill(pattern(digits), digits);
}

/**
 * New text and caret after an edit. The caret stays behind the same digit it stood behind,
 * so typing in the middle and deleting across a separator both feel natural.
 */
export function applyMask(mask: MaskName, text: string, caret: number): { text: string; caret: number } {
  // In the middle a digit was removed or added, and no part was completed.
  const formatted = formatMask(mask, mask === 'date' && caret < text.length ? digitsOf(text) : text);
  if (formatted === text) return { text, caret };
  if (caret >= text.length) return { text: formatted, caret: formatted.length };
  const before = digitsOf(text.slice(0, caret)).length;
  let position = 0;
  for (let seen = 0; seen < before && position < formatted.length; position++) {
    if (/\d/.test(formatted[position] ?? '')) seen++;
  }
  return { text: formatted, caret: position };
}
