import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
let folder: string;

/** An npm that records how it was called, and leaves a package and the runtime behind; it fails as `ORBITA_NPM` says. */
const NPM = `#!${process.execPath}
const fs = require('node:fs');
const at = process.cwd();
const lockFile = ['npm-shrinkwrap.json', 'package-lock.json'].find((name) => fs.existsSync(at + '/' + name));
const { packages } = JSON.parse(fs.readFileSync(at + '/' + lockFile, 'utf8'));
const addresses = Object.values(packages).some(({ resolved }) => /^https:/.test(resolved));
const call = { args: process.argv.slice(2, -3), lockFile, addresses, size: Object.keys(packages).length, aside: /installing$/.test(at) };
fs.appendFileSync(process.env.ORBITA_CALLS, JSON.stringify(call) + '\\n');
if (process.env.ORBITA_NPM === 'elsewhere' && addresses) { console.error('npm error code E404'); process.exit(1); }
if (process.env.ORBITA_NPM === 'broken') { console.error('npm error code EINTEGRITY'); process.exit(1); }
const node = at + '/node_modules/node-' + process.platform + '-' + process.arch;
fs.mkdirSync(node + '/bin', { recursive: true });
fs.mkdirSync(node + '/include', { recursive: true });
fs.writeFileSync(node + '/bin/node', '');
fs.mkdirSync(at + '/node_modules/fastify', { recursive: true });
for (const name of ['fastify.js', 'fastify.js.map', 'README.md', 'LICENSE.md']) fs.writeFileSync(at + '/node_modules/fastify/' + name, '');
`;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'orbita-install-'));
  const files = execFileSync('git', ['ls-files', '*package.json'], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n');
  for (const file of [
    ...files,
    'package-lock.json',
    '.npmrc',
    'scripts/install.mjs',
    'scripts/packages.mjs',
  ]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file));
  }
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin/package.json'), '{"type":"commonjs"}');
  writeFileSync(join(folder, 'bin/npm'), NPM);
  chmodSync(join(folder, 'bin/npm'), 0o755);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Installs for a start or for everything; returns the exit code, the output, and the calls of npm. */
function install(forStart: boolean, env: NodeJS.ProcessEnv = {}) {
  const calls = join(folder, 'calls');
  rmSync(calls, { force: true });
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      '-e',
      `import(${JSON.stringify(join(folder, 'scripts/install.mjs'))}).then(({ install }) => install(${forStart}))`,
    ],
    {
      encoding: 'utf8',
      env: {
        ...process.env,
        ORBITA_CALLS: calls,
        PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH}`,
        ...env,
      },
    },
  );
  const made = existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : [];
  return { status, said: stdout + stderr, calls: made.map((line) => JSON.parse(line)) };
}
const left = () => readdirSync(folder).filter((name) => /installing|shrinkwrap/.test(name));

it('a start installs its part separately, the rest is added in place, and nothing is installed twice', () => {
  const first = install(true);
  expect(first.status).toBe(0);
  expect(first.calls).toEqual([
    {
      args: ['ci', '--ignore-scripts'],
      lockFile: 'package-lock.json',
      addresses: true,
      size: expect.any(Number),
      aside: true,
    },
  ]);
  expect(readdirSync(join(folder, 'node_modules/fastify')).sort()).toEqual(['LICENSE.md', 'fastify.js']);
  expect(install(true).calls).toEqual([]);

  const rest = install(false);
  expect(rest.calls).toEqual([
    {
      args: ['install', '--no-save'],
      lockFile: 'npm-shrinkwrap.json',
      addresses: true,
      size: expect.any(Number),
      aside: false,
    },
  ]);
  expect(rest.calls[0].size).toBeGreaterThan(first.calls[0].size + 200);
  expect(install(false).calls).toEqual([]);
  expect(install(true).calls).toEqual([]);
  expect(left()).toEqual([]);
  expect(readFileSync(join(folder, 'package-lock.json'), 'utf8')).not.toContain('https://registry');
});

it('installing everything from nothing is a clean installation, also where a setting makes a start need more', () => {
  expect(install(true, { ORBITA_SENTRY_DSN: 'https://key@errors.example/1' }).calls).toMatchObject([
    { args: ['ci'], lockFile: 'npm-shrinkwrap.json' },
  ]);
  expect(install(false).calls).toEqual([]);
});

it('a registry that keeps its files elsewhere is used without addresses', () => {
  const { status, calls } = install(true, { ORBITA_NPM: 'elsewhere' });
  expect([status, calls.map(({ addresses }) => addresses)]).toEqual([0, [true, false]]);
});

it('a failed installation says why, leaves nothing incomplete and is retried', () => {
  install(true);
  writeFileSync(
    join(folder, 'scripts/packages.mjs'),
    `${readFileSync(join(folder, 'scripts/packages.mjs'), 'utf8')}\n`,
  );
  for (const forStart of [true, false]) {
    const { status, said, calls } = install(forStart, { ORBITA_NPM: 'broken' });
    expect([status, calls.length]).toEqual([1, 1]);
    expect(said).toContain('EINTEGRITY');
    expect(left()).toEqual([]);
    expect(existsSync(join(folder, 'node_modules/fastify/fastify.js'))).toBe(true);
  }
  expect(install(true)).toMatchObject({ status: 0, calls: [{ aside: true }] });
});
