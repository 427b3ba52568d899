/** JSON escapes that PostgreSQL cannot store: NUL and lone surrogates. */
const SUSPECT = /\\u(?:0000|d[89a-f])/i;

const cleanedText = (text: string): string => text.replaceAll('\0', '').toWellFormed();

const cleaned = (value: unknown): unknown => {
  if (typeof value === 'string') return cleanedText(value);
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [cleanedText(name), cleaned(item)]),
    );
  return value;
};

/** Returns a parsed body that the database can store; the removed characters never occur in typed text. */
export const storableBody = (text: string, parsed: unknown): unknown =>
  SUSPECT.test(text) ? cleaned(parsed) : parsed;
