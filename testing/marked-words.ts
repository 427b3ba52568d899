import { toJSONSchema, type z } from 'zod';
import type { Harness } from './harness.ts';

/** A name used by nobody and nothing in the product; with accents, because people write it with and without them. */
export const MARKED_NAME = 'Zuleida Ávila Çapucaia';
/** By which it is recognised, however it was written. */
const MARK = 'zuleida';

type Json = { [key: string]: unknown };
type Path = readonly string[];

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** Paths in a JSON schema to free texts; `0` is any item of a list. */
function* textPlaces(schema: Json, defs: Json, path: Path = []): Generator<Path> {
  const { $ref, properties, items, anyOf, oneOf, allOf, type, enum: values, const: value } = schema;
  if (typeof $ref === 'string') yield* textPlaces(defs[$ref.split('/').at(-1) ?? ''] as Json, defs, path);
  for (const one of [anyOf, oneOf, allOf].flat()) if (isObject(one)) yield* textPlaces(one, defs, path);
  if (isObject(properties))
    for (const [name, one] of Object.entries(properties))
      yield* textPlaces(one as Json, defs, [...path, name]);
  if (isObject(items)) yield* textPlaces(items, defs, [...path, '0']);
  if (type === 'string' && values === undefined && value === undefined) yield path;
}

/** Ways to write the mark into a field: what the field accepts depends on its rules. */
const spellings = (tag: string): string[] => [
  `${MARKED_NAME} ${tag}`,
  `ZULEIDA ${tag}`,
  `zuleida.${tag}@exemplo.test`,
  `https://exemplo.test/zuleida/${tag}`,
  `/orbita/candidate/zuleida/${tag}`,
];

/** The same value with `text` at a path; missing lists and objects are created. */
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
/** In letters, because names accept no digits. */
const nextTag = (): string => {
  count += 1;
  return `q${[...String(count)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}w`;
};
const TAG = /q[a-j]+w/g;

/** A field that accepts text, by its path, and variants of an example with the mark only in that field. */
export type Marked = { path: string; tag: string; values: unknown[] };

/**
 * The body or query of an example once for every field that accepts text, according to the protocol's schemas: a field added to
 * a call is included automatically.
 */
export function markedFields(shape: z.ZodType | undefined, example: unknown): Marked[] {
  if (!shape) return [];
  const schema = toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) as Json;
  const places = new Map(
    [...textPlaces(schema, (schema.$defs ?? {}) as Json)].map((place) => [place.join('.'), place]),
  );
  return [...places].flatMap(([path, place]) => {
    const tag = nextTag();
    const values = spellings(tag)
      .map((text) => withText(example, place, text))
      .filter((one) => shape.safeParse(one).success);
    return values.length > 0 ? [{ path, tag, values }] : [];
  });
}

/** Every column of every table, by `table.column`, whose content has a mark, with the tags found there. */
export async function markedColumns(
  { platform }: Pick<Harness, 'platform'>,
  mark = MARK,
): Promise<Map<string, ReadonlySet<string>>> {
  const found = new Map<string, ReadonlySet<string>>();
  await platform.db.asOwner(async (run) => {
    const columns = await run(`
      select table_name as "table", column_name as "column", data_type as type from information_schema.columns
      where table_schema = 'public' and data_type in ('text', 'jsonb', 'json', 'bytea', 'ARRAY')
        and table_name not in (select relname from pg_class where relispartition)`);
    for (const { table, column, type } of columns) {
      const text = type === 'bytea' ? `encode("${column}", 'escape')` : `"${column}"::text`;
      const rows = await run(
        `select ${text} as text from "${table}" where plain_name(${text}) like '%${mark}%'`,
      );
      const tags = rows.flatMap((row) => [...String(row.text).matchAll(TAG)].map(([tag]) => tag));
      if (rows.length > 0) found.set(`${table}.${column}`, new Set(tags));
    }
  });
  return found;
}

/** Keys of stored files whose content has the mark, opened as the product opens them. */
export async function markedFiles(
  { platform }: Pick<Harness, 'platform'>,
  read: (tenantId: number, key: string) => Promise<Buffer>,
): Promise<string[]> {
  const found: string[] = [];
  for (const tenantId of await platform.db.tenantIds()) {
    const prefix = `tenants/${tenantId}/`;
    const listed = await platform.files.listAll(prefix, { recursive: true }).catch(() => undefined);
    for (const one of listed?.objects ?? []) {
      if (!one.isFile) continue;
      const content = await read(tenantId, one.key).catch(() => Buffer.alloc(0));
      if (content.toString('utf8').normalize('NFD').toLowerCase().includes(MARK)) found.push(one.key);
    }
  }
  return found;
}
