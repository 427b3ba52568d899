import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const startOf = (pid: number): string | undefined => {
  try {
    // Field 22 of /proc/{pid}/stat tells a process from a later one with the same number.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19];
  } catch {
    try {
      process.kill(pid, 0);
      return 'alive';
    } catch {
      return undefined;
    }
  }
};

/**
 * Takes a data folder for this process alone: two processes on one embedded database lose data silently.
 * Throws with a message for people when a living process holds it; a dead one's lock is taken over.
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'lock.json');
  const mine = JSON.stringify({ pid: process.pid, start: startOf(process.pid) });
  try {
    writeFileSync(file, mine, { flag: 'wx' });
  } catch {
    const holder = existsSync(file)
      ? (JSON.parse(readFileSync(file, 'utf8') || '{}') as { pid?: number; start?: string })
      : {};
    if (holder.pid && holder.pid !== process.pid && holder.start && startOf(holder.pid) === holder.start) {
      throw new Error(
        `A pasta de dados ${folder} já está em uso pelo processo ${holder.pid}. Encerre-o ou use outra pasta com ORBITA_DATA_DIR.`,
      );
    }
    writeFileSync(file, mine);
  }
  const release = () => rmSync(file, { force: true });
  process.once('exit', release);
  return release;
}
