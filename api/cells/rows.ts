import { type Ids, quoted, type Run, type SealedColumns, statementsFor, type Table } from './tables.ts';

/** Number of rows in a part of a table; a part is copied again if any of its rows differs. */
const PART_ROWS = 50;
const MOST_PARTS = 16_384;
/** Maximum bytes, and number, of rows in transit at once. */
const AT_ONCE_BYTES = 4 * 1024 * 1024;
const AT_ONCE_ROWS = 1_000;

/**
 * Rows of a table at the source, how many had to be copied, and whether anything differed before: if not, the table is proved
 * equal.
 */
export type Synced = { table: string; rows: number; copied: number; differed: boolean };

type Part = { bucket: number; rows: number; sum: string };

/** Both ends of a copy: one connection each, as owner, with the tenant set on it. */
export type Ends = { source: Run; target: Run; ids: Ids; sealed: readonly SealedColumns[] };

/**
 * Runs in one transaction of the target that bypasses triggers and foreign keys, so rows can be written unchanged and in any
 * order.
 */
export async function asReplica<T>(run: Run, work: () => Promise<T>): Promise<T> {
  await run('begin');
  try {
    await run('set local session_replication_role = replica');
    const done = await work();
    await run('commit');
    return done;
  } catch (error) {
    await run('rollback').catch(() => undefined);
    throw error;
  }
}

/** Runs in one read-only snapshot of the source. */
export async function inSnapshot<T>(run: Run, work: () => Promise<T>): Promise<T> {
  await run('begin isolation level repeatable read read only');
  try {
    return await work();
  } finally {
    await run('rollback').catch(() => undefined);
  }
}

/** Finds the parts of a table that differ between both ends. */
async function differing(ends: Ends, table: Table) {
  const says = statementsFor(table, ends.ids, ends.sealed);
  const [[here], [there]] = await Promise.all([
    ends.source(says.size('source')),
    ends.target(says.size('target')),
  ]);
  const rows = Number(here?.rows);
  const parts = Math.min(MOST_PARTS, Math.ceil(Math.max(rows, Number(there?.rows), 1) / PART_ROWS));
  const [ours, theirs] = (await Promise.all([
    ends.source(says.digest('source', parts)),
    ends.target(says.digest('target', parts)),
  ])) as unknown as [Part[], Part[]]; // the columns that the statement names
  const of = (all: Part[]) => new Map(all.map((one) => [one.bucket, `${one.rows} ${one.sum}`]));
  const [mine, other] = [of(ours), of(theirs)];
  const among = [...new Set([...mine.keys(), ...other.keys()])].filter(
    (bucket) => mine.get(bucket) !== other.get(bucket),
  );
  const atOnce = Math.min(AT_ONCE_ROWS, Math.ceil(AT_ONCE_BYTES / Math.max(1, Number(here?.bytes))));
  return { says, rows, parts, among, atOnce };
}

/**
 * Makes the rows of a table at the target equal to the source's: compares them part by part and copies those that differ,
 * whatever the reason. Sealed values are copied as sealed at the source. Memory holds a few megabytes of rows at a time.
 */
export async function syncTable(ends: Ends, table: Table): Promise<Synced> {
  const { says, rows, parts, among, atOnce } = await differing(ends, table);
  let copied = 0;
  if (among.length > 0)
    await asReplica(ends.target, async () => {
      await ends.target(says.clear(parts, among));
      await ends.source(`declare moving no scroll cursor for ${says.read(parts, among)}`);
      for (;;) {
        const some = await ends.source(`fetch ${atOnce} from moving`);
        if (some.length === 0) break;
        await ends.target(says.write, [some.map(({ row }) => row)]);
        copied += some.length;
      }
      await ends.source('close moving');
    });
  return { table: table.name, rows, copied, differed: among.length > 0 };
}

/** Tables with parts that differ between both ends. */
export async function differences(ends: Ends, tables: readonly Table[]): Promise<string[]> {
  const found: string[] = [];
  for (const table of tables) {
    const { among, parts } = await differing(ends, table);
    if (among.length > 0) found.push(`${table.name}: ${among.length} of ${parts} parts differ`);
  }
  return found;
}

/**
 * Sets the sequences of the target beyond every copied id, so that a new row never gets one of them. Each sequence is locked
 * meanwhile, so that it never goes back behind ids that were just assigned.
 */
export async function moveSequences(target: Run, tenantId: number, tables: readonly Table[]): Promise<void> {
  for (const { name, sequences } of tables)
    for (const { column, sequence } of sequences) {
      const [most] = await target(
        `select max(${quoted(column)}) as id from ${quoted(name)} where tenant_id = ${tenantId}`,
      );
      if (most?.id === null || most?.id === undefined) continue;
      // A sequence that was never used is positioned before its first number.
      const last = 'case when is_called then last_value else last_value - 1 end';
      const [now] = await target(`select ${last} as id from ${sequence}`);
      if (Number(now?.id) >= Number(most.id)) continue;
      await target('begin');
      await target(`alter sequence ${sequence} no cycle`);
      await target(`select setval('${sequence}', greatest(${last}, ${Number(most.id)})) from ${sequence}`);
      await target('commit');
    }
}

/** Deletes every row of a tenant that is not being served; throws when one is left. */
export async function removeRows(run: Run, tenantId: number, tables: readonly Table[]): Promise<void> {
  for (const { name } of tables)
    await asReplica(run, async () => {
      await run(`delete from ${quoted(name)} where tenant_id = ${tenantId}`);
      const [left] = await run(`select from ${quoted(name)} where tenant_id = ${tenantId} limit 1`);
      if (left) throw new Error(`Rows of ${name} could not be deleted`);
    });
}
