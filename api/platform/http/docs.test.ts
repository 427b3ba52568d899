import { createHash } from 'node:crypto';
import { calls } from '@orbita/protocol';
import { errorCatalogue } from '@orbita/protocol/foundation';
import { buildOpenApi } from '@orbita/protocol/openapi';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { docsPage } from './docs-page.ts';
import { shapeHtml } from './docs-shape.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.stop());

const DOCS = '/orbita/api/docs';
const get = (path: string, host?: string, headers: Record<string, string> = {}) =>
  fetch(`${harness.url}${path}`, {
    headers: { 'x-forwarded-host': host ?? 'cua.alfa.orbita.test', ...headers },
  });

describe('the page of all calls', () => {
  it('is there on every known host, with or without a slash, and on no other', async () => {
    for (const host of ['cua.alfa.orbita.test', 'alfa.orbita.test', 'beta.orbita.test']) {
      const answer = await get(DOCS, host);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    }
    expect((await get(`${DOCS}/`)).status).toBe(200);
    expect((await get(DOCS, 'unknown.test')).status).toBe(404);
  });

  it('lists every call with an anchor, a summary and its refusals', async () => {
    const page = await (await get(DOCS)).text();
    const ids = [...page.matchAll(/<article id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [key, call] of Object.entries(calls)) {
      const [method, path] = key.split(' ') as [string, string];
      expect(page).toContain(`<code>${method} /orbita/api${path}</code>`);
      expect(page).toContain(call.summary.replaceAll("'", '&#39;'));
      for (const code of call.errors)
        expect(page).toContain(`<code>${errorCatalogue[code].status} ${code}</code>`);
    }
    const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    const all = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    expect(targets.filter((id) => !all.has(id))).toEqual([]);
  });

  it('runs nothing and loads nothing: its policy allows its own style alone', async () => {
    const answer = await get(DOCS);
    const page = await answer.text();
    const style = /<style>([\s\S]*?)<\/style>/.exec(page)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`style-src 'sha256-${hash}'`);
    expect(policy).not.toMatch(/script-src|unsafe/);
    expect(page).not.toMatch(/<script|\sstyle=|\son\w+=|src=/i);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('is not sent twice to who has it', async () => {
    const first = await get(DOCS);
    const tag = first.headers.get('etag') ?? '';
    expect((await get(DOCS, undefined, { 'if-none-match': tag })).status).toBe(304);
  });
});

describe('the description for tools', () => {
  it('is the document of the protocol', async () => {
    const answer = await get(`${DOCS}/openapi.json`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'application/json; charset=utf-8',
    ]);
    expect(await answer.json()).toEqual(buildOpenApi());
  });
});

describe('what a document says', () => {
  it('never becomes markup', () => {
    const evil = '<img src=x onerror=alert(1)>';
    const page = docsPage({
      info: { title: evil, description: evil },
      tags: [{ name: 'r', description: evil }],
      paths: { '/candidate/x': { get: { tags: ['r'], operationId: 'x', summary: evil, responses: {} } } },
      components: {
        schemas: { X: { description: evil, type: 'object', properties: { [evil]: { enum: [evil] } } } },
      },
    });
    expect(page).not.toContain('<img');
    expect(page).toContain('&lt;img');
  });

  it.each([
    [{ type: ['boolean', 'null'] }, 'boolean | null'],
    [{ type: 'string', minLength: 1, maxLength: 60 }, 'string <i>≥ 1, ≤ 60</i>'],
    [{ type: 'integer', exclusiveMinimum: 0, maximum: Number.MAX_SAFE_INTEGER }, 'integer <i>&gt; 0</i>'],
    [{ type: 'array', items: { enum: ['a', 'b'] } }, '(&quot;a&quot; | &quot;b&quot;)[]'],
    [{ $ref: '#/components/schemas/Id' }, '<a href="#shape-Id">Id</a>'],
    [
      { type: 'object', properties: { a: { type: 'string' }, b: { const: 1 } }, required: ['a'] },
      '{\n  <b>a</b>: string\n  <b>b</b>?: 1\n}',
    ],
  ])('is written as a type: %j', (schema, text) => {
    expect(shapeHtml(schema)).toBe(text);
  });
});
