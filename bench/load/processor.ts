import { readdirSync, readFileSync } from 'node:fs';

/** Ticks of a second in `/proc` (`CLK_TCK` of Linux). */
const TICKS = 100;
const AFTER_NAME = 2;
/** Fields after the name: user and system time of a process. */
const [USER, SYSTEM] = [11, 12];

const childrenOf = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );

/** Milliseconds of processor time that a process and all that it started and that still live have used. */
export function processorMs(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + AFTER_NAME).split(' ');
    const own = ((Number(fields[USER]) + Number(fields[SYSTEM])) / TICKS) * 1000;
    return childrenOf(pid).reduce((sum, child) => sum + processorMs(child), own);
  } catch {
    // It has ended in the meantime.
    return 0;
  }
}
