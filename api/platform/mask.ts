/** Characters of one text that are looked at; the rest is cut off. */
export const LONGEST_TEXT = 8_192;
/** Characters of all texts of one line together. */
const LONGEST_LINE = 32_768;
const DEEPEST = 8;
const MOST_ENTRIES = 100;
/** Room for an address, a number or a key that the cut went through. */
const LONGEST_WORD = 320;
const BETWEEN_WORDS = /[\s,;"'&()<>|]/;
export const CUT = '[cut]';

/**
 * Eleven digits in a row or in groups, mail addresses, tokens: never readable in a log line (LGPD, spec 18). Each one
 * begins where the character before cannot belong to it, or at a fixed word, so that no text is read more than once.
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
  [
    // What was masked before stays: in a line, the escape of a quote may follow.
    /(checkaccesskey|accesskey=|copia=|\/print\/|\/k\/|usertoken|reset-links|\/reset-password\/)([/=]?)(?!\[key\](?:[/\s"'&\\]|$))[^/\s"'&]+/g,
    '$1$2[key]',
  ],
];

/**
 * The beginning of a text. The word that the cut went through goes too, for half a number would not be known as one.
 */
function beginningOf(text: string, most: number): string {
  if (text.length <= most) return text;
  const latest = Math.max(0, most - LONGEST_WORD);
  let end = Math.max(0, most);
  while (end > latest && !BETWEEN_WORDS.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/**
 * Takes personal data and secrets out of a text, in time that grows with its length alone. What is longer than `most`
 * characters is cut off.
 */
export function mask(text: string, most = LONGEST_TEXT): string {
  const shown = MASKS.reduce((left, [what, by]) => left.replace(what, by), beginningOf(text, most));
  return text.length > most ? `${shown}${CUT}` : shown;
}

/** Of an error: what happened and where. Drivers attach rows, statements and parameters to theirs; those stay out. */
const KEPT = ['code', 'constraint', 'table', 'column', 'severity', 'syscall', 'responseCode'] as const;
/** Errors of class 22 quote the value that could not be read. */
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
 * A value as the log and error reports may hold it: every text masked, errors without the data their drivers attach,
 * and only so much of it that nobody can fill a disk with one line.
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
