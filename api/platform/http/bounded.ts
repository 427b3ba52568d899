/** Maximum nesting of arrays and objects in a body, because code that reads a body recurses once per level. */
const DEEPEST = 20;
/** Maximum number of fields and items in a whole body. */
const MOST_VALUES = 20_000;

/**
 * Whether a parsed body is within the depth and size that any call needs. Walks level by level, because recursion could
 * overflow the stack.
 */
export function isBounded(body: unknown): boolean {
  let level: unknown[] = [body];
  let values = 0;
  for (let depth = 0; depth <= DEEPEST; depth += 1) {
    const inner: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      for (const item of Object.values(value)) {
        values += 1;
        if (values > MOST_VALUES) return false;
        inner.push(item);
      }
    }
    if (inner.length === 0) return true;
    level = inner;
  }
  return false;
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const OPENS = new Set([0x5b, 0x7b]);
const CLOSES = new Set([0x5d, 0x7d]);

/** Position of the quote that ends a JSON string; the end of the text if there is none. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let escapes = 0;
    while (text.charCodeAt(at - 1 - escapes) === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return at;
  }
  return text.length;
}

/**
 * False for JSON text that `isBounded` would reject after parsing, as far as its characters show. Parsing millions of small
 * values takes long; scanning the characters does not.
 */
export function isBoundedText(text: string, { deepest = DEEPEST, values: most = MOST_VALUES } = {}): boolean {
  let [depth, commas] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) at = endOfString(text, at);
    else if (sign === COMMA) commas += 1;
    else if (OPENS.has(sign)) depth += 1;
    else if (CLOSES.has(sign)) depth -= 1;
    if (depth > deepest + 2 || commas > most) return false;
  }
  return true;
}
