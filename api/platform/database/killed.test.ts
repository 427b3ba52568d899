import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { bareEnvironment } from '../../../testing/bare-environment.ts';
import { EVERYTHING } from '../../../testing/sample.ts';
import { openPglite } from './pglite.ts';

/** Opens the folder as `npm start` does, and writes numbers one after the other, saying each once its transaction is over. */
const WRITER = `
  const { openPglite } = await import(${JSON.stringify(join(import.meta.dirname, 'pglite.ts'))});
  const db = await openPglite(process.argv[1]);
  await db.asOwner((run) => run('create table if not exists written (n int primary key)'));
  for (let n = Number(process.argv[2]); ; n++) {
    await db.asOwner((run) => run('insert into written values (' + n + ')'));
    console.log(n);
  }`;
/** Writes that each process acknowledges before it is killed. */
const EACH = 20;

it('an embedded database keeps every acknowledged write of processes killed while writing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'orbita-killed-'));
  try {
    let last = -1;
    for (let kill = 0; kill < (EVERYTHING ? 3 : 1); kill += 1) {
      const from = last + 1;
      const args = ['--input-type=module', '--eval', WRITER, folder, String(from)];
      const writer = spawn(process.execPath, args, {
        env: bareEnvironment(),
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const ended = once(writer, 'exit');
      for await (const line of createInterface(writer.stdout)) {
        last = Number(line);
        if (last >= from + EACH) writer.kill('SIGKILL');
      }
      expect(await ended).toEqual([null, 'SIGKILL']);
      const db = await openPglite(folder);
      const found = await db.asOwner((run) => run('select n from written order by n'));
      // The killed process may have written one more without saying so.
      await db.asOwner((run) => run(`delete from written where n > ${last}`));
      await db.close();
      expect(found.map(({ n }) => n).slice(0, last + 1)).toEqual(
        Array.from({ length: last + 1 }, (_, n) => n),
      );
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
