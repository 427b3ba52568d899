import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

const root = join(import.meta.dirname, '../..');

/**
 * Channels on which nodes notify each other; a kept build contains them in its text in the same form. On `orbita_self` a
 * process hears only itself.
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

/** The shape of a notification, without the ids it is about. */
export const shapeOfNote = (channel: string, payload: string): string =>
  `${channel} ${payload
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'uuid')
    .replace(/\b[\w-]{22,}\b/g, 'token')
    .replace(/\d+/g, '#')}`;

/** Paths of a stored JSON value with the type of each leaf, such as `data.amount: number`. */
export function shapesOfValue(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap((one) => shapesOfValue(one, `${path}[]`)))];
  if (value !== null && typeof value === 'object')
    return Object.entries(value).flatMap(([name, one]) =>
      // Numeric names are values: ids, and positions in a form.
      shapesOfValue(one, `${path}.${/^[\d-]+$/.test(name) ? '#' : name}`),
    );
  return [`${path}: ${value === null ? 'null' : typeof value}`];
}

/** Listens to notifications between nodes and reads the JSON they store, separately for each part of a run. */
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
    /** Starts a new part. */
    async begin(): Promise<void> {
      notes = new Set();
      const { rows } = await client.query<{ id: string }>('select pg_current_xact_id()::text as id');
      since = BigInt(rows[0]?.id ?? 0);
    },
    /** Shapes of this part: of notifications, and of each JSON column in rows written in it. */
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

/** What two releases wrote differently in places that both wrote to: lines that start with the writer. */
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
