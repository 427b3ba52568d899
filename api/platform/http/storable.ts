/** JSON escapes of what PostgreSQL cannot keep: the character 0 and halves of surrogate pairs. */
const SUSPECT = /\\u(?:0000|d[89a-f])/i;

const cleaned = (value: unknown): unknown => {
  if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed();
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, cleaned(item)]));
  return value;
};

/** A parsed body as the database can keep it; nothing a person types contains what is taken out. */
export const storableBody = (text: string, parsed: unknown): unknown =>
  SUSPECT.test(text) ? cleaned(parsed) : parsed;
