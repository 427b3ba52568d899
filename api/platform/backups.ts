import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const DAY_MS = 24 * 3600_000;

/** A file or folder in the backup folder. */
export type Backup = { name: string; at: Date };

/** The backup folder, and after how many days each backup must be gone. */
export type Backups = { dir: string; days: number };

/** Contents of the backup folder, oldest first; a backup's age is that of its file or folder. */
async function backupsIn(dir: string): Promise<Backup[]> {
  const found = await Promise.all(
    (await readdir(dir)).map(async (name) => ({ name, at: (await stat(join(dir, name))).mtime })),
  );
  return found.sort((a, b) => a.at.getTime() - b.at.getTime());
}

/** Backups that should be gone by `now`. */
export const overdueBackups = async ({ dir, days }: Backups, now: Date): Promise<Backup[]> =>
  (await backupsIn(dir)).filter(({ at }) => now.getTime() - at.getTime() > days * DAY_MS);

/** Deletes overdue backups; returns their names. */
export async function deleteOverdue(backups: Backups, now: Date): Promise<string[]> {
  const over = await overdueBackups(backups, now);
  for (const { name } of over) await rm(join(backups.dir, name), { recursive: true });
  return over.map(({ name }) => name);
}
