import { expect } from 'vitest';

/** Factor between the two sizes. The smaller one is run this many times, so that linear work takes equally long for both. */
const FACTOR = 4;
/** Quadratic work gives the factor itself; this leaves room for sorting and for a busy machine. */
const MOST_RATIO = 2.6;
/** CPU time too short to prove anything about growth, because startup and garbage collection cost as much. */
const NOTHING_MS = 15;
/** Number of times that one measurement measures both sizes. */
const ROUNDS = 8;
/** Measurements that must all show growth before it is believed: a single garbage collection is not growth. */
const MEASUREMENTS = 3;
/** `ORBITA_GROWTH=8 npx vitest run <file>`: sizes eight times larger. */
const LONGER = Number(process.env.ORBITA_GROWTH ?? 1);

const cpuMs = ({ user, system }: { user: number; system: number }) => (user + system) / 1000;

/** CPU time of some work: of this thread if it is synchronous, of the process otherwise. */
async function costOf(work: () => unknown): Promise<number> {
  const [thread, whole] = [process.threadCpuUsage(), process.cpuUsage()];
  const result = work();
  if (!(result instanceof Promise)) return cpuMs(process.threadCpuUsage(thread));
  await result;
  return cpuMs(process.cpuUsage(whole));
}

/**
 * How much longer some work takes with four times the input than four times with a quarter of it: the ratio of two times in
 * this process, independent of the machine's speed. Times are CPU time, which a busy machine does not lengthen; as the system
 * counts it in milliseconds, rounds are added up until they are meaningful.
 * @param work creates its input for a size and returns what is measured.
 */
async function growthOf(size: number, work: (size: number) => () => unknown): Promise<number> {
  const [fewer, more] = [Math.ceil(size * LONGER), Math.ceil(size * LONGER * FACTOR)];
  let [less, most] = [0, 0];
  for (let round = 1; round <= ROUNDS; round++) {
    most += await costOf(work(more));
    if (most / round <= NOTHING_MS) return 1;
    for (let time = 0; time < FACTOR; time++) less += await costOf(work(fewer));
    if (most <= less * MOST_RATIO) return most / less;
  }
  return most / less;
}

/** One growing input: its name, its smaller size, and the work with it. */
export type Growing = { name: string; size: number; work: (size: number) => () => unknown };

/** Fails, naming every input whose time grows faster than its size. */
export async function expectInLine(inputs: Iterable<Growing>): Promise<number> {
  const wrong: string[] = [];
  let looked = 0;
  for (const { name, size, work } of inputs) {
    looked += 1;
    let ratio = await growthOf(size, work);
    for (let more = 1; more < MEASUREMENTS && ratio > MOST_RATIO; more++) {
      ratio = Math.min(ratio, await growthOf(size, work));
    }
    if (ratio > MOST_RATIO)
      wrong.push(`${name}: ${(ratio * FACTOR).toFixed(0)} times as long for ${FACTOR} times as much`);
  }
  expect(wrong).toEqual([]);
  return looked;
}

/** Characters that cost more than others somewhere: spaces, digits, letters with combining marks, markup. */
export const ALPHABETS = ['a', ' ', '1', 'e\u0301', '{{', '<b>', '&', '.-@'] as const;

/** A text of about that many characters. */
export const textOf = (characters: string, size: number): string =>
  characters.repeat(Math.ceil(size / characters.length));

/** A value nested that many levels deep. */
export function nested(levels: number, of: 'list' | 'mapping'): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = of === 'list' ? [value] : { a: value };
  return value;
}

/** A record with that many different names. */
export const namesOf = (size: number): Record<string, number> =>
  Object.fromEntries(Array.from({ length: size }, (_, n) => [`nome${n}`, n]));

/** A part of a JSON Schema, as `z.toJSONSchema` writes it. */
export type Shape = {
  type?: string | string[];
  properties?: Record<string, Shape>;
  items?: Shape;
  anyOf?: Shape[];
  oneOf?: Shape[];
  [key: string]: unknown;
};

/** Every field of a shape by its path; `0` stands for an item of a list. */
export function* fieldsOf(
  shape: Shape,
  path: readonly (string | number)[] = [],
): Generator<{
  path: readonly (string | number)[];
  shape: Shape;
}> {
  yield { path, shape };
  for (const one of [...(shape.anyOf ?? []), ...(shape.oneOf ?? [])]) {
    if (one.properties || one.items) yield* fieldsOf({ ...one, type: 'part' }, path);
  }
  for (const [name, inner] of Object.entries(shape.properties ?? {})) yield* fieldsOf(inner, [...path, name]);
  if (shape.items && !Array.isArray(shape.items)) yield* fieldsOf(shape.items, [...path, 0]);
}

/** A copy of a value with another one at a path; missing containers are created. */
export function withValue(value: unknown, path: readonly (string | number)[], put: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return put;
  if (typeof name === 'number') {
    const list = Array.isArray(value) ? [...value] : [];
    list[name] = withValue(list[name], rest, put);
    return list;
  }
  const known = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  return { ...known, [name]: withValue((known as Record<string, unknown>)[name], rest, put) };
}

export const valueAt = (value: unknown, path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>(
    (found, name) =>
      typeof found === 'object' && found !== null
        ? (found as Record<string | number, unknown>)[name]
        : undefined,
    value,
  );

/** Ways in which the value of any field can grow: in length, number, depth and repetition. */
export const waysToGrow = (
  before: unknown,
): { name: string; size: number; grown: (size: number) => unknown }[] => [
  ...ALPHABETS.map((characters) => ({
    name: `text of ${JSON.stringify(characters)}`,
    size: 15_000,
    grown: (size: number) => textOf(characters, size),
  })),
  {
    name: 'the same items',
    size: 1_000,
    grown: (size) => Array(size).fill(Array.isArray(before) ? before[0] : before),
  },
  { name: 'different items', size: 1_000, grown: (size) => Array.from({ length: size }, (_, n) => `${n}`) },
  { name: 'names', size: 1_000, grown: namesOf },
  { name: 'lists in lists', size: 1_000, grown: (size) => nested(size, 'list') },
  { name: 'mappings in mappings', size: 1_000, grown: (size) => nested(size, 'mapping') },
];
