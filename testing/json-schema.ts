/** The subset of JSON Schema, as in OpenAPI 3.0, that banks' descriptions use. */
export type Schema = { readonly [key: string]: unknown };
type Json = { readonly [key: string]: unknown };

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): Schema[] => (Array.isArray(value) ? (value as Schema[]) : []);

const TYPES: Record<string, (value: unknown) => boolean> = {
  object: isObject,
  array: Array.isArray,
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
};

const RFC_3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/i;
const FORMATS: Record<string, (value: unknown) => boolean> = {
  'date-time': (value) =>
    typeof value === 'string' && RFC_3339.test(value) && !Number.isNaN(Date.parse(value)),
  date: (value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value),
  uri: (value) => typeof value === 'string' && URL.canParse(value),
  int32: (value) => Number.isInteger(value) && Math.abs(value as number) < 2 ** 31,
  int64: Number.isInteger,
};

/** Patterns must match the whole value; some documents write them between slashes. */
const patternOf = (text: string): RegExp => new RegExp(`^(?:${text.replace(/^\/(.*)\/$/, '$1')})$`);

/** Validates values by schemas of one document, in which `#/…` references are resolved. */
export function schemaJudge(document: unknown) {
  const look = (ref: string): Schema => {
    const found = ref
      .replace(/^#\//, '')
      .split('/')
      .reduce<unknown>(
        (at, name) => (at as Json)?.[name.replaceAll('~1', '/').replaceAll('~0', '~')],
        document,
      );
    if (!isObject(found)) throw new Error(`The document has no ${ref}`);
    return found;
  };
  /** The target of a reference, or the schema itself. */
  const resolved = (one: unknown): Schema => {
    const schema = isObject(one) ? one : {};
    return typeof schema.$ref === 'string' ? resolved(look(schema.$ref)) : schema;
  };

  const bounds = (schema: Schema, value: unknown, at: string): string[] => {
    const wrong: string[] = [];
    const size = typeof value === 'string' ? [...value].length : Array.isArray(value) ? value.length : value;
    const [least, most] =
      typeof value === 'string'
        ? [schema.minLength, schema.maxLength]
        : Array.isArray(value)
          ? [schema.minItems, schema.maxItems]
          : [schema.minimum, schema.maximum];
    if (typeof size === 'number') {
      if (typeof least === 'number' && size < least) wrong.push(`${at}: below ${least}`);
      if (typeof most === 'number' && size > most) wrong.push(`${at}: above ${most}`);
    }
    return wrong;
  };

  const parts = (schema: Schema, value: unknown, at: string): string[] => {
    if (Array.isArray(value)) {
      return schema.items ? value.flatMap((one, n) => errors(schema.items, one, `${at}[${n}]`)) : [];
    }
    if (!isObject(value)) return [];
    const missing = (Array.isArray(schema.required) ? schema.required : [])
      .filter((name: string) => value[name] === undefined)
      .map((name: string) => `${at}.${name}: missing`);
    const properties = isObject(schema.properties) ? Object.entries(schema.properties) : [];
    const wrong = properties.flatMap(([name, inner]) =>
      value[name] === undefined ? [] : errors(inner, value[name], `${at}.${name}`),
    );
    return [...missing, ...wrong];
  };

  const combined = (schema: Schema, value: unknown, at: string): string[] => {
    const all = listOf(schema.allOf).flatMap((one) => errors(one, value, at));
    const any = listOf(schema.anyOf);
    if (any.length > 0 && any.every((one) => errors(one, value, at).length > 0))
      all.push(`${at}: fits no anyOf`);
    const one = listOf(schema.oneOf);
    const fitting = one.filter((inner) => errors(inner, value, at).length === 0).length;
    if (one.length > 0 && fitting !== 1) all.push(`${at}: fits ${fitting} of oneOf`);
    return all;
  };

  /** Errors of a value, each with its path; empty when it conforms. */
  const errors = (given: unknown, value: unknown, at = '$'): string[] => {
    const schema = resolved(given);
    if (value === null && schema.nullable === true) return [];
    const type = schema.type as string | undefined;
    if (type && !TYPES[type]?.(value)) return [`${at}: no ${type}`];
    const wrong = [...bounds(schema, value, at), ...parts(schema, value, at), ...combined(schema, value, at)];
    if (Array.isArray(schema.enum) && !schema.enum.includes(value)) wrong.push(`${at}: not of the list`);
    if (typeof schema.pattern === 'string' && !patternOf(schema.pattern).test(String(value)))
      wrong.push(`${at}: not as ${schema.pattern}`);
    const format = FORMATS[schema.format as string];
    if (format && !format(value)) wrong.push(`${at}: no ${schema.format}`);
    return wrong;
  };

  /** All schemas that apply to a value, with references and combinations resolved. */
  const flat = (given: unknown): Schema[] => {
    const schema = resolved(given);
    const inner = [...listOf(schema.allOf), ...listOf(schema.anyOf), ...listOf(schema.oneOf)];
    return [schema, ...inner.flatMap(flat)];
  };

  /**
   * Paths of properties that no schema defines: the standard allows them, but our messages must not contain
   * any.
   */
  const unknown = (given: readonly unknown[], value: unknown, at = '$'): string[] => {
    const schemas = given.flatMap(flat);
    if (Array.isArray(value)) {
      const items = schemas.flatMap(({ items: one }) => (one ? [one] : []));
      return value.flatMap((one, n) => unknown(items, one, `${at}[${n}]`));
    }
    if (!isObject(value)) return [];
    return Object.entries(value).flatMap(([name, inner]) => {
      const known = schemas.flatMap(({ properties, required }) => {
        if (isObject(properties) && name in properties) return [properties[name]];
        // Some names are required without being defined.
        return Array.isArray(required) && required.includes(name) ? [{}] : [];
      });
      return known.length === 0
        ? [`${at}.${name}: not in the document`]
        : unknown(known, inner, `${at}.${name}`);
    });
  };

  return {
    resolved,
    /** All errors of a value: violations of the schema and undefined properties. */
    judge: (schema: unknown, value: unknown): string[] => [
      ...errors(schema, value),
      ...unknown([schema], value),
    ],
  };
}
