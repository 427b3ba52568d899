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

/** Turns zod schemas into JSON Schema and gathers the named ones, each once. */
export const schemaWriter = () => {
  const components: Json = {};

  const keep = (name: string, schema: Json) => {
    const known = components[name];
    if (known && JSON.stringify(known) !== JSON.stringify(schema)) {
      throw new Error(`Two different schemas are called ${name}`);
    }
    components[name] = schema;
  };

  /** JSON Schema of a schema as it is received (`input`) or sent (`output`). */
  const write = (schema: z.ZodType, io: 'input' | 'output'): Json => {
    // Inside an object even a named schema becomes a reference.
    const { properties, $defs } = z.toJSONSchema(z.object({ wrapped: schema }), {
      io,
      // Readers must bear fields that are added later.
      override: ({ jsonSchema }) => {
        if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      },
    }) as { properties: Json; $defs?: Json };
    for (const [name, inner] of Object.entries($defs ?? {})) keep(name, withComponentRefs(inner) as Json);
    return withComponentRefs(properties.wrapped) as Json;
  };

  /** Every named schema met so far, by name. */
  const named = (): Json =>
    Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1)));

  return { write, named };
};

export type SchemaWriter = ReturnType<typeof schemaWriter>;
