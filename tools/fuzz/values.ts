import fc from 'fast-check';
import type { Description, Schema } from './description.ts';

/** Existing values by field or parameter name: ids of real rows, codes of the catalogue. */
export type Known = ReadonlyMap<string, readonly unknown[]>;

const DEEPEST = 6;
const LONGEST_LIST = 4;
const LONGEST_TEXT = 60;
const ALPHABET = /^\^?\[([\w-]+)\]\*\$?$/;

const numberOf = (value: unknown, otherwise: number): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
const listOf = (value: unknown): Schema[] => (Array.isArray(value) ? (value as Schema[]) : []);
const day = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());

function textOf(schema: Schema): fc.Arbitrary<string> {
  const pattern = typeof schema.pattern === 'string' ? schema.pattern : undefined;
  if (schema.format === 'uuid') return fc.uuid();
  if (schema.format === 'base64') return fc.base64String({ maxLength: LONGEST_TEXT });
  if (pattern?.includes('T\\d{2}:')) return day;
  if (pattern?.startsWith('^\\d{4}-\\d{2}-\\d{2}')) return day.map((text) => text.slice(0, 10));
  if (pattern && ALPHABET.test(pattern))
    return fc.string({ unit: fc.constantFrom(...'abz09_-'), maxLength: 40 });
  if (pattern) return fc.stringMatching(new RegExp(pattern));
  const least = numberOf(schema.minLength, 0);
  const most = Math.max(least, Math.min(numberOf(schema.maxLength, LONGEST_TEXT), LONGEST_TEXT));
  const short = fc.string({ unit: 'grapheme', minLength: least, maxLength: most });
  const full = numberOf(schema.maxLength, 0);
  // Exactly the maximum length, and one more.
  const edge = fc.constantFrom(full, full + 1).map((length) => 'x'.repeat(length));
  return full > 0 && full <= 20_000
    ? fc.oneof({ weight: 9, arbitrary: short }, { weight: 1, arbitrary: edge })
    : short;
}

/** Values that match a schema; an existing value is used if the world knows one of that name. */
export function valuesOf(description: Description, known: Known) {
  const integerOf = (schema: Schema): fc.Arbitrary<number> => {
    const min = Math.max(numberOf(schema.minimum, -1000), -(2 ** 53) + 1);
    const max = Math.min(numberOf(schema.maximum, 2 ** 31), 2 ** 53 - 1);
    const from = numberOf(schema.exclusiveMinimum, min - 1) + 1;
    return fc.oneof(fc.integer({ min: Math.max(min, from), max }), fc.constantFrom(Math.max(min, from), max));
  };

  const objectOf = (schema: Schema, depth: number): fc.Arbitrary<unknown> => {
    const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
    const required = new Set(Array.isArray(schema.required) ? (schema.required as string[]) : []);
    const model = Object.fromEntries(properties.map(([name, inner]) => [name, of(inner, name, depth + 1)]));
    const fields = fc.record(model, {
      requiredKeys: properties.map(([name]) => name).filter((name) => required.has(name)),
    });
    const more = schema.additionalProperties as Schema | undefined;
    if (properties.length > 0 || typeof more !== 'object') return fields;
    return fc.dictionary(fc.string({ maxLength: 12 }), of(more, '', depth + 1), { maxKeys: 3 });
  };

  const plain = (schema: Schema, depth: number): fc.Arbitrary<unknown> => {
    const choices = [...listOf(schema.anyOf), ...listOf(schema.oneOf)];
    if (choices.length > 0) return fc.oneof(...choices.map((one) => of(one, '', depth + 1)));
    const all = listOf(schema.allOf);
    if (all.length > 0)
      return fc
        .tuple(...all.map((one) => of(one, '', depth + 1)))
        .map((parts) => Object.assign({}, ...(parts as object[])));
    if ('const' in schema) return fc.constant(schema.const);
    if (Array.isArray(schema.enum)) return fc.constantFrom<unknown>(...schema.enum);
    switch (schema.type) {
      case 'object':
        return objectOf(schema, depth);
      case 'array': {
        const minLength = numberOf(schema.minItems, 0);
        const maxLength = Math.max(
          minLength,
          Math.min(numberOf(schema.maxItems, LONGEST_LIST), LONGEST_LIST),
        );
        return fc.array(of((schema.items ?? {}) as Schema, '', depth + 1), { minLength, maxLength });
      }
      case 'string':
        return textOf(schema);
      case 'integer':
        return integerOf(schema);
      case 'number':
        return fc.oneof(
          integerOf(schema),
          fc.double({ min: numberOf(schema.minimum, -1e9), max: numberOf(schema.maximum, 1e9), noNaN: true }),
        );
      case 'boolean':
        return fc.boolean();
      case 'null':
        return fc.constant(null);
      default:
        return fc.jsonValue({ maxDepth: 2 });
    }
  };

  function of(given: Schema, name = '', depth = 0): fc.Arbitrary<unknown> {
    if (depth > DEEPEST) return fc.constant(null);
    const schema = description.resolve(given);
    const existing = known.get(name) ?? [];
    const made = plain(schema, depth);
    if (existing.length === 0 || schema.type === 'object' || schema.type === 'array') return made;
    return fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom<unknown>(...existing) },
      { weight: 1, arbitrary: made },
    );
  }
  return of;
}
