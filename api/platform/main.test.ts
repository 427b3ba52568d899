import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('every module of a node is found by Node itself, not only by the test runner', () => {
  const start = join(import.meta.dirname, '../start.ts');
  const load = `await import(${JSON.stringify(start)}); console.log('loaded'); process.exit()`;
  expect(execFileSync(process.execPath, ['--input-type=module', '-e', load], { encoding: 'utf8' })).toBe(
    'loaded\n',
  );
});
