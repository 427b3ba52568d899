import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { buildOpenApi } from '@orbita/protocol/openapi';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DOCS_PATH, DOCS_STYLE, docsPage } from './docs-page.ts';

const zip = promisify(gzip);
const hashOf = (text: string | Buffer): string => createHash('sha256').update(text).digest('base64');

/** Allows only the page's own style: no script, no frame, no form and no external resource. */
const POLICY = `default-src 'none'; style-src 'sha256-${hashOf(DOCS_STYLE)}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

type Text = { plain: Buffer; zipped: Buffer; tag: string };
const textOf = async (text: string): Promise<Text> => {
  const plain = Buffer.from(text);
  return { plain, zipped: await zip(plain), tag: `"${hashOf(plain)}"` };
};

function send(request: FastifyRequest, reply: FastifyReply, { plain, zipped, tag }: Text): FastifyReply {
  reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding', etag: tag });
  if (request.headers['if-none-match'] === tag) return reply.code(304).send();
  if (!/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) return reply.send(plain);
  return reply.header('content-encoding', 'gzip').send(zipped);
}

/** Serves the description of all calls, for people and for tools; both are built on the first request. */
export function serveDocs(app: FastifyInstance): void {
  let document: ReturnType<typeof buildOpenApi> | undefined;
  const described = () => {
    document ??= buildOpenApi();
    return document;
  };
  let page: Promise<Text> | undefined;
  let json: Promise<Text> | undefined;
  for (const path of [DOCS_PATH, `${DOCS_PATH}/`])
    app.get(path, async (request, reply) => {
      page ??= textOf(docsPage(described()));
      reply.header('content-security-policy', POLICY).type('text/html; charset=utf-8');
      return send(request, reply, await page);
    });
  app.get(`${DOCS_PATH}/openapi.json`, async (request, reply) => {
    json ??= textOf(JSON.stringify(described()));
    return send(request, reply.type('application/json; charset=utf-8'), await json);
  });
}
