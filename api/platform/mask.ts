/** Maximum length of one text; the rest is cut off. */
export const LONGEST_TEXT = 8_192;
/** Maximum length of all texts of one line together. */
const LONGEST_LINE = 32_768;
const DEEPEST = 8;
const MOST_ENTRIES = 100;
/** Maximum length of an address, number or key that a cut may split. */
const LONGEST_WORD = 320;
const BETWEEN_WORDS = /[\s,;"'&()<>|]/;
export const CUT = '[cut]';

/**
 * Patterns that no log line may show (LGPD, spec 18): eleven digits in a row or in groups, mail addresses, tokens. Each pattern
 * starts at a fixed word or after a character that cannot belong to it, so that a text is scanned only once.
 */
const MASKS: [RegExp, string][] = [
  [/(?<![\da-f])\d{3}\.?\d{3}\.?\d{3}-?\d{2}(?![\da-f])/g, '[cpf]'],
  [
    /(?<![\p{L}\p{N}_.+-])[\p{L}\p{N}_.+-]+(?:@|%40)[\p{L}\p{N}_-]+\.[\p{L}\p{N}_.-]*[\p{L}\p{N}]/gu,
    '[e-mail]',
  ],
  [/\(?(?<![\da-f])\d{2}\)? ?9\d{4}-?\d{4}(?![\da-f])/g, '[phone]'],
  [/(?<!\w)eyJ[\w-]{8,}[\w.-]*/g, '[token]'],
  [/(?<!\w)svc_[\w-]+/g, '[token]'],
  [/(\/webhooks\/payments\/[\w-]{1,40}\/[\w-]{1,40}\/)(?!\[key\])[^/\s"'&?]+/g, '$1[key]'],
  [
    // Already masked text is left alone; within a line it may be followed by an escaped quote.
    /(checkaccesskey|accesskey=|copia=|\/print\/|\/k\/|usertoken|reset-links|\/reset-password\/)([/=]?)(?!\[key\](?:[/\s"'&\\]|$))[^/\s"'&]+/g,
    '$1$2[key]',
  ],
];

/** Returns the beginning of a text without the word at the cut, because half a number would match no mask. */
function beginningOf(text: string, most: number): string {
  if (text.length <= most) return text;
  const latest = Math.max(0, most - LONGEST_WORD);
  let end = Math.max(0, most);
  while (end > latest && !BETWEEN_WORDS.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/**
 * Removes personal data and secrets from a text, in time proportional to its length. Text beyond `most` characters is cut off.
 */
export function mask(text: string, most = LONGEST_TEXT): string {
  const shown = MASKS.reduce((left, [what, by]) => left.replace(what, by), beginningOf(text, most));
  return text.length > most ? `${shown}${CUT}` : shown;
}

/** Descriptive fields of an error; the rows, statements and parameters that drivers attach are left out. */
const KEPT = ['code', 'constraint', 'table', 'column', 'severity', 'syscall', 'responseCode'] as const;
/** Removes the value from errors of class 22, which quote the value that could not be parsed. */
const withoutValue = (text: string, state: unknown): string => {
  if (typeof state !== 'string' || !state.startsWith('22')) return text;
  const [from, to] = [text.indexOf(': "'), text.lastIndexOf('"')];
  return from >= 0 && to > from + 2 ? `${text.slice(0, from)}: […]${text.slice(to + 1)}` : text;
};

const plainError = (error: Error): Record<string, unknown> => {
  const own = error as Error & Partial<Record<(typeof KEPT)[number], unknown>>;
  return {
    type: error.constructor.name,
    message: withoutValue(String(error.message), own.code),
    stack: withoutValue(String(error.stack ?? ''), own.code),
    ...Object.fromEntries(KEPT.filter((name) => own[name] !== undefined).map((name) => [name, own[name]])),
    ...(error.cause === undefined ? {} : { cause: error.cause }),
  };
};

/**
 * Converts a value for the log and error reports: every text is masked, errors lose the data that drivers attach, and the size
 * is bounded so that one line cannot fill a disk.
 */
export function masked(value: unknown): unknown {
  let left = LONGEST_LINE;
  const text = (given: string): string => {
    const kept = mask(given, Math.min(left, LONGEST_TEXT));
    left -= kept.length;
    return kept;
  };
  const inner = (given: unknown, depth: number): unknown => {
    left -= 1;
    if (typeof given === 'string') return text(given);
    if (typeof given === 'bigint') return String(given);
    if (typeof given !== 'object' || given === null) return given;
    if (given instanceof Date) return Number.isNaN(given.getTime()) ? null : given.toISOString();
    if (ArrayBuffer.isView(given)) return '[bytes]';
    if (depth >= DEEPEST || left <= 0) return CUT;
    if (Array.isArray(given)) return given.slice(0, MOST_ENTRIES).map((one) => inner(one, depth + 1));
    const entries = Object.entries(given instanceof Error ? plainError(given) : given);
    return Object.fromEntries(
      entries.slice(0, MOST_ENTRIES).map(([name, one]) => [text(name), inner(one, depth + 1)]),
    );
  };
  return inner(value, 0);
}
