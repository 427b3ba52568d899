import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { registerRoutes } from '../http/pipeline.ts';
import { createServer } from '../http/server.ts';
import { cardFieldsUrl, cardOriginOf } from '../platform/card-origin.ts';
import { createMetrics } from '../platform/metrics.ts';
import type { Platform } from '../platform/platform.ts';
import { routes } from '../tenancy/routes.ts';
import { serveCardFields } from './card-page.ts';

const CARD_HOST = 'cartao.localhost';
const SCRIPT = 'addEventListener("message",()=>{});';
const STYLE = 'body{margin:0}';
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

describe('the origin of the card fields', () => {
  let harness: Harness;
  let folder: string;
  let server: Awaited<ReturnType<typeof createServer>>;
  beforeAll(async () => {
    harness = await startHarness();
    folder = mkdtempSync(join(tmpdir(), 'card-fields-'));
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'fields.js'), SCRIPT);
    writeFileSync(join(folder, 'fields.css'), STYLE);
    // Metrics exist once per process, and this is a second server in it.
    const platform: Platform = { ...harness.platform, metrics: createMetrics() };
    server = await createServer(platform);
    serveCardFields(server, platform, folder);
    registerRoutes(server, platform, routes(platform));
    await server.ready();
  });
  afterAll(async () => {
    await server.close();
    await harness.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const get = (url: string, host = CARD_HOST) => server.inject({ method: 'GET', url, headers: { host } });
  const PAGE = '/card-fields/pagarme?host=cua.alfa.orbita.test:8080';

  it('serves one page without cookies, with hashes of its only script and style', async () => {
    const answer = await get(PAGE);
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain(`<style>${STYLE}</style>`);
    expect(answer.body).toContain(`<script type="module">${SCRIPT}</script>`);
    expect(answer.body).toContain('<body data-parent="http://cua.alfa.orbita.test:8080">');
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'permissions-policy': expect.stringContaining('payment=()'),
    });
    expect(answer.headers['content-security-policy']).toBe(
      `default-src 'none'; script-src ${hashOf(SCRIPT)}; style-src ${hashOf(STYLE)}; connect-src ${harness.sandbox.url}; base-uri 'none'; form-action 'none'; frame-ancestors http://cua.alfa.orbita.test:8080`,
    );
  });

  it('allows Cielo’s scripts and the bank’s page in a frame only on its own page', async () => {
    const { headers } = await get('/card-fields/cielo?host=beta.orbita.test');
    const { url } = harness.sandbox;
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; script-src ${hashOf(SCRIPT)} ${url}; style-src ${hashOf(STYLE)}; style-src-attr 'unsafe-inline'; frame-src ${url}; connect-src ${url}; base-uri 'none'; form-action ${url}; frame-ancestors http://beta.orbita.test`,
    );
  });

  it.each([
    '/card-fields/other?host=beta.orbita.test',
    '/card-fields/cielo',
    '/card-fields/cielo?host=nowhere.test',
    '/card-fields/cielo?host=beta.orbita.test%20evil.test',
    '/card-fields/cielo?host=beta.orbita.test&host=beta.orbita.test',
    '/card-fields/cielo?host=beta.orbita.test;%20script-src%20*',
  ])('refuses to be framed by a page of no tenant: %s', async (url) => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(404);
    expect(answer.body).not.toContain('<script');
  });

  it.each([
    '/',
    '/metrics',
    '/orbita/candidate/',
    '/orbita/api/platform/health',
    '/orbita/api/candidate/institutions',
  ])('serves nothing else: %s', async (url) => expect((await get(url)).statusCode).toBe(404));

  it('is the only one that serves the page', async () => {
    expect((await get(PAGE, 'cua.alfa.orbita.test')).statusCode).toBe(404);
    expect((await get(PAGE, 'localhost')).statusCode).toBe(404);
    expect((await get(PAGE, 'nowhere.test')).statusCode).toBe(404);
  });

  it('says that it is unavailable while the page is not built', async () => {
    rmSync(join(folder, 'fields.js'));
    expect((await get(PAGE)).statusCode).toBe(503);
    writeFileSync(join(folder, 'fields.js'), '</script>');
    expect((await get(PAGE)).statusCode).toBe(500);
    writeFileSync(join(folder, 'fields.js'), SCRIPT);
  });

  it('is allowed as a frame of the application’s page', async () => {
    const origin = cardOriginOf(harness.platform);
    const { headers } = await harness.visitor('cua.alfa.orbita.test').send('GET', '/orbita/candidate/');
    expect(origin).toMatch(/^http:\/\/cartao\.localhost:\d+$/);
    expect(headers.get('content-security-policy')).toMatch(new RegExp(`frame-src [^;]*${origin}`));
  });

  it('has an address only where cards can be entered', () => {
    const platform = (config: object) =>
      ({ config: { port: 8080, development: false, ...config }, address: { url: undefined } }) as Platform;
    expect(cardFieldsUrl(platform({}), 'cielo', 'a.test')).toBeUndefined();
    expect(cardFieldsUrl(platform({ development: true }), 'cielo', 'a.test:8080')).toBe(
      'http://cartao.localhost:8080/card-fields/cielo?host=a.test%3A8080',
    );
    expect(cardFieldsUrl(platform({ cardOrigin: 'https://cartao.test' }), 'pagarme', 'a.test')).toBe(
      'https://cartao.test/card-fields/pagarme?host=a.test',
    );
  });
});
