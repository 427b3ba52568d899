import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const AFTER_NAME = 2;
const STATE = 0;
const START = 19;

/**
 * Start time of a living process; undefined if there is none. A terminated process that was not reaped yet does not count as
 * living.
 */
const startOf = (pid: number): string | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Fields are read after the name, which may contain anything; pid and start time together identify a process.
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
 * Locks a data folder for this process, because two processes on one embedded database would silently lose data. Throws with a
 * readable message when a living process holds it; the lock of a dead process is taken over. Returns a function that releases
 * the lock.
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
