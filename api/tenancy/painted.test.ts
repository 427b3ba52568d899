import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { findHost } from './hosts.ts';
import { forgetCatalogue } from './memory.ts';
import type { PageSettings } from './page-head.ts';
import { servePages } from './pages.ts';
import { type Painter, painterReader, paintingOf, paintingsKept } from './painted.ts';

let harness: Harness;
const dist = mkdtempSync(join(tmpdir(), 'orbita-painted-'));
const CUA = 'cua.alfa.orbita.test';

/** Renderer with the exports of the real one, which writes what it is given and counts its calls. */
const PAINTER = `
export const MODULES = { 'sign-in': undefined, 'sign-up': 'identity/sign-up-panel.tsx' };
export const HOLD = 'hold()';
export const EARLY = 'early()';
export const NEWEST = 'newest';
export const TOO_OLD = 'say()';
export const drawn = [];
export const pageOf = (address, settings) => {
  if (address.includes('/pagar')) return undefined;
  if (address.includes('broken')) throw new Error('cannot be painted');
  const query = address.split('?')[1] ?? '';
  const name = query.includes('criar-conta') ? 'sign-up' : 'sign-in';
  return { name, query: name === 'sign-up' ? '' : query, sentHere: !address.split('?')[0].endsWith('/candidate/') };
};
const escape = (text) => text.replace(/[&<>"]/g, (sign) => '&#' + sign.charCodeAt(0) + ';');
export const paint = async (name, withQuery, settings) => {
  drawn.push(settings.brandName + ' ' + name);
  return '<h1>' + escape(settings.brandName) + ' ' + name + (withQuery ? ' STANDS' : '') + '</h1>';
};
export const fillQuery = (html, page) => html.replace('STANDS', () => escape(page.query));
export const cookieQuestion = (address, cookies, script) =>
  cookies.includes('cookieConsent=') ? '' : '<div id="orbita-cookies">?' + script('hold') + '</div>';
export const waitLine = () => '<p id="orbita-wait"></p>';
export const tooOld = () => '<p>too old</p>';
export const withoutScripts = () => '<p>without scripts</p>';
export const unknownHost = (text) => '<h1>painted ' + text + '</h1>';
export const failure = (trace) => '<h1>painted failure ' + escape(trace) + '</h1>';
`;

beforeAll(async () => {
  harness = await startHarness();
  for (const folder of ['assets', '.vite', 'painted']) mkdirSync(join(dist, folder));
  writeFileSync(
    join(dist, 'index.html'),
    '<html><head><!--orbita:head--><link rel="stylesheet" href="/orbita/candidate/assets/base.css"></head><body><div id="root"></div></body></html>',
  );
  writeFileSync(join(dist, 'assets/base.css'), '.base{}');
  writeFileSync(join(dist, 'assets/up.css'), '.up{}');
  writeFileSync(
    join(dist, '.vite/manifest.json'),
    JSON.stringify({
      'index.html': { file: 'assets/index.js', isEntry: true, css: ['assets/base.css'] },
      'identity/sign-up-panel.tsx': { file: 'assets/up.js', css: ['assets/up.css'], imports: ['index.html'] },
    }),
  );
  writeFileSync(join(dist, 'painted/painted.js'), PAINTER);
  // A package.json of its own makes Node read the file as a module, wherever the folder is.
  writeFileSync(join(dist, 'package.json'), '{"type":"module"}');
});
afterAll(async () => {
  await harness.stop();
  rmSync(dist, { recursive: true, force: true });
});

async function served() {
  const app = Fastify();
  app.decorateRequest('found', undefined);
  app.addHook('onRequest', async (request) => {
    request.found = await findHost(harness.platform, request.hostname);
  });
  await servePages(app, harness.platform, dist);
  return app;
}
const get = async (path: string, headers: Record<string, string> = {}) => {
  const app = await served();
  const answer = await app.inject({
    url: `/orbita/candidate${path}`,
    headers: { host: CUA, accept: 'text/html', ...headers },
  });
  await app.close();
  return answer;
};
const rootOf = (body: string) => /<div id="root"[^>]*>(.*?)<\/div>/s.exec(body)?.[0] ?? '';

