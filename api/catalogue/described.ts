import { z } from 'zod';

/**
 * What a change of a field affects. `trust`: who signs in, what pages load, where people are sent. `money`: what is owed and to
 * whom.
 */
export type Touch = 'trust' | 'money';
type Told = readonly [Touch, string];
/** What a field affects, with the label shown to the second person; null if neither. */
export type Touched = Told | null;
export type Table = { readonly [field: string]: Touched | Table };

export const trust = (label: string): Told => ['trust', label];
export const money = (label: string): Told => ['money', label];
/** Affects neither trust nor money (spec 25.4.4). */
export const free = null;

declare const SAID: unique symbol;
type Said = { readonly [SAID]: true };
const touches = z.registry<{ touched: Touched }>();

/** A field of an entry: its shape, a description for authors of catalogues, and what a change of it affects. */
export function field<T extends z.ZodType>(shape: T, help: string, touched: Touched): T & Said {
  const said = shape.describe(help);
  touches.add(said, { touched });
  return said as T & Said;
}

/** An entry's shape; a field without a description doesn't compile. */
export const section = <S extends Record<string, z.ZodType & Said>>(fields: S) => z.strictObject(fields);

/** The object within a shape; undefined if there is none, as for a list. */
function objectIn(shape: z.ZodType): z.ZodObject | undefined {
  if (shape instanceof z.ZodObject) return shape;
  const def = shape.def as { innerType?: z.ZodType; in?: z.ZodType };
  const inner = def.innerType ?? def.in;
  return inner && objectIn(inner);
}

/** What every field of an entry affects. Nested fields with their own declarations form a table under the field's name. */
export function touchesIn(shape: z.ZodType): Table {
  const fields = Object.entries((objectIn(shape)?.shape ?? {}) as Record<string, z.ZodType>);
  return Object.fromEntries(
    fields.map(([name, one]) => {
      const inner = Object.values((objectIn(one)?.shape ?? {}) as Record<string, z.ZodType>);
      return [
        name,
        inner.some((each) => touches.has(each)) ? touchesIn(one) : (touches.get(one)?.touched ?? free),
      ];
    }),
  );
}
