import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

describe('what starts without the test runner', () => {
  it.each(['api/start.ts', 'sandbox/server.ts', 'cli/program.ts'])(
    'Node itself loads %s: a package may offer the test runner names that Node does not find',
    (file) => {
      const said = execFileSync(
        process.execPath,
        [
          '--input-type=module',
          '-e',
          `await import(${JSON.stringify(join(root, file))}); console.log('loaded')`,
        ],
        { cwd: root, encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } },
      );
      expect(said).toContain('loaded');
    },
  );
});
