import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Advisory, advisoriesOf, judge } from './advisories.ts';
import { componentList, DELIVERED, packagesOf } from './components.ts';
import {
  type Lock,
  licenceOffences,
  readLock,
  readManifests,
  scriptOffences,
  sourceOffences,
  versionOffences,
} from './supply.ts';

const root = join(import.meta.dirname, '..');
const lock = readLock();
const of = (name: string, locked: Lock['packages'][string]): Lock => ({
  packages: { [`node_modules/${name}`]: locked },
});

describe('S30: our dependencies', () => {
  it('have one exact version of each package', () => {
    expect(versionOffences(readManifests())).toEqual([]);
    const wrong = {
      dependencies: { a: '^1.0.0', b: 'latest', c: '1.0.0', d: 'github:a/b' },
      overrides: { e: { f: '1' } },
    };
    expect(versionOffences({ 'x.json': wrong })).toHaveLength(4);
  });

  it('are all in the list that says why each is here', () => {
    const record = readFileSync(join(root, 'docs/decisions/0014-dependencies.md'), 'utf8');
    const list = record.slice(record.indexOf('| Package | Why |'), record.indexOf('Versions are exact'));
    const named = new Set(
      list
        .split('\n')
        .flatMap((row) => row.split('|')[1]?.match(/[\w.@/-]+/g) ?? [])
        .flatMap((name) => [name, name.split('/').at(-1)]),
    );
    const used = Object.values(readManifests()).flatMap((manifest) =>
      ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) =>
        Object.keys(manifest[kind] ?? {}),
      ),
    );
    // Types of a library, and packages of the workspace, are not choices of their own.
    const chosen = used.filter((name) => !/^@(types|orbita)\//.test(name));
    expect(chosen.length).toBeGreaterThan(40);
    expect(
      [...new Set(chosen)].filter((name) => !named.has(name) && !named.has(name.split('/').at(-1) ?? '')),
    ).toEqual([]);
  });

  it('are pinned by hash and to no host', () => {
    expect(Object.keys(lock.packages).length).toBeGreaterThan(300);
    expect(sourceOffences(lock)).toEqual([]);
    expect(
      sourceOffences(of('a', { version: '1.0.0', resolved: 'https://elsewhere.test/a.tgz' })),
    ).toHaveLength(2);
    expect(sourceOffences(of('a', { version: '1.0.0', integrity: 'sha1-x' }))).toHaveLength(1);
    expect(readFileSync(join(root, '.npmrc'), 'utf8')).toMatch(/^omit-lockfile-registry-resolved=true$/m);
  });

  it('run install scripts only if allowed by name', () => {
    const manifest = readManifests()['package.json'] ?? {};
    expect(scriptOffences(lock, manifest)).toEqual([]);
    const sneaky = of('left-pad', { version: '1.0.0', hasInstallScript: true });
    expect(scriptOffences(sneaky, { allowScripts: { node: true } })).toHaveLength(2);
    expect(scriptOffences(sneaky, { allowScripts: { 'left-pad': false } })).toHaveLength(1);
    // Installed packages may have a script that the lock file does not mention.
    const silent = Object.keys(lock.packages)
      .filter((path) => path.includes('node_modules/') && existsSync(join(root, path, 'package.json')))
      .filter((path) => {
        const { scripts = {} } = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'));
        const runs = ['preinstall', 'install', 'postinstall'].some((name) => name in scripts);
        return runs && !lock.packages[path]?.hasInstallScript && !lock.packages[path]?.link;
      });
    expect(silent).toEqual([]);
  });

  it('have an allowed licence, or an exception with a reason', () => {
    const delivered = new Set(packagesOf(DELIVERED));
    expect(delivered.size).toBeGreaterThan(100);
    expect(licenceOffences(lock, delivered)).toEqual([]);
    expect(licenceOffences(of('a', { license: 'GPL-3.0' }), delivered)).toHaveLength(1);
    expect(licenceOffences(of('a', {}), delivered)).toHaveLength(1);
    expect(
      licenceOffences(of('axe-core', { license: 'MPL-2.0' }), new Set(['node_modules/axe-core'])),
    ).toHaveLength(1);
  });

  it('are listed with version, licence and hash of every delivered component', () => {
    const list = componentList();
    expect([list.bomFormat, Number(list.specVersion) >= 1.5]).toEqual(['CycloneDX', true]);
    const foreign = list.components.filter(({ purl }) => !purl.startsWith('pkg:npm/%40orbita/'));
    for (const name of ['fastify', 'react', 'commander', 'pg', 'zod', 'yaml', 'ws'])
      expect(foreign.map((one) => one.name)).toContain(name);
    for (const name of ['vitest', 'oidc-provider', 'lighthouse', 'typescript'])
      expect(foreign.map((one) => one.name)).not.toContain(name);
    const incomplete = foreign.filter(
      ({ name, version, licenses, hashes }) =>
        !version ||
        !hashes?.some(({ alg }) => alg === 'SHA-512') ||
        (!licenses?.length && !['png-js', 'combine-errors', 'dejavu-fonts-ttf'].includes(name)),
    );
    expect(incomplete).toEqual([]);
  });
});

