import { escapeHtml } from '@orbita/domain/foundation';

export type Json = { readonly [key: string]: unknown };

/** Escapes any value of the API description as HTML text. */
export const html = (text: unknown): string => escapeHtml(String(text));

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const list = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);
const lastOf = (ref: unknown): string => String(ref).split('/').at(-1) ?? '';

/** Describes the bounds of a schema, without those of a safe integer, which carry no information. */
function boundsOf(schema: Json): string {
  const words: string[] = [];
  const add = (sign: string, value: unknown) => {
    if (typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER)
      words.push(`${sign} ${value}`);
  };
  add('≥', schema.minLength ?? schema.minimum ?? schema.minItems);
  add('>', schema.exclusiveMinimum);
  add('≤', schema.maxLength ?? schema.maximum ?? schema.maxItems);
  if (schema.format) words.push(String(schema.format));
  if (schema.pattern && String(schema.pattern).length <= 60) words.push(String(schema.pattern));
  return words.length === 0 ? '' : ` <i>${html(words.join(', '))}</i>`;
}

function objectShape(schema: Json, indent: string): string {
  const properties = Object.entries(isObject(schema.properties) ? schema.properties : {});
  if (properties.length === 0)
    return isObject(schema.additionalProperties)
      ? `{ [key]: ${shapeHtml(schema.additionalProperties, indent)} }`
      : '{ }';
  const required = Array.isArray(schema.required) ? schema.required : [];
  const lines = properties.map(
    ([name, inner]) =>
      `${indent}  <b>${html(name)}</b>${required.includes(name) ? '' : '?'}: ${shapeHtml(inner, `${indent}  `)}`,
  );
  return `{\n${lines.join('\n')}\n${indent}}`;
}

/** Renders a JSON Schema in type notation, as HTML; named schemas become links to `#shape-…`. */
export function shapeHtml(given: unknown, indent = ''): string {
  const schema = isObject(given) ? given : {};
  if (schema.$ref) return `<a href="#shape-${html(lastOf(schema.$ref))}">${html(lastOf(schema.$ref))}</a>`;
  if (schema.const !== undefined) return html(JSON.stringify(schema.const));
  if (Array.isArray(schema.enum)) return schema.enum.map((one) => html(JSON.stringify(one))).join(' | ');
  const any = list(schema.anyOf ?? schema.oneOf);
  if (any.length > 0) return any.map((one) => shapeHtml(one, indent)).join(' | ');
  const all = list(schema.allOf);
  if (all.length > 0) return all.map((one) => shapeHtml(one, indent)).join(' &amp; ');
  if (schema.not) return 'never';
  if (schema.type === 'array') {
    const items = shapeHtml(schema.items, indent);
    return `${/ \| /.test(items) && !items.startsWith('{') ? `(${items})` : items}[]${boundsOf(schema)}`;
  }
  if (schema.type === 'object') return objectShape(schema, indent);
  if (Array.isArray(schema.type)) return schema.type.map(html).join(' | ');
  return schema.type ? `${html(schema.type)}${boundsOf(schema)}` : 'anything';
}
