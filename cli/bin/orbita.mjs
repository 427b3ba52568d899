#!/usr/bin/env node
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const [major = 0] = process.versions.node.split('.').map(Number);
const own = join(import.meta.dirname, '../../node_modules/.bin/node');

// The program is TypeScript that Node runs directly; an older Node hands over to the one that the project brings.
if (major < 24 && existsSync(own)) {
  process.exitCode = spawnSync(own, process.argv.slice(1), { stdio: 'inherit' }).status ?? 1;
} else {
  await import('../run.ts');
}
