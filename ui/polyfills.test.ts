import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';

type Any = (...given: unknown[]) => unknown;
type Methods = Record<string, Any>;

/** A separate realm, whose methods are removed before the page's polyfills are defined in it. */
const timers = vi.fn();
const world = createContext({ AbortController, AbortSignal: () => undefined, setTimeout: timers });
runInContext(
  `for (const name of ['at', 'findLast', 'findLastIndex', 'toReversed', 'toSorted', 'toSpliced', 'with'])
     delete Array.prototype[name];
   delete Object.getPrototypeOf(Uint8Array).prototype.at;
   delete String.prototype.at;
   delete Object.hasOwn;`,
  world,
);
const source = readFileSync(join(import.meta.dirname, 'polyfills.ts'), 'utf8');
runInContext(stripTypeScriptTypes(source), world);
const of = (expression: string): Methods => runInContext(expression, world) as Methods;
const OURS = {
  list: of('Array.prototype'),
  text: of('String.prototype'),
  bytes: of('Uint8Array.prototype'),
  object: of('Object'),
  signal: of('AbortSignal'),
};
const OWN = {
  list: Array.prototype,
  text: String.prototype,
  bytes: Uint8Array.prototype,
  object: Object,
  signal: AbortSignal,
} as unknown as Record<keyof typeof OURS, Methods>;

const both = (kind: keyof typeof OURS, name: string, on: unknown, ...given: unknown[]) => {
  const run = (method: Any | undefined) => {
    try {
      return { value: method?.apply(on, given) };
    } catch (error) {
      return { error: (error as Error).name };
    }
  };
  expect(OURS[kind][name]).not.toBe(OWN[kind][name]);
  expect(run(OURS[kind][name])).toEqual(run(OWN[kind][name]));
};

describe('polyfills behave like newer browsers', () => {
  const list = fc.array(fc.integer({ min: -9, max: 9 }));
  const place = fc.oneof(
    fc.integer({ min: -12, max: 12 }),
    fc.constantFrom(Number.NaN, 1.7, -0.2, undefined),
  );

  it('for lists', () => {
    fc.assert(
      fc.property(list, place, place, (values, index, count) => {
        both('list', 'at', values, index);
        both('bytes', 'at', Uint8Array.from(values), index);
        both('list', 'with', values, index, 'x');
        both('list', 'toReversed', values);
        both('list', 'toSorted', values);
        both('list', 'toSorted', values, (a: number, b: number) => b - a);
        both('list', 'toSpliced', values, index, count, 'a', 'b');
        both('list', 'findLast', values, (value: number) => value > 2);
        both('list', 'findLastIndex', values, (value: number) => value > 2);
      }),
    );
  });
  it('for strings and objects', () => {
    fc.assert(
      fc.property(fc.string(), place, (text, index) => {
        both('text', 'at', text, index);
        both('object', 'hasOwn', Object, text, 'length');
        both('object', 'hasOwn', Object, { [text]: 1 }, text);
        both('object', 'hasOwn', Object, {}, 'toString');
      }),
    );
    both('object', 'hasOwn', Object, null, 'a');
  });
  it('for time-outs', () => {
    const signal = OURS.signal.timeout?.(50) as AbortSignal;
    const [[end, ms] = []] = timers.mock.calls;
    expect([ms, signal.aborted]).toEqual([50, false]);
    (end as () => void)();
    expect(signal.aborted).toBe(true);
  });
});