const renamed = async (name: string) => {
  await harness.platform.db.tenant(1).many(sql`
    update institution set name = ${name} where tenant_id = 1 and code = 'CUA01' returning id`);
  forgetCatalogue(harness.platform);
};

describe('the prerendered page', () => {
  it('is in the answer with its styles and script, allowed by the nonce of this answer only', async () => {
    const { body, headers } = await get('/');
    expect(rootOf(body)).toBe(
      '<div id="root" data-painted="sign-in"><h1>Centro Universitário Alfa Exemplo sign-in</h1></div>',
    );
    const nonce = /'nonce-([\w-]+)'/.exec(String(headers['content-security-policy']))?.[1];
    expect(body).toContain(`<style nonce="${nonce}">.base{}</style>`);
    expect(body).toContain(`<script nonce="${nonce}">hold()</script>`);
    expect(body).toContain(
      `<template id="orbita-old"><p>too old</p></template><script nonce="${nonce}">newest</script><script nonce="${nonce}">say()</script>`,
    );
    expect(body.match(/<link rel="stylesheet"[^<>]*>/g)).toEqual([
      '<link rel="stylesheet" href="/orbita/candidate/assets/base.css" disabled>',
    ]);
    expect(headers['cache-control']).toBe('private, no-cache');
    expect(headers.vary).toContain('cookie');
    expect(body).not.toContain('@@');
  });

  it('asks about cookies above the page until answered, and shows the help contact', async () => {
    const { body, headers } = await get('/');
    const nonce = /'nonce-([\w-]+)'/.exec(String(headers['content-security-policy']))?.[1];
    const question = `<div id="orbita-cookies">?<script nonce="${nonce}">hold</script></div><div id="root"`;
    expect(body).toContain(question);
    expect((await get('/portal', { cookie: 'accessToken=x.y.z' })).body).toContain('id="orbita-cookies"');
    expect((await get('/', { cookie: 'cookieConsent=00' })).body).not.toContain('orbita-cookies');
    expect(body).toContain('"support":{"link":"https://wa.me/5531900000000');
  });

  it('has the styles of lazily loaded parts', async () => {
    const { body } = await get('/?painel=criar-conta');
    expect(body).toMatch(/<style nonce="[\w-]+">\.base\{\}\n\.up\{\}<\/style>/);
    expect(body).toContain('<link rel="stylesheet" href="/orbita/candidate/assets/up.css" disabled>');
  });

  it('is not sent to signed-in people, nor to a tab that a link may have opened', async () => {
    const plain = '<div id="root"></div>';
    const root = async (path: string, cookie: string) => rootOf((await get(path, { cookie })).body);
    expect(await root('/', 'accessToken=x.y.z')).toBe(plain);
    expect(await root('/portal', 'name=A; accessToken=x.y.z; uuid=u')).toBe(plain);
    expect(await root('/subscriptions/5001', 'uuid=u')).toBe(plain);
    expect(await root('/', 'uuid=u')).toContain('data-painted');
    expect(await root('/subscriptions/5001', 'cookieConsent=00; myaccessToken=x.y.z')).toContain(
      'data-painted',
    );
    const shell = (await get('/portal', { cookie: 'accessToken=x.y.z' })).body;
    expect(shell).toContain('<link rel="stylesheet" href="/orbita/candidate/assets/base.css">');
    expect(shell).toContain('without scripts');
  });

  it('gives way to the first calls of signed-in people, which its script makes before styles and scripts load', async () => {
    const asks = async (path: string, cookie?: string) =>
      (await get(path, cookie === undefined ? {} : { cookie })).body.includes('early()');
    const { body, headers } = await get('/portal', { cookie: 'accessToken=x.y.z' });
    const nonce = /'nonce-([\w-]+)'/.exec(String(headers['content-security-policy']))?.[1];
    expect(body).toContain(
      `<script nonce="${nonce}">early()</script><link rel="stylesheet" href="/orbita/candidate/assets/base.css">`,
    );
    expect(headers['cache-control']).toBe('private, no-cache');
    expect(await asks('/portal')).toBe(false);
    expect(await asks('/subscriptions/5001', 'uuid=u')).toBe(false);
    expect(await asks('/visualizacao/subscriptions/5001', 'accessToken=x.y.z')).toBe(false);
    expect(await asks('/portal', 'accessToken=x.y.z; uuid=u')).toBe(true);
    const nowhere = await get('/portal', { cookie: 'accessToken=x.y.z', host: 'nowhere.test' });
    expect(nowhere.body).not.toContain('early()');
  });

  it('is omitted where it cannot be rendered', async () => {
    for (const path of ['/pagar', '/broken']) {
      const { body, statusCode } = await get(path);
      expect([statusCode, rootOf(body)]).toEqual([200, '<div id="root"></div>']);
    }
  });

  it("inserts each request's query into the cached page", async () => {
    expect(rootOf((await get('/?a=1&b="><script>')).body)).not.toContain('<script>');
    expect(rootOf((await get('/?a=1')).body)).toContain('sign-in a=1</h1>');
    expect(rootOf((await get('/?a=$%26')).body)).toContain('sign-in a=$%26</h1>');
    expect(rootOf((await get('/')).body)).toContain('sign-in</h1>');
  });

  it('names each host separately, and a changed brand at once, whatever characters it has', async () => {
    const other = await get('/', { host: 'beta.orbita.test' });
    expect(rootOf(other.body)).toContain('Faculdade Beta Exemplo sign-in');
    await renamed('A "<b>" & </script><script>alert(1)</script> @@now@@');
    const { body } = await get('/');
    expect(body).not.toContain('<script>alert');
    expect(rootOf(body)).toContain('A &#34;&#60;b&#62;&#34;');
    expect(rootOf((await get('/', { host: 'beta.orbita.test' })).body)).toContain('Faculdade Beta Exemplo');
    await renamed('Centro Universitário Alfa Exemplo');
    expect(rootOf((await get('/')).body)).toContain('Centro Universitário Alfa Exemplo sign-in');
  });

  it('is rendered once per host and settings, and the oldest is evicted first', async () => {
    const painter = (await painterReader(dist)()) as Painter & { drawn: string[] };
    const settings = { brandName: 'One' } as PageSettings;
    const page = { name: 'sign-in', query: '', sentHere: false };
    const draw = (host: string, given = settings) => paintingOf(harness.platform, painter, host, page, given);
    const before = painter.drawn.length;
    expect(await draw('x')).toContain('One sign-in');
    expect(await draw('x')).toContain('One sign-in');
    expect(painter.drawn.length).toBe(before + 1);
    expect(await draw('x', { brandName: 'Two' } as PageSettings)).toContain('Two sign-in');
    expect(await draw('x')).toContain('One sign-in');
    expect(painter.drawn.length).toBe(before + 3);
    for (let host = 0; host < 600; host++) await draw(`h${host}`);
    expect(paintingsKept(harness.platform)).toBe(512);
    const full = painter.drawn.length;
    await draw('h599');
    expect(painter.drawn.length).toBe(full);
    await draw('x');
    expect(painter.drawn.length).toBe(full + 1);
  });
});

