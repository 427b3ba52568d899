import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from './types.ts';

const folder = join(import.meta.dirname, '../../migrations');

/**
 * Applies new migrations in the order of their names, each in one transaction; forward only. Returns their
 * names. `upTo` is the number of the last migration to apply, such as `0014`, which gives the schema of an
 * earlier release.
 */
export async function migrate(db: Database, upTo = '9999'): Promise<string[]> {
  return db.asOwner(async (run) => {
    if (db.kind === 'postgres') await run('select pg_advisory_lock(7302841)');
    await run('create table if not exists schema_migration (name text primary key, sha256 text not null)');
    const known = new Map(
      (await run('select name, sha256 from schema_migration')).map((row) => [row.name, row.sha256]),
    );
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
      await run('begin');
      try {
        await run(text);
        await run('grant usage on all sequences in schema public to orbita_app');
        await run('insert into schema_migration (name, sha256) values ($1, $2)', [name, sha256]);
        await run('commit');
      } catch (error) {
        await run('rollback');
        throw new Error(`Migration ${name} failed: ${(error as Error).message}`);
      }
      done.push(name);
    }
    return done;
  });
}
