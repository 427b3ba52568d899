import { createHash } from 'node:crypto';
import { calls } from '@orbita/protocol';
import { errorCatalogue, possibleErrors } from '@orbita/protocol/foundation';
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
  it('is served on every known host, with or without a slash, and on no other host', async () => {
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
    // Each path is listed with one name for its parameter, even if two calls name it differently.
    const nameless = (text: string) => text.replaceAll(/\{\w+\}/g, '{}');
    const shown = nameless(page);
    for (const [key, call] of Object.entries(calls)) {
      const [method, path] = key.split(' ') as [string, string];
      expect(shown).toContain(`<code>${method} /orbita/api${nameless(path)}</code>`);
      expect(page).toContain(call.summary.replaceAll("'", '&#39;'));
      for (const code of possibleErrors(key, call))
        expect(page).toContain(`<code>${errorCatalogue[code].status} ${code}</code>`);
    }
    const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    const all = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    expect(targets.filter((id) => !all.has(id))).toEqual([]);
  });

  it('runs no script and loads no resource: its policy allows only its own style', async () => {
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

  it('is not sent again to a client that already has it', async () => {
    const first = await get(DOCS);
    const tag = first.headers.get('etag') ?? '';
    expect((await get(DOCS, undefined, { 'if-none-match': tag })).status).toBe(304);
    expect((await get(DOCS, undefined, { 'if-none-match': '"other"' })).status).toBe(200);
    expect([first.headers.get('cache-control'), first.headers.get('vary')]).toEqual([
      'no-cache',
      'accept-encoding',
    ]);
  });

  it('is compressed for clients that accept it', async () => {
    for (const [accepted, sent] of [
      ['gzip, deflate', 'gzip'],
      ['br', null],
      ['xgzip', null],
    ] as const)
      expect(
        (await get(DOCS, undefined, { 'accept-encoding': accepted })).headers.get('content-encoding'),
      ).toBe(sent);
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

describe('the page of a document', () => {
  const caller = (operation: object) => {
    const page = docsPage({
      tags: [{ name: 'r' }],
      paths: { '/candidate/x': { get: { tags: ['r'], ...operation } } },
    });
    return /Who:<\/span> (.*)<\/p>/.exec(page)?.[1];
  };

  it.each([
    [{}, 'Anybody'],
    [{ security: [] }, 'Anybody'],
    [{ security: [{ candidateToken: [] }] }, 'A candidate'],
    [
      { security: [{ candidateToken: [] }], 'x-access-key': true },
      'A candidate, also with an access key to this application',
    ],
    [
      { security: [{ serviceToken: [] }], description: 'Scope `essays`.' },
      'The institution’s systems. Scope <code>essays</code>.',
    ],
    [{ security: [{ providerCertificate: [] }] }, 'A provider, by the secret of its address'],
  ])('says who may call: %j', (operation, text) => {
    expect(caller(operation)).toBe(text);
  });

  it('shows a call with its parameters, body, answers and refusals, in its group', () => {
    const page = docsPage({
      openapi: '3.1.0',
      info: { title: 'Portal', version: '2', description: 'Has `codes`.' },
      tags: [
        { name: 'r', description: 'Rooms' },
        { name: 'empty', description: 'Nothing here' },
      ],
      paths: {
        '/candidate/x': {
          post: {
            tags: ['r'],
            operationId: 'makeX',
            summary: 'Makes x.',
            parameters: [
              { name: 'a', in: 'query', schema: { type: 'string' }, description: 'Like `b`.' },
              { $ref: '#/components/parameters/Key' },
            ],
            requestBody: { content: { 'application/json': { schema: { const: 1 }, example: { a: 1 } } } },
            responses: {
              201: { description: 'Made', content: { 'text/csv': { schema: { type: 'string' } } } },
              400: { description: '`MALFORMED` Não deu.\n`KEY_MISSING` Falta a chave.' },
              204: { description: '`Nothing` to say' },
              409: { description: 'In words', content: { 'application/json': {} } },
            },
          },
        },
        '/operations/y': { get: { tags: ['r'], operationId: 'readY', summary: 'Reads y.' } },
      },
      components: {
        parameters: { Key: { name: 'key', in: 'header', required: true, schema: { type: 'integer' } } },
        schemas: { Id: { type: 'integer', description: 'An `id`.' }, Free: {} },
      },
    });
    const article = (id: string) => new RegExp(`<article id="${id}">[\\s\\S]*?</article>`).exec(page)?.[0];
    expect(article('makeX')?.split('\n')).toEqual([
      '<article id="makeX">',
      '<h4><code>POST /orbita/api/candidate/x</code> <a class="self" href="#makeX" aria-label="Link to POST /candidate/x">#</a></h4>',
      '<p>Makes x.</p>',
      '<p><span class="muted">Who:</span> Anybody</p>',
      '<details><summary>Parameters (2)</summary><ul><li><code>a</code> <span class="muted">query, optional</span> <code>string</code> Like <code>b</code>.</li><li><code>key</code> <span class="muted">header, required</span> <code>integer</code></li></ul></details>',
      '<h5>Body</h5><pre>1</pre><details><summary>Example</summary><pre>{',
      '  &quot;a&quot;: 1',
      '}</pre></details>',
      '<h5>Answer 201 – Made</h5><p><code>text/csv</code></p><pre>string</pre>',
      '<h5>Answer 204 – `Nothing` to say</h5>',
      '<h5>Answer 409 – In words</h5>',
      '<details><summary>Errors (2)</summary><ul><li><code>400 MALFORMED</code> <span lang="pt-BR">Não deu.</span></li><li><code>400 KEY_MISSING</code> <span lang="pt-BR">Falta a chave.</span></li></ul></details>',
      '</article>',
    ]);
    expect(article('readY')?.split('\n').slice(4)).toEqual(['', '', '', '', '</article>']);
    expect(article('shape-Id')).toBe(
      '<article id="shape-Id"><h4><code>Id</code></h4><p>An <code>id</code>.</p><pre>integer</pre></article>',
    );
    expect(article('shape-Free')).toBe(
      '<article id="shape-Free"><h4><code>Free</code></h4><pre>anything</pre></article>',
    );
    const lines = page.split('\n');
    expect(lines).toContain('<title>Portal – API 2</title>');
    expect(lines).toContain('<p>Has <code>codes</code>.</p>');
    expect(page).toContain('This description as OpenAPI 3.1.0 (JSON)');
    expect(lines.filter((line) => line.startsWith('<details><summary>') && line.includes('href='))).toEqual([
      '<details><summary>Candidate (1)</summary><ul><li><a href="#makeX"><code>POST /candidate/x</code></a></li></ul></details>',
      '<details><summary>Operations (1)</summary><ul><li><a href="#readY"><code>GET /operations/y</code></a></li></ul></details>',
    ]);
    expect(lines.filter((line) => line.startsWith('<section'))).toEqual([
      '<section aria-labelledby="candidate-r"><h3 id="candidate-r">Rooms</h3>',
      '<section aria-labelledby="operations-r"><h3 id="operations-r">Rooms</h3>',
    ]);
    expect(lines.filter((line) => line.startsWith('<h2 id'))).toEqual([
      '<h2 id="platform">Platform</h2>',
      '<h2 id="candidate">Candidate</h2>',
      '<h2 id="operations">Operations</h2>',
      '<h2 id="shapes">Shapes</h2>',
    ]);
    expect(page).not.toContain('Nothing here');
  });

  it('is also a page for a document without content', () => {
    const page = docsPage({ paths: { '/candidate/x': { get: 7 } }, tags: 'none', components: [] });
    const odd = docsPage({
      tags: [{ name: 'r', description: 7 }],
      paths: { '/candidate/x': { get: { tags: ['r'], operationId: 8, summary: 9 } } },
    });
    expect(odd).toContain('<h3 id="candidate-r"></h3>');
    expect(odd).toContain('<article id="">');
    expect(page).toMatch(/^<!doctype html>\n[\s\S]*<\/html>\n$/);
    expect(page).not.toMatch(/<article|<section|Stryker/);
  });
});

describe('text in a document', () => {
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
    [{ type: 'object' }, '{ }'],
    [{ type: 'object', properties: {}, additionalProperties: false }, '{ }'],
    [{ type: 'object', additionalProperties: { type: 'null' } }, '{ [key]: null }'],
    [
      { type: 'object', properties: { a: { type: 'object', properties: { b: {} } } } },
      '{\n  <b>a</b>?: {\n    <b>b</b>?: anything\n  }\n}',
    ],
    [
      { type: 'array', items: { type: 'object', properties: { a: { enum: [1, 2] } }, required: ['a'] } },
      '{\n  <b>a</b>: 1 | 2\n}[]',
    ],
    [{ type: 'array', items: { type: 'string' }, minItems: 0, maxItems: 3 }, 'string[] <i>≥ 0, ≤ 3</i>'],
    [{ anyOf: [{ type: 'string' }, { const: null }] }, 'string | null'],
    [{ oneOf: [{ const: 'a' }, 'none', { $ref: '#/x/Y' }] }, '&quot;a&quot; | <a href="#shape-Y">Y</a>'],
    [{ allOf: [{ type: 'string' }, { not: {} }] }, 'string &amp; never'],
    [{ type: 'string', format: 'date', pattern: '^a$' }, 'string <i>date, ^a$</i>'],
    [{ type: 'string', pattern: 'x'.repeat(60) }, `string <i>${'x'.repeat(60)}</i>`],
    [{ type: 'string', pattern: 'x'.repeat(61) }, 'string'],
    [{ type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: 5 }, 'integer <i>≤ 5</i>'],
    [[], 'anything'],
    [null, 'anything'],
    ['text', 'anything'],
  ])('is written as a type: %j', (schema, text) => {
    expect(shapeHtml(schema)).toBe(text);
  });
});