describe('pages of no institution', () => {
  it('are rendered with inline styles and without scripts', async () => {
    const { body, statusCode, headers } = await get('/', { host: 'nowhere.test' });
    expect(statusCode).toBe(404);
    expect(body).toContain('painted Instituição não encontrada para este endereço.');
    expect(body).toContain('.base{}');
    expect(body).not.toMatch(/<script|alfa|beta/i);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'nonce-/);
  });

  it('S-43 replaces an error that kept the server from making a page', async () => {
    const app = Fastify({ genReqId: () => 'trace-"1"' });
    app.decorateRequest('found', undefined);
    app.addHook('onRequest', async (request) => {
      request.found = await findHost(harness.platform, request.hostname);
    });
    const { platform } = harness;
    const tenant = () => {
      throw new Error('away');
    };
    const broken = Object.create(platform, { db: { value: { tenant } } });
    await servePages(app, broken, dist);
    const failing = (accept: string) =>
      app.inject({ url: '/orbita/candidate/', headers: { host: CUA, accept } });
    const page = await failing('text/html,*/*');
    expect(page.statusCode).toBe(500);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.body).toContain('painted failure trace-&#34;1&#34;');
    expect(page.body).not.toContain('away');
    expect((await failing('application/json')).headers['content-type']).toContain('json');
    await app.close();
  });
});
