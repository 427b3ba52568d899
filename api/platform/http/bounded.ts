/** Levels of arrays and objects in a body; what reads one calls itself once a level. */
const DEEPEST = 20;
/** Fields and items of a body in all. */
const MOST_VALUES = 20_000;

/** Whether a parsed body is no deeper and holds no more than any call needs. Looks level by level, never by recursion. */
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
