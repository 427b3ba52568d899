import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { lockFolder } from './folder-lock.ts';

const fieldsOf = (pid: number) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
const held = (pid: number, start: string | undefined) => {
  const folder = mkdtempSync(join(tmpdir(), 'orbita-lock-'));
  writeFileSync(join(folder, 'lock.json'), JSON.stringify({ pid, start }));
  try {
    lockFolder(folder)();
    return 'free';
  } catch (error) {
    return (error as Error).message;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

it.runIf(process.platform === 'linux')(
  'a data folder belongs to one running process and to no other',
  async () => {
    // The shell turns into a program that never waits for its child, so the terminated child stays in the process table.
    const parent = spawn('sh', ['-c', 'sleep 0.1 & echo $!; exec sleep 60'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    try {
      const pid = Number(await new Promise<Buffer>((said) => parent.stdout.once('data', said)));
      const start = fieldsOf(pid)[19];
      await expect.poll(() => fieldsOf(pid)[0]).toBe('Z');
      expect(held(pid, start)).toBe('free');

      const living = parent.pid as number;
      expect(held(living, fieldsOf(living)[19])).toContain(`processo ${living}`);
      expect(held(living, 'the start of an earlier one')).toBe('free');
    } finally {
      parent.kill('SIGKILL');
    }
  },
);
