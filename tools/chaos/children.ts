import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';

const running = new Set<ChildProcess>();
let watched = false;

/** Kills by process id whatever is still running when this process ends, including on Ctrl+C. */
function watch(): void {
  if (watched) return;
  watched = true;
  process.once('exit', () => {
    for (const child of running) child.kill('SIGKILL');
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => process.exit(130));
}

/** Starts a program that does not outlive this process. */
export function spawnOwn(command: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  watch();
  const child = spawn(command, args, options);
  running.add(child);
  child.once('error', () => running.delete(child));
  child.once('exit', () => running.delete(child));
  return child;
}
