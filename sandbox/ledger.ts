import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

/** One named set of records. Values are never changed in place: read, copy, `put`. Ordered by first insertion. */
interface Table<T> {
  get(key: string): T | undefined;
  put(key: string, value: T): void;
  remove(key: string): void;
  values(): T[];
  clear(): void;
  size(): number;
}

/** Everything the sandbox remembers, in one append-only file of JSON lines. */
export interface Ledger {
  table<T>(name: string): Table<T>;
  /** The writes of `work` reach the file together or not at all. */
  atomically(work: () => void): void;
  close(): void;
}

interface Line {
  t: string;
  k?: string;
  v?: unknown;
}

type Tables = Map<string, Map<string, unknown>>;

const rowsOf = (tables: Tables, name: string): Map<string, unknown> => {
  const known = tables.get(name);
  if (known) return known;
  const rows = new Map<string, unknown>();
  tables.set(name, rows);
  return rows;
};

const apply = (tables: Tables, line: Line): void => {
  const rows = rowsOf(tables, line.t);
  if (line.k === undefined) rows.clear();
  else if (line.v === undefined) rows.delete(line.k);
  else rows.set(line.k, line.v);
};

/** A batch is one physical line, so a batch partly written by a killed process is never complete JSON. */
const load = (file: string): Tables => {
  const tables: Tables = new Map();
  if (!existsSync(file)) return tables;
  const physical = readFileSync(file, 'utf8').split('\n');
  // Anything after the last line break was being written when the process died and was never acknowledged.
  for (const text of physical.slice(0, -1)) {
    if (text) for (const line of JSON.parse(text) as Line[]) apply(tables, line);
  }
  return tables;
};

const compact = (file: string, tables: Tables): void => {
  const lines: string[] = [];
  for (const [t, rows] of tables) for (const [k, v] of rows) lines.push(`${JSON.stringify([{ t, k, v }])}\n`);
  const fresh = `${file}.new`;
  writeFileSync(fresh, lines.join(''));
  renameSync(fresh, file);
};

/**
 * Opens the ledger of a data folder (created when missing). A write has reached the operating system when `put` returns, so a
 * killed process loses nothing it has confirmed.
 */
export function openLedger(folder: string): Ledger {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'ledger.jsonl');
  const tables = load(file);
  compact(file, tables);
  const handle = openSync(file, 'a');
  let batch: Line[] | undefined;

  const write = (line: Line): void => {
    apply(tables, line);
    if (batch) batch.push(line);
    else writeSync(handle, `${JSON.stringify([line])}\n`);
  };

  return {
    table: <T>(t: string): Table<T> => {
      const rows = rowsOf(tables, t) as Map<string, T>;
      return {
        get: (k) => rows.get(k),
        put: (k, v) => write({ t, k, v }),
        remove: (k) => write({ t, k }),
        values: () => [...rows.values()],
        clear: () => write({ t }),
        size: () => rows.size,
      };
    },
    atomically: (work) => {
      batch = [];
      try {
        work();
        if (batch.length > 0) writeSync(handle, `${JSON.stringify(batch)}\n`);
      } finally {
        batch = undefined;
      }
    },
    close: () => closeSync(handle),
  };
}
