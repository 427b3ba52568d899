import { readdirSync, readFileSync } from 'node:fs';

/** Ticks per second in `/proc` (`CLK_TCK` of Linux). */
const TICKS = 100;
const AFTER_NAME = 2;
/** Fields after the name: user and system time of a process and of its exited children. */
const [FIRST, AFTER] = [11, 15];

const childrenOf = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );

/** Milliseconds of CPU time used by a process and everything it started. */
export function processorMs(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + AFTER_NAME).split(' ');
    const ticks = fields.slice(FIRST, AFTER).reduce((sum, one) => sum + Number(one), 0);
    const own = (ticks / TICKS) * 1000;
    return childrenOf(pid).reduce((sum, child) => sum + processorMs(child), own);
  } catch {
    // It has exited in the meantime.
    return 0;
  }
}
