/**
 * Writes the command `orbita` as a package that needs nothing but Node: one JavaScript file, no dependencies. Node runs no
 * TypeScript inside `node_modules`, so the published code is bundled. Usage: node scripts/pack-cli.ts [folder] (default
 * dist/cli; then `npm pack dist/cli` or `npm publish dist/cli`)
 */
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { run } from './processes.ts';

const root = join(import.meta.dirname, '..');

/** Bundles the command into a folder that is ready for `npm pack`. */
export async function packCli(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'orbita.js');
  await run('rolldown', [
    join(root, 'cli/run.ts'),
    ...['--file', file, '--platform', 'node', '--format', 'esm', '--log-level', 'warn'],
  ]);
  writeFileSync(file, `#!/usr/bin/env node\n${readFileSync(file, 'utf8')}`);
  chmodSync(file, 0o755);
  const { name, version, license } = JSON.parse(
    readFileSync(join(root, 'cli/package.json'), 'utf8'),
  ) as Record<string, string>;
  const manifest = {
    name,
    version,
    description: 'Operations of Órbita Candidato by command',
    license,
    type: 'module',
    bin: { orbita: 'orbita.js' },
    files: ['orbita.js'],
    engines: { node: '>=22' },
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  copyFileSync(join(root, 'cli/README.md'), join(folder, 'README.md'));
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
}

if (import.meta.main) {
  const folder = resolve(process.argv[2] ?? join(root, 'dist/cli'));
  await packCli(folder);
  console.log(`${folder}\nnpm pack ${folder}   npm publish ${folder}`);
}