describe('S30: advisories', () => {
  const now = new Date('2026-11-22T12:00:00Z');
  const one = (severity: string, id = 'GHSA-aaaa-bbbb-cccc'): Advisory => ({
    id,
    severity,
    package: 'a',
    title: 't',
    url: 'u',
  });
  const since = (day: string) => new Map([['GHSA-aaaa-bbbb-cccc', new Date(day)]]);
  const fails = (...given: Parameters<typeof judge>) => judge(...given).map((verdict) => verdict.fails);

  it('fail the build once they are older than allowed, to the day', () => {
    expect(fails([one('critical')], since('2026-11-20T12:00:01Z'), [], now)).toEqual([false]);
    expect(fails([one('critical')], since('2026-11-20T12:00:00Z'), [], now)).toEqual([true]);
    expect(fails([one('high')], since('2026-11-08T12:00:01Z'), [], now)).toEqual([false]);
    expect(fails([one('high')], since('2026-11-08T12:00:00Z'), [], now)).toEqual([true]);
    expect(fails([one('moderate'), one('low')], since('2020-01-01'), [], now)).toEqual([false, false]);
    expect(fails([one('high')], new Map(), [], now)).toEqual([true]);
  });

  it('are accepted until a day, and not after it', () => {
    const accepted = (until: string) => [{ id: 'GHSA-aaaa-bbbb-cccc', until, reason: 'tests alone' }];
    expect(fails([one('critical')], new Map(), accepted('2026-11-22'), now)).toEqual([false]);
    expect(fails([one('critical')], new Map(), accepted('2026-11-21'), now)).toEqual([true]);
    expect(fails([one('critical', 'GHSA-xxxx-yyyy-zzzz')], new Map(), accepted('2026-11-22'), now)).toEqual([
      true,
    ]);
  });

  it('that are accepted have a reason and a day', () => {
    for (const entry of JSON.parse(readFileSync(join(root, 'docs/advisories.json'), 'utf8')))
      expect(entry).toEqual({
        id: expect.stringMatching(/^GHSA-/),
        until: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        reason: expect.stringMatching(/.{20}/),
      });
  });

  it('are unknown where npm could not ask', () => {
    expect(advisoriesOf({ message: 'offline' })).toBeUndefined();
    expect(advisoriesOf({ vulnerabilities: {} })).toEqual([]);
  });

  describe('requested by npm run audit', () => {
    let server: Server;
    let url: string;
    let published = '2020-01-01T00:00:00Z';
    const advisory = {
      id: 1,
      url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
      title: 'Bad',
      severity: 'high',
      vulnerable_versions: '>=0',
    };

    beforeAll(async () => {
      server = createServer((request, response) => {
        request.resume();
        const path = request.url ?? '';
        const body = path.endsWith('/advisories/bulk')
          ? { commander: [advisory] }
          : path.startsWith('/days/')
            ? { published_at: published }
            : { name: decodeURIComponent(path.slice(1)), 'dist-tags': {}, versions: {} };
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      });
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
      url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    });
    afterAll(() => new Promise((done) => server.close(done)));

    const run = (registry: string) =>
      new Promise<{ code: number | null; said: string }>((done) => {
        const child = spawn(process.execPath, [join(root, 'scripts/audit.ts')], {
          env: {
            ...process.env,
            npm_config_registry: registry,
            npm_config_fetch_retries: '0',
            ORBITA_ADVISORIES_URL: `${url}/days`,
          },
        });
        let said = '';
        for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
        child.once('close', (code) => done({ code, said }));
      });

    it('distinguishes old ones, new ones, and an unreachable registry', async () => {
      expect(await run(url)).toMatchObject({
        code: 1,
        said: expect.stringContaining('✗ high commander GHSA-aaaa-bbbb-cccc'),
      });
      published = new Date().toISOString();
      expect(await run(url)).toMatchObject({ code: 0, said: expect.stringContaining('· high commander') });
      expect(await run('http://127.0.0.1:1')).toMatchObject({
        code: 3,
        said: expect.stringContaining('Nothing is known'),
      });
    });
  });
});
