import { z } from 'zod';

export type Json = { [key: string]: unknown };

const COMPONENTS = '#/components/schemas/';

const withComponentRefs = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withComponentRefs);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === '$ref' && typeof inner === 'string'
        ? inner.replace('#/$defs/', COMPONENTS)
        : withComponentRefs(inner),
    ]),
  );
};

/** Converts zod schemas to JSON Schema and collects the named ones, each once. */
export const schemaWriter = () => {
  const components: Json = {};

  const keep = (name: string, schema: Json) => {
    const known = components[name];
    if (known && JSON.stringify(known) !== JSON.stringify(schema)) {
      throw new Error(`Two different schemas are called ${name}`);
    }
    components[name] = schema;
  };

  /** JSON Schema of a zod schema as it is received (`input`) or sent (`output`). */
  const write = (schema: z.ZodType, io: 'input' | 'output'): Json => {
    // Wrapped in an object, so that a named schema becomes a reference, too.
    const { properties, $defs } = z.toJSONSchema(z.object({ wrapped: schema }), {
      io,
      // Clients must tolerate fields that are added later.
      override: ({ jsonSchema }) => {
        if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      },
    }) as { properties: Json; $defs?: Json };
    for (const [name, inner] of Object.entries($defs ?? {})) keep(name, withComponentRefs(inner) as Json);
    return withComponentRefs(properties.wrapped) as Json;
  };

  /** All named schemas written so far, by name. */
  const named = (): Json =>
    Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1)));

  return { write, named };
};

export type SchemaWriter = ReturnType<typeof schemaWriter>;
