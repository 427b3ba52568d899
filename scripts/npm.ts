import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const windows = process.platform === 'win32';

/** npm's output about the project, whatever its exit code says about the tree; throws when there is none. */
export function npm(args: readonly string[], env: NodeJS.ProcessEnv = {}): string {
  const { stdout, stderr, error } = spawnSync(windows ? 'npm.cmd' : 'npm', [...args], {
    cwd: root,
    encoding: 'utf8',
    shell: windows,
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, ...env },
  });
  if (error || !stdout)
    throw new Error(`npm ${args.join(' ')} answered nothing: ${error?.message ?? stderr}`);
  return stdout;
}
