import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import pg from 'pg';

const root = join(import.meta.dirname, '..');
/** Where the previous release is kept; `npm run release -- keep` writes it. */
export const KEPT = join(import.meta.dirname, 'releases/before');

/** The secret with which its rows and files are sealed. */
export const KEPT_SECRET = 'kept-release-0123456789-0123456789-0123456789-01';

/** Facts about the kept release. */
export type KeptFacts = {
  /** Version of its `package.json`. */
  version: string;
  /** Number of its last migration. */
  schema: string;
  /** Packages that its build imports from `node_modules`, with their versions at the time. */
  outside: Record<string, string>;
};

/** Rows as a JSON array by table, last values by sequence, and files of the data folder as base64 by path. */
export type KeptRows = {
  tables: Record<string, string>;
  sequences: Record<string, string>;
  files: Record<string, string>;
};

/** Path in the build of the description of its calls from `docs/openapi.json`. */
export const DESCRIPTION = 'description.json';

/** Text of each file of its build, by path. */
export type KeptCode = Record<string, string>;

const packed = (value: unknown): Buffer => {
  const text = Buffer.from(JSON.stringify(value));
  return brotliCompressSync(text, {
    params: { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
  });
};
const unpacked = (file: string): unknown =>
  JSON.parse(brotliDecompressSync(readFileSync(join(KEPT, file))).toString());

export const keptFacts = (): KeptFacts => JSON.parse(readFileSync(join(KEPT, 'release.json'), 'utf8'));
export const keptCode = (): KeptCode => unpacked('code.br') as KeptCode;

/** Replaces what is kept. */
export function keep(facts: KeptFacts, code: KeptCode, rows: KeptRows): void {
  mkdirSync(KEPT, { recursive: true });
  writeFileSync(join(KEPT, 'release.json'), `${JSON.stringify(facts, null, 2)}\n`);
  writeFileSync(join(KEPT, 'code.br'), packed(code));
  writeFileSync(join(KEPT, 'rows.br'), packed(rows));
}

/**
 * Writes the kept build to a folder; returns the programs to start there: `main` as `api/main.ts`, `prepare` as
 * `api/prepare.ts`.
 */
export function layRelease(folder: string): { main: string; prepare: string } {
  for (const [path, text] of Object.entries(keptCode())) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return { main: join(folder, 'code/api-main.js'), prepare: join(folder, 'code/api-prepare.js') };
}

/** Insertable columns of a table, quoted. */
async function columnsOf(client: pg.Client, table: string): Promise<string> {
  const { rows } = await client.query<{ columns: string }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
     where attrelid = quote_ident($1)::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  );
  return rows[0]?.columns ?? '';
}

/** Reads the rows of every table and the state of every sequence of a database. */
export async function readRows(url: string): Promise<Omit<KeptRows, 'files'>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const named = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'p') and not relispartition
     and relnamespace = 'public'::regnamespace and relname <> 'schema_migration' order by 1`,
  );
  const tables: KeptRows['tables'] = {};
  for (const { name } of named.rows) {
    const { rows } = await client.query<{ rows: string | null }>(
      `select json_agg(t)::text as rows from (select ${await columnsOf(client, name)} from "${name}") t`,
    );
    if (rows[0]?.rows) tables[name] = rows[0].rows;
  }
  const { rows: states } = await client.query<{ name: string; value: string }>(
    `select sequencename as name, last_value as value from pg_sequences where schemaname = 'public' and last_value is not null`,
  );
  await client.end();
  return { tables, sequences: Object.fromEntries(states.map(({ name, value }) => [name, value])) };
}

/**
 * Fills a database that has the tables of the kept release with its rows, and a data folder with its files. The user of `url`
 * must be a superuser, because rows are inserted in the order of their tables.
 */
export async function layRows(url: string, dataDir: string): Promise<void> {
  const { tables, sequences, files } = unpacked('rows.br') as KeptRows;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('begin');
  await client.query('set local session_replication_role = replica');
  for (const [name, rows] of Object.entries(tables)) {
    const columns = await columnsOf(client, name);
    await client.query(`delete from "${name}"`);
    await client.query(
      `insert into "${name}" (${columns}) overriding system value
       select ${columns} from json_populate_recordset(null::"${name}", $1)`,
      [rows],
    );
  }
  for (const [name, value] of Object.entries(sequences))
    await client.query('select setval(quote_ident($1)::regclass, $2)', [name, value]);
  await client.query('commit');
  await client.query('analyze');
  await client.end();
  for (const [path, base64] of Object.entries(files)) {
    mkdirSync(dirname(join(dataDir, path)), { recursive: true });
    writeFileSync(join(dataDir, path), Buffer.from(base64, 'base64'));
  }
}
