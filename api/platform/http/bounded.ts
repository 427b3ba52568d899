/** Most levels of arrays and objects in a body, because readers of a body recurse once per level. */
const DEEPEST = 20;
/** Most fields and items in a whole body. */
const MOST_VALUES = 20_000;

/**
 * True when a parsed body is within the depth and size that any call needs. It reads level by level, because
 * recursion could overflow the stack.
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
