import fc from 'fast-check';
import { Pairs, strangeValue } from './strange.ts';

type Path = readonly (string | number)[];
type Entry = { path: Path; value: unknown };

/** One change to a body: the kind of change (`how`), the place (`at`, modulo the number of places), and a value. */
type Edit = { how: (typeof HOWS)[number]; at: number; value: unknown; name: string };

const HOWS = [
  'replace',
  'replace',
  'replace',
  'nudge',
  'nudge',
  'drop',
  'add',
  'twice',
  'wrap',
  'repeat',
] as const;
const NAMES = [
  '__proto__',
  'constructor',
  'id',
  'tenantId',
  'status',
  'a\u0000b',
  '',
  'toJSON',
  'length',
  'İ',
];
const REPEATS = 60;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && value.constructor === Object;

/** Every place in a value, starting with the value itself. */
function placesOf(value: unknown, path: Path = []): Entry[] {
  const inner = Array.isArray(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : [];
  return [{ path, value }, ...inner.flatMap(([name, one]) => placesOf(one, [...path, name]))];
}

function put(value: unknown, path: Path, change: (value: unknown) => unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return change(value);
  if (Array.isArray(value)) return value.map((one, n) => (n === name ? put(one, rest, change) : one));
  if (value instanceof Pairs)
    return new Pairs(
      value.list.map(([key, one]) => [key, key === name ? put(one, rest, change) : one] as const),
    );
  if (!isObject(value)) return value;
  return { ...value, [name]: put(value[name], rest, change) };
}

/** The text of any value; a JSON value may have a member `toString` that is not a function. */
const written = (value: unknown): string =>
  typeof value === 'object' ? (JSON.stringify(value) ?? '') : String(value);

/** A slightly different value: still of its kind, and usually still accepted. */
function nudged(value: unknown, by: unknown): unknown {
  if (typeof value === 'number')
    return [value + 1, value - 1, -value, value * 1e9, value + 0.5, String(value)][written(by).length % 6];
  if (typeof value === 'string') {
    const more = written(by);
    const at = more.length % (value.length + 1);
    return [
      value + more,
      value.slice(0, at) + more + value.slice(at),
      value.slice(0, at),
      value.toUpperCase(),
      ` ${value} `,
    ][more.length % 5];
  }
  return typeof value === 'boolean' ? !value : by;
}

const added = (value: unknown, name: string, more: unknown): unknown => {
  if (Array.isArray(value)) return [...value, more];
  return isObject(value) ? new Pairs([...Object.entries(value), [name, more]]) : more;
};

function apply(body: unknown, { how, at, value, name }: Edit): unknown {
  const places = placesOf(body);
  const { path } = places[at % places.length] as Entry;
  switch (how) {
    case 'replace':
      return put(body, path, () => value);
    case 'nudge':
      return put(body, path, (old) => nudged(old, value));
    case 'wrap':
      return put(body, path, (old) => (at % 2 === 0 ? [old] : { value: old }));
    case 'repeat':
      return put(body, path, (old) =>
        Array.isArray(old) ? Array.from({ length: REPEATS }, () => old).flat() : [old, old],
      );
    case 'add':
      return put(body, path, (old) => added(old, name, value));
    case 'twice':
      return put(body, path, (old) =>
        isObject(old)
          ? new Pairs([...Object.entries(old), ...Object.keys(old).map((key) => [key, value] as const)])
          : old,
      );
    case 'drop':
      return put(body, path.slice(0, -1), (old) => {
        const last = path.at(-1);
        if (Array.isArray(old)) return old.filter((_, n) => n !== last);
        return isObject(old) ? Object.fromEntries(Object.entries(old).filter(([key]) => key !== last)) : old;
      });
  }
}

const edit: fc.Arbitrary<Edit> = fc.record({
  how: fc.constantFrom(...HOWS),
  at: fc.nat(200),
  value: strangeValue,
  name: fc.constantFrom(...NAMES),
});

/** Bodies that differ from valid ones in a few places, or not at all. */
export const edited = (bodies: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc
    .tuple(
      bodies,
      fc.oneof(
        { weight: 2, arbitrary: fc.constant([]) },
        { weight: 7, arbitrary: fc.array(edit, { minLength: 1, maxLength: 1 }) },
        { weight: 2, arbitrary: fc.array(edit, { minLength: 2, maxLength: 4 }) },
      ),
    )
    .map(([body, edits]) => edits.reduce(apply, body));
