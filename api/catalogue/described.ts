import { z } from 'zod';

declare const SAID: unique symbol;
type Said = { readonly [SAID]: true };

/** A field of an entry: its shape and a description for authors of catalogues. */
export const field = <T extends z.ZodType>(shape: T, help: string): T & Said =>
  shape.describe(help) as T & Said;

/** An entry's shape; a field without a description doesn't compile. */
export const section = <S extends Record<string, z.ZodType & Said>>(fields: S) => z.strictObject(fields);

/** The object within a shape; undefined if there is none, as for a list. */
function objectIn(shape: z.ZodType): z.ZodObject | undefined {
  if (shape instanceof z.ZodObject) return shape;
  const def = shape.def as { innerType?: z.ZodType; in?: z.ZodType };
  const inner = def.innerType ?? def.in;
  return inner && objectIn(inner);
}

/** The fields of an entry's shape, by name; empty for a shape without any. */
export const fieldsIn = (shape: z.ZodType): Readonly<Record<string, z.ZodType>> =>
  (objectIn(shape)?.shape ?? {}) as Record<string, z.ZodType>;
