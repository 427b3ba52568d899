import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isLockConflict } from './outage.ts';
import type { Database } from './types.ts';

const FOLDER = join(import.meta.dirname, '../../migrations');
const LOCK = 7302841;
const LOOK_MS = 250;
/** First line of a migration whose statements run one by one, each outside a transaction, and may be repeated. */
const APART = '-- Each statement by itself.';
/**
 * Setting bound to functions by two migrations that may no longer change. Only a superuser may bind it, and a managed server has
 * none; a later migration replaces these functions by ones that need no binding, before anybody calls them.
 */
const BOUND = " set app.tenant_id = ''";

type Run = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
/**
 * Default number of milliseconds for which a transaction waits for a lock: less than PostgreSQL's `deadlock_timeout` of one second, so
 * that it gives up before a call that waits for it is undone.
 */
const LOCK_MS = 800;
/** How much longer an index may wait for transactions that are older than it: nobody waits behind it, and giving up costs its work. */
const APART_PATIENCE = 5;
type Patience = { folder?: string; lockMs?: number; tries?: number; pauseMs?: number };

/** Statements of such a migration; they must not contain semicolons in strings or functions. */
const statementsOf = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => !line.startsWith('--'))
    .join('\n')
    .split(';')
    .map((one) => one.trim())
    .filter((one) => one !== '');

/** Runs statements outside a transaction; an index left invalid by an interrupted run is dropped and rebuilt. */
async function runApart(run: Run, text: string, concurrent: boolean): Promise<void> {
  for (const statement of statementsOf(text)) {
    const index = /^create (?:unique )?index concurrently if not exists (\w+)/i.exec(statement)?.[1];
    if (index && concurrent) {
      const broken = await run('select from pg_index where indexrelid = to_regclass($1) and not indisvalid', [
        index,
      ]);
      if (broken.length > 0) await run(`drop index concurrently ${index}`);
    }
    await run(concurrent ? statement : statement.replace(/ concurrently/i, ''));
  }
}

/**
 * Applies new migrations in the order of their names, each in one transaction unless its first line says otherwise; forward
 * only. Returns their names. `upTo` is the number of the last migration to apply, such as `0014`, which yields the schema of an
 * earlier release. No migration waits longer than `lockMs` for a lock, so that calls do not queue up behind it: it gives up and
 * tries again, as it does when it and a call each wait for what the other one has locked.
 */
export async function migrate(
  db: Database,
  upTo = '9999',
  { folder = FOLDER, lockMs = LOCK_MS, tries = 60, pauseMs = 1_000 }: Patience = {},
): Promise<string[]> {
  return db.asOwner(async (run) => {
    const concurrent = db.kind === 'postgres';
    // Polled rather than waited for: an index that is built concurrently would wait for a session that is waiting inside a
    // statement.
    const taken = async () => (await run(`select pg_try_advisory_lock(${LOCK}) as taken`))[0]?.taken === true;
    while (concurrent && !(await taken())) await pause(LOOK_MS);
    await run('create table if not exists schema_migration (name text primary key, sha256 text not null)');
    const known = new Map(
      (await run('select name, sha256 from schema_migration')).map((row) => [row.name, row.sha256]),
    );
    const apply = async (name: string, text: string, sha256: string): Promise<void> => {
      const apart = text.startsWith(APART);
      await run(`set lock_timeout = ${apart ? APART_PATIENCE * lockMs : lockMs}`);
      if (apart) await runApart(run, text, concurrent);
      await run('begin');
      try {
        if (!apart) await run(text.replaceAll(BOUND, ''));
        await run('grant usage on all sequences in schema public to orbita_app');
        await run('insert into schema_migration (name, sha256) values ($1, $2)', [name, sha256]);
        await run('commit');
      } catch (error) {
        await run('rollback');
        throw error;
      }
    };
    const done: string[] = [];
    for (const name of readdirSync(folder)
      .filter((file) => file.endsWith('.sql') && file.slice(0, 4) <= upTo)
      .sort()) {
      const text = readFileSync(join(folder, name), 'utf8');
      const sha256 = createHash('sha256').update(text).digest('hex');
      if (known.has(name)) {
        if (known.get(name) !== sha256)
          throw new Error(`Migration ${name} was changed after it had been applied`);
        continue;
      }
      for (let attempt = 1; ; attempt++) {
        try {
          await apply(name, text, sha256);
          break;
        } catch (error) {
          if (!isLockConflict(error) || attempt >= tries)
            throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error });
          await pause(pauseMs);
        }
      }
      done.push(name);
    }
    if (concurrent) await run(`select pg_advisory_unlock(${LOCK})`);
    await run('reset lock_timeout');
    return done;
  });
}
