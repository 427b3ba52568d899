import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

const root = join(import.meta.dirname, '../..');

/**
 * Channels by which nodes tell each other something; those of a kept build stand in its text in the same way. On `orbita_self` a process
 * hears only itself.
 */
export const channelsOf = (texts: Iterable<string>): string[] => [
  ...new Set(
    [...texts].flatMap((text) =>
      [...text.matchAll(/['"`](orbita_(?!(?:app|self)\b)[a-z_]+)['"`]/g)].map(([, name]) => name as string),
    ),
  ),
];
export const presentChannels = (): string[] =>
  channelsOf(
    globSync('api/**/*.ts', { cwd: root, exclude: (name) => name === 'node_modules' })
      .filter((file) => !file.endsWith('.test.ts'))
      .map((file) => readFileSync(join(root, file), 'utf8')),
  );

/** What a notification says, without what it is about. */
export const shapeOfNote = (channel: string, payload: string): string =>
  `${channel} ${payload
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'uuid')
    .replace(/\b[\w-]{22,}\b/g, 'token')
    .replace(/\d+/g, '#')}`;

/** Paths of a stored JSON value with the kind of each leaf, such as `data.amount: number`. */
export function shapesOfValue(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap((one) => shapesOfValue(one, `${path}[]`)))];
  if (value !== null && typeof value === 'object')
    return Object.entries(value).flatMap(([name, one]) =>
      // Names that are numbers are values: ids, and positions of a form.
      shapesOfValue(one, `${path}.${/^[\d-]+$/.test(name) ? '#' : name}`),
    );
  return [`${path}: ${value === null ? 'null' : typeof value}`];
}

/** Listens to what nodes tell each other and reads what they store as JSON, for each part of a run by itself. */
export async function watchShapes(url: string, channels: readonly string[]) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  let notes = new Set<string>();
  client.on('notification', ({ channel, payload = '' }) => notes.add(shapeOfNote(channel, payload)));
  for (const channel of channels) await client.query(`listen ${channel}`);
  const { rows: columns } = await client.query<{ tab: string; name: string }>(
    `select table_name as tab, column_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and data_type in ('json', 'jsonb') order by 1, 2`,
  );
  let since = 0n;
  return {
    /** From here on a new part. */
    async begin(): Promise<void> {
      notes = new Set();
      const { rows } = await client.query<{ id: string }>('select pg_current_xact_id()::text as id');
      since = BigInt(rows[0]?.id ?? 0);
    },
    /** Shapes of this part: of notifications, and of each column of JSON in rows that were written in it. */
    async end(): Promise<Map<string, Set<string>>> {
      const found = new Map([['notifications', notes]]);
      for (const { tab, name } of columns) {
        const { rows } = await client.query<{ value: unknown }>(
          `select distinct "${name}"::jsonb as value from "${tab}" where "${name}" is not null and xmin::text::bigint >= $1`,
          [since],
        );
        if (rows.length > 0)
          found.set(`${tab}.${name}`, new Set(rows.flatMap(({ value }) => shapesOfValue(value))));
      }
      return found;
    },
    stop: () => client.end(),
  };
}

/** What two releases wrote differently into what both wrote: lines that begin by who wrote it. */
export function differences(
  before: ReadonlyMap<string, ReadonlySet<string>>,
  after: ReadonlyMap<string, ReadonlySet<string>>,
): string[] {
  const lines: string[] = [];
  for (const [where, shapes] of before) {
    const others = after.get(where);
    if (!others) continue;
    for (const shape of shapes) if (!others.has(shape)) lines.push(`no longer: ${where} ${shape}`);
    for (const shape of others) if (!shapes.has(shape)) lines.push(`new: ${where} ${shape}`);
  }
  return lines;
}
