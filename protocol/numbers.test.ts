import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { paramsSchema } from './foundation/index.ts';
import { type CallKey, callOf, calls } from './index.ts';

const INT4 = { minimum: -2_147_483_648, maximum: 2_147_483_647 };
/** Primary keys have eight bytes; everything else that is counted or compared has four. */
const KEYS = /(^|\.)(id|\w+Ids?|\w+Ids\[\]|endpoint|after|c)$/;
/** Keys of tables that ship with the product, which have four. */
const REFERENCES = /(^|\.)(state|city|gender)Id$/;

type Shape = {
  type?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  const?: unknown;
  properties?: Record<string, Shape>;
  items?: Shape;
  additionalProperties?: Shape;
  anyOf?: Shape[];
  allOf?: Shape[];
  $ref?: string;
  $defs?: Record<string, Shape>;
};

/** Every number of a schema with its dotted path. */
function* numbersOf(shape: Shape, path: string, defs: Record<string, Shape>): Generator<[string, Shape]> {
  const inner = shape.$ref ? defs[shape.$ref.replace('#/$defs/', '')] : undefined;
  if (inner) {
    const { $ref, ...own } = shape;
    yield* numbersOf({ ...inner, ...own }, path, defs);
  }
  // A literal number is its own minimum and maximum.
  const { const: named } = shape;
  if (typeof named === 'number') yield [path, { minimum: named, maximum: named }];
  else if (shape.type === 'integer' || shape.type === 'number') yield [path, shape];
  for (const [name, value] of Object.entries(shape.properties ?? {}))
    yield* numbersOf(value, path ? `${path}.${name}` : name, defs);
  if (shape.items) yield* numbersOf(shape.items, `${path}[]`, defs);
  if (shape.additionalProperties) yield* numbersOf(shape.additionalProperties, `${path}.*`, defs);
  for (const one of [...(shape.anyOf ?? []), ...(shape.allOf ?? [])]) yield* numbersOf(one, path, defs);
}

const written = (schema: z.ZodType | undefined): [string, Shape][] => {
  if (!schema) return [];
  const shape = z.toJSONSchema(schema, { unrepresentable: 'any' }) as Shape;
  return [...numbersOf(shape, '', shape.$defs ?? {})];
};

const requests = (Object.keys(calls) as CallKey[]).flatMap((key) => {
  const call = callOf(key);
  return [paramsSchema(key, call), call.query, call.body]
    .flatMap(written)
    .map(([path, shape]) => [key, path, shape] as const);
});

describe('numbers of requests', () => {
  it('fit the column they reach, in every call', () => {
    expect(requests.length).toBeGreaterThan(100);
    const offending = requests.filter(([, path, { minimum, exclusiveMinimum, maximum = Infinity }]) => {
      const least = minimum ?? exclusiveMinimum ?? -Infinity;
      if (KEYS.test(path) && !REFERENCES.test(path)) return least < 0 || maximum > Number.MAX_SAFE_INTEGER;
      return least < INT4.minimum || maximum > INT4.maximum;
    });
    expect(offending.map(([key, path]) => `${key}: ${path}`)).toEqual([]);
  });
});
