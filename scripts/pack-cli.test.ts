import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { packCli } from './pack-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'orbita-packed-'));
const empty = join(folder, 'empty');

const npm = (cwd: string, ...args: string[]) =>
  execFileSync('npm', [...args, '--offline', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, npm_config_cache: join(folder, 'cache') },
  });

beforeAll(async () => {
  await packCli(join(folder, 'package'));
  npm(folder, 'pack', './package');
  npm(folder, 'init', '-y', '--prefix', empty);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('the command is one file, installed into an empty folder without a registry, and runs there', () => {
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) as string;
  npm(folder, 'install', `./${tarball}`, '--prefix', empty);
  expect(readdirSync(join(empty, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
    '@orbita',
  ]);
  expect(readdirSync(join(empty, 'node_modules/@orbita/cli')).sort()).toEqual([
    'LICENSE',
    'README.md',
    'orbita.js',
    'package.json',
  ]);
  const orbita = (...args: string[]) =>
    spawnSync(join(empty, 'node_modules/.bin/orbita'), args, {
      cwd: empty,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, ORBITA_OPERATIONS_TOKEN: 'svc_x', ORBITA_URL: 'http://127.0.0.1:1' },
    });
  const help = orbita('catalogue', 'apply', '--help');
  expect([help.status, help.stdout]).toEqual([
    0,
    expect.stringContaining('orbita --tenant nova catalogue apply'),
  ]);
  writeFileSync(join(empty, 'nova.yaml'), 'version: 1\n');
  const alone = orbita('catalogue', 'validate', '-f', 'nova.yaml');
  expect([alone.status, alone.stderr]).toEqual([1, expect.stringContaining('UNREACHABLE')]);
  expect(orbita('nonsense').status).toBe(2);
});
