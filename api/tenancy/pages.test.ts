import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { registerRoutes } from '../http/pipeline.ts';
import { createServer } from '../http/server.ts';
import { readProxyTrust } from '../platform/http/proxy.ts';
import { createMetrics } from '../platform/metrics.ts';
import { findHost, forgetHosts } from './hosts.ts';
import { contentPolicy } from './page-policy.ts';
import { servePages } from './pages.ts';
import { routes } from './routes.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.stop());

const page = (host: string, path = '/orbita/candidate/') => harness.visitor(host).send('GET', path);

/** The page without its nonces, which are random and could contain any word. */
const plain = (html: unknown) => String(html).replaceAll(/nonce="[^"]*"/g, '');

describe('the page of a host', () => {
  it('contains the theme, settings and build of its own tenant only', async () => {
    const { status, body, headers } = await page('cua.alfa.orbita.test', '/orbita/candidate/portal?x=1');
    const text = String(body);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('cache-control')).toBe('private, no-cache');
    expect(text).toContain('<html lang="pt-BR">');
    expect(text).toContain('Portal do candidato · Centro Universitário Alfa Exemplo');
    expect(text).toMatch(/--color-action:#[0-9a-f]{6}/);
    expect(text).toContain('<meta name="build" content="20251024.2">');
    const json =
      /<script type="application\/json" id="orbita-settings">(.*?)<\/script>/.exec(text)?.[1] ?? '';
    expect(JSON.parse(json)).toMatchObject({
      tenant: { alias: 'alfa' },
      institution: { code: 'CUA01' },
      captchaKey: 'simulator',
      captchaScriptUrl: `${harness.sandbox.url}/captcha/api.js`,
      brandName: 'Centro Universitário Alfa Exemplo',
      build: '20251024.2',
    });
    expect(plain(text)).not.toMatch(/beta|fbx|0b5394/i);
    const other = String((await page('beta.orbita.test')).body);
    expect(other).toContain('Faculdade Beta Exemplo');
    expect(plain(other)).not.toMatch(/alfa|cua01/i);
  });

  it('names the tenant on a group host', async () => {
    expect(String((await page('alfa.orbita.test')).body)).toContain(
      'Portal do candidato · Grupo Alfa Exemplo',
    );
  });

  it('S10 is protected by security headers', async () => {
    const { headers, body } = await page('cua.alfa.orbita.test');
    const nonce = /'nonce-([\w-]+)'/.exec(headers.get('content-security-policy') ?? '')?.[1] ?? 'none';
    expect(String(body)).toContain(`<style nonce="${nonce}">`);
    const again = await page('cua.alfa.orbita.test');
    expect(again.headers.get('content-security-policy')).not.toContain(nonce);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    // The header is sent only to hosts where browsers honour it; elsewhere they log a warning.
    expect(headers.get('cross-origin-opener-policy')).toBeNull();
    const local = await page('localhost');
    expect(local.headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
    expect(headers.get('permissions-policy')).toContain('geolocation=(self), camera=(self)');
  });

  it('S10 requires https for one year, on pages and in the API', async () => {
    const https = { headers: { 'x-forwarded-proto': 'https' } };
    for (const path of ['/orbita/candidate/', '/orbita/api/platform/health']) {
      const { headers } = await harness.visitor('cua.alfa.orbita.test').send('GET', path, https);
      expect(headers.get('strict-transport-security'), path).toBe('max-age=31536000; includeSubDomains');
    }
  });

  it('S10 has a content security policy without inline scripts', () => {
    const facts = {
      nonce: 'N',
      host: 'a.test:80',
      captchaScript: 'http://c.test/api.js',
      videoOrigins: ['https://v.test'],
    };
    expect(contentPolicy(facts)).toMatchInlineSnapshot(
      `"default-src 'self'; script-src 'self' 'nonce-N' http://c.test; style-src 'self' 'nonce-N'; connect-src 'self' ws://a.test:80 wss://a.test:80 http://c.test; img-src 'self' data: blob:; frame-src http://c.test https://v.test; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'; require-trusted-types-for 'script'; trusted-types orbita-html orbita-worker default goog#html"`,
    );
    expect(contentPolicy({ ...facts, captchaScript: undefined, videoOrigins: [] })).toContain(
      "frame-src 'none'",
    );
  });

  it('is a separate page for hosts that are not registered', async () => {
    for (const path of ['/', '/orbita/candidate/', '/orbita/candidate/portal', '/assets/alfa/s.svg']) {
      const { status, body } = await page('nowhere.test', path);
      expect(status).toBe(404);
      expect(String(body)).toContain('Instituição não encontrada para este endereço.');
      expect(plain(body)).not.toMatch(/<(a|button|input|form|script)\b|alfa|beta/);
    }
  });

  it('T9: disappears with its host, for pages and calls alike, and returns with it', async () => {
    const host = 'cua.alfa.orbita.test';
    const seen = async () => [
      (await page(host)).status,
      (await harness.visitor(host).call('GET /candidate/institutions')).status,
    ];
    const retire = async (at: Date | null) => {
      await harness.platform.db.tenant(1).many(sql`
        update tenant_host set retired_at = ${at}::timestamptz where tenant_id = 1 and host = ${host} returning id`);
      forgetHosts(harness.platform);
    };
    expect(await seen()).toEqual([200, 200]);
    await retire(harness.clock.now());
    expect(await seen()).toEqual([404, 404]);
    await retire(null);
    expect(await seen()).toEqual([200, 200]);
  });

  it('is reached through the short addresses, with the query kept', async () => {
    for (const [path, target] of [
      ['/', '/orbita/candidate/'],
      ['/orbita/candidate', '/orbita/candidate/'],
      ['/?utm=1', '/orbita/candidate/?utm=1'],
      ['/orbita/candidate?utm=1', '/orbita/candidate/?utm=1'],
    ] as const) {
      const { status, headers } = await page('cua.alfa.orbita.test', path);
      expect([status, headers.get('location')]).toEqual([302, target]);
    }
    for (const path of ['/sandbox', '/sandbox?tenant=beta']) {
      const sandbox = await page('cua.alfa.orbita.test', path);
      expect(sandbox.headers.get('location')).toBe(`${harness.sandbox.url}${path}`);
    }
  });
});

describe('U31: a page whose host settings are not known', () => {
  it('is not cached and names no tenant', async () => {
    const marks = {
      'cua.alfa.orbita.test': /beta|fbx|#0b5394/i,
      'beta.orbita.test': /alfa|cua01|epa01|"cua"|"epa"|#982439|#1d5c63/i,
    };
    for (const [host, foreign] of Object.entries(marks)) {
      const { body, headers } = await page(host);
      const text = String(body);
      expect(plain(text)).not.toMatch(foreign);
      expect(text).toMatch(/<meta name="theme-color" media="[^"]+" content="#[0-9a-f]{6}">/);
      expect(text).toMatch(/<link rel="icon" href="\/assets\/(alfa|beta)\//);
      expect(text).not.toMatch(/rel="manifest"|serviceWorker/);
      expect(headers.get('cache-control')).toBe('private, no-cache');
      expect(JSON.stringify([...headers].filter(([name]) => name !== 'content-security-policy'))).not.toMatch(
        foreign,
      );
      const settings = await harness
        .visitor(host)
        .send('GET', `/orbita/api/platform/settings/applications/orbita/hostname/${host}`);
      expect(settings.headers.get('cache-control')).toBe('no-store');
      expect(JSON.stringify(settings.body)).not.toMatch(foreign);
    }
  });

  it('T9: takes the host from the connection, and from a header of a proxy only if the proxy is ours and the header is named', async () => {
    const { platform } = harness;
    const ask = async (trusted: string, headers?: string) => {
      const app = await createServer({
        ...platform,
        metrics: createMetrics(),
        config: { ...platform.config, trustProxy: readProxyTrust(trusted, headers) },
      });
      registerRoutes(app, platform, routes(platform));
      const answer = await app.inject({
        url: '/orbita/api/candidate/institutions',
        headers: { host: 'beta.orbita.test', 'x-forwarded-host': 'cua.alfa.orbita.test' },
      });
      await app.close();
      return answer.json<{ code: string }[]>().map(({ code }) => code);
    };
    expect(await ask('')).toEqual(['FBX01']);
    expect(await ask('loopback')).toEqual(['FBX01']);
    expect(await ask('10.0.0.0/8', 'host=x-forwarded-host')).toEqual(['FBX01']);
    expect(await ask('loopback', 'host=x-forwarded-host')).toEqual(['CUA01', 'EPA01']);
  });
});

describe('brand images', () => {
  it('are served with a type and an entity tag and cannot run scripts', async () => {
    const client = harness.visitor();
    const { status, headers } = await client.send('GET', '/assets/alfa/s.svg');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('image/svg+xml');
    expect(headers.get('content-security-policy')).toContain('sandbox');
    const again = await client.send('GET', '/assets/alfa/s.svg', {
      headers: { 'if-none-match': headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  });

  it('answer 404 for other tenants, other file types and other folders', async () => {
    for (const path of ['/assets/beta/s.svg', '/assets/alfa/nothing.svg', '/assets/alfa/tenant.yaml']) {
      expect([path, (await harness.visitor().send('GET', path)).status]).toEqual([path, 404]);
    }
    const outside = await harness.visitor().send('GET', '/assets/alfa/..%2f..%2fpackage.json');
    expect(outside.status).toBe(400);
  });

  it("have a placeholder in the host's colour", async () => {
    const { status, body } = await harness.visitor().send('GET', '/assets/alfa/orbita-mark.svg');
    expect(status).toBe(200);
    expect(String(body)).toContain('#982439');
  });
});

describe('the built application', () => {
  const dist = mkdtempSync(join(tmpdir(), 'orbita-dist-'));
  afterAll(() => rmSync(dist, { recursive: true, force: true }));
  const headers = { host: 'cua.alfa.orbita.test:8080' };
  async function served() {
    const app = Fastify();
    app.decorateRequest('found', undefined);
    app.addHook('onRequest', async (request) => {
      request.found = await findHost(harness.platform, request.hostname);
    });
    await servePages(app, harness.platform, dist);
    return app;
  }

  it('S10 has an offline page and its worker, which changes when the page does', async () => {
    const app = await served();
    const get = (file: string, host = headers.host) =>
      app.inject({ url: `/orbita/candidate/${file}`, headers: { host } });
    for (const file of ['offline', 'offline-worker.js']) expect((await get(file)).statusCode).toBe(404);
    mkdirSync(join(dist, 'offline'));
    writeFileSync(join(dist, 'offline/page.html'), '<p>first</p>');
    writeFileSync(join(dist, 'offline-worker.js'), 'work()');
    const [page, worker] = [await get('offline'), await get('offline-worker.js')];
    expect([page.body, page.headers['content-type']]).toEqual(['<p>first</p>', 'text/html; charset=utf-8']);
    expect(worker.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(worker.body).toMatch(/^\/\/ [\w-]{43}\nwork\(\)$/);
    for (const answer of [page, worker]) {
      expect(answer.headers['cache-control']).toBe('no-cache');
      expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self';/);
    }
    writeFileSync(join(dist, 'offline/page.html'), '<p>second</p>');
    expect((await get('offline-worker.js')).body).not.toBe(worker.body);
    const nowhere = await get('offline', 'nowhere.test');
    expect([nowhere.statusCode, nowhere.body.includes('second')]).toEqual([404, false]);
    await app.close();
  });

  it('is served with preload hints, long-lived files, and 404 for a missing file', async () => {
    mkdirSync(join(dist, 'assets'));
    mkdirSync(join(dist, '.vite'));
    writeFileSync(
      join(dist, 'index.html'),
      '<html><head><!--orbita:head--></head><body id="app"></body></html>',
    );
    writeFileSync(join(dist, 'assets/index-abc.js'), 'console.log(1)');
    writeFileSync(join(dist, 'assets/index-abc.js.br'), 'compressed');
    writeFileSync(
      join(dist, '.vite/manifest.json'),
      JSON.stringify({
        'index.html': {
          file: 'assets/index-abc.js',
          isEntry: true,
          imports: ['_shared.js'],
          css: ['assets/index.css'],
        },
        '_shared.js': { file: 'assets/shared-abc.js' },
        'app/app.tsx': { file: 'assets/app-abc.js', imports: ['_shared.js'], css: ['assets/app.css'] },
        'subscription/pages/shell-page.tsx': {
          file: 'assets/shell-abc.js',
          imports: ['_shared.js', 'app/app.tsx'],
        },
        'enrolment/pages/data-step.tsx': { file: 'assets/data-abc.js', css: ['assets/data.css'] },
        'contract/review-page.tsx': { file: 'assets/review-abc.js' },
        'payment/confirmed-step.tsx': { file: 'assets/confirmed-abc.js' },
      }),
    );
    const app = await served();
    const answer = await app.inject({ url: '/orbita/candidate/subscriptions/essays/1', headers });
    expect(answer.body).toMatch(/^<html><head><title>.*<\/head><body id="app"><\/body><\/html>$/s);
    expect(answer.headers['content-security-policy']).toContain('ws://cua.alfa.orbita.test:8080');
    expect(answer.headers.link).toBe(
      '</orbita/candidate/assets/index-abc.js>; rel=modulepreload, ' +
        '</orbita/candidate/assets/shared-abc.js>; rel=modulepreload',
    );
    const signedIn = await app.inject({
      url: '/orbita/candidate/portal',
      headers: { ...headers, cookie: 'accessToken=x.y.z' },
    });
    expect(signedIn.headers.link).toBe(
      '</orbita/candidate/assets/index-abc.js>; rel=modulepreload, ' +
        '</orbita/candidate/assets/shared-abc.js>; rel=modulepreload, ' +
        '</orbita/candidate/assets/app-abc.js>; rel=modulepreload, ' +
        '</orbita/candidate/assets/app.css>; rel=preload; as=style; crossorigin',
    );
    const inside = await app.inject({
      url: '/orbita/candidate/subscriptions/essays/1?etapa=revisao',
      headers: { ...headers, cookie: 'accessToken=x.y.z' },
    });
    expect(inside.headers.link).toContain('/assets/app-abc.js>; rel=modulepreload, ');
    expect(inside.headers.link).toContain('/assets/shell-abc.js>; rel=modulepreload');
    // The query names a part of a step, so the files of that step can be preloaded without waiting for the status.
    const named = async (place: string, cookie = 'accessToken=x.y.z') => {
      const { headers: answered } = await app.inject({
        url: `/orbita/candidate/${place}`,
        headers: { ...headers, cookie },
      });
      return [
        ...String(answered.link).matchAll(/assets\/(shell|data|review|confirmed)\S*?[.](?:js|css)/g),
      ].map(([file]) => file.slice('assets/'.length));
    };
    const place = 'subscriptions/essays/1';
    expect(await named(place)).toEqual(['shell-abc.js']);
    expect(await named(`${place}?etapa=revisao`)).toEqual([
      'shell-abc.js',
      'data-abc.js',
      'review-abc.js',
      'data.css',
    ]);
    expect(await named(`${place}?etapa=escolaridade`)).toEqual(['shell-abc.js', 'data-abc.js', 'data.css']);
    expect(await named(`${place}?etapa=pagamento-confirmado`)).toEqual(['shell-abc.js', 'confirmed-abc.js']);
    for (const query of ['etapa=', 'etapa=%0A', `etapa=${'a'.repeat(41)}`, 'ver=1&etapa=revisao', 'x'])
      expect([query, await named(`${place}?${query}`)]).toEqual([query, ['shell-abc.js']]);
    expect(await named(`${place}?etapa=revisao`, '')).toEqual([]);
    const small = await app.inject({
      url: '/orbita/candidate/',
      headers: { ...headers, 'accept-encoding': 'gzip, br' },
    });
    expect(small.headers['content-encoding']).toBe('br');
    const file = await app.inject({
      url: '/orbita/candidate/assets/index-abc.js',
      headers: { ...headers, 'accept-encoding': 'br' },
    });
    expect([file.statusCode, file.body]).toEqual([200, 'compressed']);
    expect(file.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(file.headers['content-type']).toContain('javascript');
    expect((await app.inject({ url: '/orbita/candidate/assets/index-old.js', headers })).statusCode).toBe(
      404,
    );
    await app.close();
  });
});
