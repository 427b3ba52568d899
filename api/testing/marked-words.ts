import type { CallKey } from '@orbita/protocol';
import { callOf } from '@orbita/protocol';
import { toJSONSchema, type z } from 'zod';
import type { Harness } from './harness.ts';

/** Nobody and nothing of the product is called so; with accents, because people write them and not. */
export const MARKED_NAME = 'Zuleida Ávila Çapucaia';
/** How it is found again, however it was written. */
export const MARK = 'zuleida';

type Json = { [key: string]: unknown };
type Path = readonly string[];
/** A field that somebody may type a text into, and the text that says which one it was. */
export type MarkedField = { path: string; tag: string };

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** Places of a JSON schema where a text stands that is none of a list; `0` is any item of a list. */
function* textPlaces(schema: Json, defs: Json, path: Path = []): Generator<Path> {
  const { $ref, properties, items, anyOf, oneOf, allOf, type, enum: values, const: value } = schema;
  if (typeof $ref === 'string') yield* textPlaces(defs[$ref.split('/').at(-1) ?? ''] as Json, defs, path);
  for (const one of [anyOf, oneOf, allOf].flat())
    if (isObject(one)) yield* textPlaces(one, defs, path);
  if (isObject(properties))
    for (const [name, one] of Object.entries(properties)) yield* textPlaces(one as Json, defs, [...path, name]);
  if (isObject(items)) yield* textPlaces(items, defs, [...path, '0']);
  if (type === 'string' && values === undefined && value === undefined) yield path;
}

/** Ways to write the mark into a field, the plainest first: what fits the field's shape is taken. */
const spellings = (tag: string): string[] => [
  `${MARKED_NAME} ${tag}`,
  `Zuleida Ávila ${tag}`,
  `ZULEIDA ${tag}`,
  `zuleida.${tag}@exemplo.test`,
  `https://exemplo.test/zuleida/${tag}`,
  `/orbita/candidate/zuleida/${tag}`,
];

/** The same value with `text` at a place; lists and objects on the way are made where they are missing. */
function withText(value: unknown, [name, ...rest]: Path, text: string): unknown {
  if (name === undefined) return text;
  if (name === '0') {
    const list = Array.isArray(value) ? value : [];
    return [withText(list[0], rest, text), ...list.slice(1)];
  }
  const object = isObject(value) ? value : {};
  return { ...object, [name]: withText(object[name], rest, text) };
}

let count = 0;

/**
 * The body of an example with the mark in every field that takes a text, each with a tag of its own, as the shapes of the
 * protocol describe them.
 */
export function marked(shape: z.ZodType | undefined, example: unknown): { body: unknown; fields: MarkedField[] } {
  if (!shape) return { body: example, fields: [] };
  const schema = toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) as Json;
  let body = example;
  const fields: MarkedField[] = [];
  const seen = new Set<string>();
  for (const place of textPlaces(schema, (schema.$defs ?? {}) as Json)) {
    const path = place.join('.');
    if (seen.has(path)) continue;
    seen.add(path);
    count += 1;
    const tag = `q${count}w`;
    for (const text of spellings(tag)) {
      const tried = withText(body, place, text);
      if (!shape.safeParse(tried).success) continue;
      body = tried;
      fields.push({ path, tag });
      break;
    }
  }
  return { body, fields };
}

/** The query of an example, likewise. */
export const markedQuery = (key: CallKey, example: unknown) => marked(callOf(key).query, example ?? {});

/** Every column of every table, by `table.column`, whose content has the mark; with the tags that stand there. */
export async function markedColumns({ platform }: Pick<Harness, 'platform'>): Promise<Map<string, Set<string>>> {
  const found = new Map<string, Set<string>>();
  await platform.db.asOwner(async (run) => {
    const columns = await run(`
      select table_name as "table", column_name as "column", data_type as type from information_schema.columns
      where table_schema = 'public' and is_generated = 'NEVER' and data_type in ('text', 'jsonb', 'json', 'bytea', 'ARRAY')`);
    for (const { table, column, type } of columns) {
      const text = type === 'bytea' ? `encode("${column}", 'escape')` : `"${column}"::text`;
      const rows = await run(
        `select ${text} as text from "${table}" where plain_name(${text}) like '%${MARK}%'`,
      );
      for (const row of rows) {
        const tags = found.get(`${table}.${column}`) ?? new Set();
        for (const [tag] of String(row.text).matchAll(/q\d+w/g)) tags.add(tag);
        found.set(`${table}.${column}`, tags);
      }
    }
  });
  return found;
}
