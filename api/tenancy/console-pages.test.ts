import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { createServer } from '../http/server.ts';
import type { Platform } from '../platform/platform.ts';
import { serveConsole } from './console-pages.ts';
import { servePages } from './pages.ts';

const CONSOLE = 'equipe.alfa.orbita.test';
const CANDIDATES = 'cua.alfa.orbita.test';
const BASE = '/orbita/equipe/';
const dist = mkdtempSync(join(tmpdir(), 'orbita-console-'));

let harness: Harness;
const apps: FastifyInstance[] = [];
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(async () => {
  for (const app of apps) await app.close();
  await harness?.stop();
  rmSync(dist, { recursive: true, force: true });
});

/** The server with the pages of both builds, as a development machine or in production. */
async function served(development: boolean, folder = dist, callsPerMinute = 1_000_000) {
  const { metrics, config } = harness.platform;
  const platform: Platform = {
    ...harness.platform,
    config: { ...config, development, callsPerMinute },
    metrics: { ...metrics, registry: new Registry() },
  };
  const app = await createServer(platform);
  await servePages(app, platform, join(folder, 'none'));
  await serveConsole(app, folder);
  apps.push(app);
  return (url: string, host: string, headers: Record<string, string> = {}) =>
    app.inject({ url, headers: { host, ...headers } });
}

const build = () => {
  mkdirSync(join(dist, 'assets'), { recursive: true });
  const page = `<!doctype html><title>Órbita Equipe</title>${' '.repeat(2000)}`;
  writeFileSync(join(dist, 'index.html'), page);
  writeFileSync(join(dist, 'viewer.html'), '<!doctype html><title>Viewer</title>');
  for (const [file, text] of [
    ['console-abc.js', 'start()'],
    ['viewer-abc.js', 'draw()'],
  ] as const) {
    writeFileSync(join(dist, 'assets', file), text);
    writeFileSync(join(dist, 'assets', `${file}.br`), brotliCompressSync(text));
  }
};

describe('the pages of the console', () => {
  it('answer 404 while there is no build', async () => {
    const get = await served(true, join(dist, 'empty'));
    for (const path of ['', 'documentos/1', 'viewer', 'assets/console-abc.js'])
      expect((await get(BASE + path, CONSOLE)).statusCode, path).toBe(404);
  });

  it('have the strict policy of the console, whatever their address', async () => {
    build();
    const get = await served(true);
    for (const path of ['', 'entrar', 'documentos/12?x=1']) {
      const { statusCode, headers, body } = await get(BASE + path, CONSOLE, {
        'x-forwarded-proto': 'https',
      });
      expect([statusCode, headers['content-type']], path).toEqual([200, 'text/html; charset=utf-8']);
      expect(body).toContain('Órbita Equipe');
      expect(headers['content-security-policy']).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; " +
          `connect-src 'self' wss://${CONSOLE}; frame-src 'self'; form-action 'self'; base-uri 'none'; ` +
          "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types orbita-equipe",
      );
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin-allow-popups',
        'cache-control': 'no-cache',
      });
      expect(headers['access-control-allow-origin']).toBeUndefined();
    }
    const small = await get(BASE, CONSOLE, { 'accept-encoding': 'br' });
    expect(small.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(small.rawPayload).toString()).toContain('Órbita Equipe');
    expect((await get('/orbita/equipe', CONSOLE)).headers.location).toBe(BASE);
    expect((await get('/', CONSOLE)).headers.location).toBe(BASE);
  });

  it('have the colours of their tenant in a file', async () => {
    const get = await served(true);
    const colours = async (host: string) => {
      const { statusCode, headers, body } = await get(`${BASE}tema.css`, host);
      expect([statusCode, headers['content-type']], host).toEqual([200, 'text/css; charset=utf-8']);
      return /--color-action:(#[0-9a-f]{6})/.exec(body)?.[1];
    };
    const [alfa, beta] = [await colours(CONSOLE), await colours('equipe.beta.orbita.test')];
    expect(alfa).toMatch(/^#/);
    expect(beta).toMatch(/^#/);
    expect(beta).not.toBe(alfa);
  });

  it('show files in a frame that cannot reach anything', async () => {
    build();
    const get = await served(true);
    const { headers, body } = await get(`${BASE}viewer`, CONSOLE);
    expect(body).toContain('Viewer');
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src blob:; worker-src blob:; " +
        "connect-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'; sandbox allow-scripts",
    );
  });

  it('have immutable files, compressed, and 404 for a missing one', async () => {
    build();
    const get = await served(true);
    const file = await get(`${BASE}assets/console-abc.js`, CONSOLE, { 'accept-encoding': 'br' });
    expect(file.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(brotliDecompressSync(file.rawPayload).toString()).toBe('start()');
    const framed = await get(`${BASE}assets/viewer-abc.js`, CONSOLE);
    expect(framed.headers['cross-origin-resource-policy']).toBe('cross-origin');
    expect((await get(`${BASE}assets/console-abd.js`, CONSOLE)).statusCode).toBe(404);
  });

  it('are only on console hosts in production, on every host elsewhere', async () => {
    build();
    const [here, production] = [await served(true), await served(false)];
    const paths = ['', 'documentos', 'viewer', 'assets/console-abc.js'].map((path) => BASE + path);
    for (const path of paths) {
      expect((await here(path, CANDIDATES)).statusCode, path).toBe(200);
      expect((await here(path, 'nowhere.test')).statusCode, path).toBe(404);
      expect((await production(path, CONSOLE)).statusCode, path).toBe(200);
      expect((await production(path, CANDIDATES)).statusCode, path).toBe(404);
    }
    // And the candidates' portal is not on the console's host.
    for (const get of [here, production])
      expect((await get('/orbita/candidate/', CONSOLE)).statusCode).toBe(404);
    const logo = await production('/assets/alfa/l.svg', CONSOLE);
    expect([logo.statusCode, logo.headers['content-type']]).toEqual([200, 'image/svg+xml']);
  });
});

describe('calls of the console', () => {
  it('are answered on its hosts only, in production', async () => {
    const ask = (host: string) => harness.visitor(host).call('GET /operations/staff/sign-in');
    const { status, body, headers } = await ask(CONSOLE);
    expect([status, body.tenant.alias]).toEqual([200, 'alfa']);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect((await ask('equipe.beta.orbita.test')).body.tenant.alias).toBe('beta');
    expect((await ask('nowhere.test')).body.code).toBe('HOST_UNKNOWN');
    expect((await harness.visitor(CONSOLE).call('GET /candidate/users/check/')).body.code).toBe(
      'HOST_UNKNOWN',
    );
  });
});

it('pages and files of the console are not limited per address, as an office opens them at the same hour; calls are', async () => {
  build();
  const get = await served(true, dist, 3);
  for (let n = 0; n < 10; n++)
    for (const path of ['', 'inscricoes', 'tema.css', 'viewer.html', 'assets/console-abc.js'])
      expect([path, (await get(`${BASE}${path}`, CONSOLE)).statusCode]).not.toEqual([path, 429]);
  const last = [];
  for (let n = 0; n < 4; n++) last.push((await get('/orbita/api/none', CANDIDATES)).statusCode);
  expect(last.at(-1)).toBe(429);
});
