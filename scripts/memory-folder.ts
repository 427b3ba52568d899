import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** An in-memory file system, as on Linux. */
const IN_MEMORY = '/dev/shm';
const ROOM_BYTES = 4 * 1024 ** 3;
const NAME = /^orbita-test-(\d+)-/;

/**
 * A new in-memory folder for temporary test data: databases create and delete a thousand small files each, which is slow on a
 * disk. It is removed when this process ends; folders left by killed runs are removed first. Undefined when there is no such
 * file system with enough free space, or when programs cannot be started from it.
 */
export function memoryFolder(): string | undefined {
  let folder: string | undefined;
  try {
    removeAbandoned();
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    if (bavail * bsize < ROOM_BYTES) return undefined;
    folder = mkdtempSync(join(IN_MEMORY, `orbita-test-${process.pid}-`));
    // PostgreSQL is started by a separate user.
    chmodSync(folder, 0o755);
    const program = join(folder, 'starts');
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
    execFileSync(program);
  } catch {
    if (folder) rmSync(folder, { recursive: true, force: true });
    return undefined;
  }
  const made = folder;
  process.once('exit', () => rmSync(made, { recursive: true, force: true, maxRetries: 5 }));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => process.exit(130));
  return made;
}

/** Removes the folders of processes that have ended. */
function removeAbandoned(): void {
  for (const name of readdirSync(IN_MEMORY)) {
    const pid = Number(NAME.exec(name)?.[1]);
    if (pid && !isRunning(pid)) rmSync(join(IN_MEMORY, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
