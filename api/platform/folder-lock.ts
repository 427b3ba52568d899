import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const AFTER_NAME = 2;
const STATE = 0;
const START = 19;

/** When a living process began; undefined when there is none. One that ended and was not yet buried lives no more. */
const startOf = (pid: number): string | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name may hold anything; what follows it are single words. Number and start tell a process from a later one.
    const fields = stat.slice(stat.lastIndexOf(')') + AFTER_NAME).split(' ');
    return fields[STATE] === 'Z' || fields[STATE] === 'X' ? undefined : fields[START];
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
