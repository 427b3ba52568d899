/**
 * Methods that browsers of the floor lack (ui/build/floor.ts) and that we or our libraries call, implementing the standard as
 * far as the calls made here need it (ECMAScript 2022 and 2023, DOM). Fetched only if one is missing.
 */
type Method = (this: never, ...given: never[]) => unknown;

const define = (owner: object, methods: Record<string, Method>): void => {
  for (const [name, value] of Object.entries(methods))
    if (!(name in owner)) Object.defineProperty(owner, name, { value, configurable: true, writable: true });
};

const whole = (value: number): number => Math.trunc(Number(value)) || 0;

function at(this: ArrayLike<unknown>, index: number): unknown {
  const place = whole(index);
  return this[place < 0 ? this.length + place : place];
}

const TypedArray = Object.getPrototypeOf(Uint8Array) as { prototype: object };
for (const owner of [Array.prototype, String.prototype, TypedArray.prototype]) define(owner, { at });

type Test = (value: unknown, index: number, all: unknown[]) => unknown;
function findLastIndex(this: unknown[], test: Test): number {
  for (let index = this.length - 1; index >= 0; index -= 1) if (test(this[index], index, this)) return index;
  return -1;
}
define(Array.prototype, {
  findLastIndex,
  findLast(this: unknown[], test: Test) {
    return this[findLastIndex.call(this, test)];
  },
  toReversed(this: unknown[]) {
    return Array.from(this).reverse();
  },
  toSorted(this: unknown[], order?: (one: unknown, other: unknown) => number) {
    return Array.from(this).sort(order);
  },
  toSpliced(this: unknown[], ...given: [number, number, ...unknown[]]) {
    const copy = Array.from(this);
    copy.splice(...given);
    return copy;
  },
  with(this: unknown[], index: number, value: unknown) {
    const place = whole(index) < 0 ? this.length + whole(index) : whole(index);
    if (place < 0 || place >= this.length) throw new RangeError('Invalid index');
    const copy = Array.from(this);
    copy[place] = value;
    return copy;
  },
});
const owns = Object.prototype.hasOwnProperty;
define(Object, {
  hasOwn: (owner: object, name: PropertyKey) => owns.call(owner, name),
});
if (typeof AbortSignal === 'function')
  define(AbortSignal, {
    timeout(ms: number) {
      const aborting = new AbortController();
      setTimeout(() => aborting.abort(), ms);
      return aborting.signal;
    },
  });
