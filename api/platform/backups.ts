import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const DAY_MS = 24 * 3600_000;

/** A file or folder of the backups. */
export type Backup = { name: string; at: Date };

/** Where backups lie, and after how many days each has to be gone. */
export type Backups = { dir: string; days: number };

/** What lies in the folder of the backups, the oldest first; its age is that of the file or folder itself. */
async function backupsIn(dir: string): Promise<Backup[]> {
  const found = await Promise.all(
    (await readdir(dir)).map(async (name) => ({ name, at: (await stat(join(dir, name))).mtime })),
  );
  return found.sort((a, b) => a.at.getTime() - b.at.getTime());
}

/** Those that should be gone at `now`. */
export const overdueBackups = async ({ dir, days }: Backups, now: Date): Promise<Backup[]> =>
  (await backupsIn(dir)).filter(({ at }) => now.getTime() - at.getTime() > days * DAY_MS);

/** Deletes them; returns their names. */
export async function deleteOverdue(backups: Backups, now: Date): Promise<string[]> {
  const over = await overdueBackups(backups, now);
  for (const { name } of over) await rm(join(backups.dir, name), { recursive: true });
  return over.map(({ name }) => name);
}
