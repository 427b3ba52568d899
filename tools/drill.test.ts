import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

describe('R15: a backup is restored and compared', () => {
  it.each(['embedded', 'bucket'])(
    'S34: restores a product (%s) with every row and file, its person can continue, and erased people stay erased',
    (engine) => {
      const said = execFileSync(process.execPath, [join(root, 'tools/drill.ts'), engine, '1'], {
        cwd: root,
        encoding: 'utf8',
        env: { ...process.env, NODE_OPTIONS: '' },
      });
      expect(said).toMatch(/^\w+: [1-9]\d* rows, [1-9]\d* files; .*; 1 erased again; 0 faults$/m);
      expect(said).toContain(`${engine}: `);
    },
    300_000,
  );
});
