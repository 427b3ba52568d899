import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

/**
 * Clients that others generate from our description, with widely used generators. They need their own compilers, so their
 * packages are separate (`foreign-clients/`) and installed for this test only.
 */
const DESCRIPTION = join(import.meta.dirname, '../docs/openapi.json');
const folder = mkdtempSync(join(tmpdir(), 'orbita-clients-'));
function program(name: string, ...args: string[]): string {
  const file = join(folder, 'node_modules/.bin', name);
  const { status, stdout, stderr } = spawnSync(file, args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0)
    throw new Error(`${name} ended with ${status}: ${stdout.slice(0, 2000)}${stderr.slice(-2000)}`);
  return stdout;
}

/** The strictest compiler settings, for the generated files as well. */
const OPTIONS = {
  compilerOptions: {
    ...{ strict: true, noEmit: true, skipLibCheck: false, types: [] },
    ...{ target: 'es2022', lib: ['es2022', 'dom', 'dom.iterable'] },
    ...{ module: 'esnext', moduleResolution: 'bundler' },
  },
};

/** Compiles generated files together with code that uses them, if any; throws with the compiler's output. */
function compile(name: string, use = ''): void {
  writeFileSync(join(folder, name, 'use.ts'), `${use}\nexport {};\n`);
  writeFileSync(join(folder, `${name}.json`), JSON.stringify({ ...OPTIONS, include: [`${name}/**/*.ts`] }));
  program('tsc', '-p', `${name}.json`);
}

beforeAll(() => {
  cpSync(join(import.meta.dirname, 'foreign-clients'), folder, { recursive: true });
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: '' },
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('types of openapi-typescript compile, and reject unknown calls', () => {
  mkdirSync(join(folder, 'types'));
  program('openapi-typescript', DESCRIPTION, '-o', 'types/orbita.d.ts');
  compile(
    'types',
    `import createClient from 'openapi-fetch';
import type { paths } from './orbita.d.ts';
const { GET } = createClient<paths>({ baseUrl: 'https://localhost/orbita/api' });
const header = { 'x-tenant-alias': 'alfa' };
const { data } = await GET('/operations/subscriptions', { params: { header, query: { pageSize: 25 } } });
export const total: number | undefined = data?.data.length;
// @ts-expect-error: the call has no such name in its query.
await GET('/operations/subscriptions', { params: { header, query: { situation: '7' } } });`,
  );
});

it('a client of @hey-api/openapi-ts compiles', () => {
  const plugins = ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'];
  program('openapi-ts', '-i', DESCRIPTION, '-o', 'hey', '-p', ...plugins);
  compile('hey');
});

it('a client of orval compiles', () => {
  writeFileSync(
    join(folder, 'orval.config.mjs'),
    `export default { orbita: { input: ${JSON.stringify(DESCRIPTION)}, output: { target: 'orval/client.ts', client: 'fetch' } } };`,
  );
  expect(program('orval', '--config', 'orval.config.mjs')).toContain('orbita');
  compile('orval');
});
