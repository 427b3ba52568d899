import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import { BASE_PATH } from '@orbita/domain/identity';
import { isTrackedPlace } from '@orbita/domain/tenancy';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { House } from '../platform/house.ts';
import { sendBrandAsset } from './brand.ts';
import type { FoundHost } from './hosts.ts';
import { remember } from './memory.ts';
import { fillHead, hostHead, html } from './page-head.ts';
import { contentPolicy, pageHeaders } from './page-policy.ts';
import { hostFacts } from './settings.ts';
import { tagOrigins, tagScripts } from './tag-scripts.ts';
import { type WebBuild, webBuildReader } from './web-build.ts';

const DIST = join(import.meta.dirname, '../../web/dist');
const UNKNOWN_HOST = 'Instituição não encontrada para este endereço.';
const NOT_BUILT = 'O aplicativo web ainda não foi construído neste servidor.';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

const plainStart =
  '<!doctype html>\n<html lang="pt-BR">\n  <head>\n    <meta charset="utf-8">\n    <meta name="viewport" content="width=device-width, initial-scale=1">\n    ';
const plainEnd = (text: string) =>
  `\n  </head>\n  <body><main><h1>${html(text)}</h1></main></body>\n</html>\n`;

/** The page of hosts nobody registered: says so and offers nothing (spec 3.1). */
function sendUnknownHost(house: House, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const nonce = randomBytes(16).toString('base64url');
  const style = `<style nonce="${nonce}">:root{color-scheme:light dark;font-family:system-ui,sans-serif}body{margin:0;min-height:100vh;display:grid;place-items:center}h1{font-size:1.25rem;font-weight:600;padding:1.5rem;text-align:center}</style>`;
  const head = `<title>${html(UNKNOWN_HOST)}</title>\n    <link rel="icon" href="data:,">\n    ${style}`;
  return reply
    .code(404)
    .headers(pageHeaders(house.config, isTrustworthy(request)))
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'nonce-${nonce}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
    .type('text/html; charset=utf-8')
    .send(plainStart + head + plainEnd(UNKNOWN_HOST));
}

/** The host as the browser called it: our own name of it, and the port only if it is one. */
const calledHost = (request: FastifyRequest, found: FoundHost): string => {
  const port = /:(\d{1,5})$/.exec(request.host)?.[1];
  return port ? `${found.host.name}:${port}` : found.host.name;
};

/** What browsers take for a safe origin. */
const isTrustworthy = (request: FastifyRequest): boolean =>
  request.protocol === 'https' ||
  /^(localhost|127\.0\.0\.1)$|\.localhost$/.test(request.hostname.replace(/:\d+$/, ''));

async function sendPage(
  house: House,
  found: FoundHost,
  build: WebBuild | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const captchaScript = found.host.captchaKey ? house.config.captcha.scriptUrl : undefined;
  const facts = await hostFacts(house, found);
  const facebookScript = facts.settings.loginMethods.facebook
    ? house.config.social.facebook.scriptUrl
    : undefined;
  const tags = tagScripts(house.config.tags, facts);
  const head = await remember(house, `head:${found.tenant.id}:${found.host.id}`, async () =>
    hostHead(facts, captchaScript, facebookScript, tags),
  );
  const [path = '', query = ''] = request.url.split('?', 2);
  const tracked = isTrackedPlace(path.slice(BASE_PATH.length - 1), query);
  const nonce = randomBytes(16).toString('base64url');
  const { before, after } = build ?? { before: plainStart, after: plainEnd(NOT_BUILT) };
  const page = Buffer.from(before + fillHead(head, nonce, house.clock.now()) + after);
  reply
    .headers(pageHeaders(house.config, isTrustworthy(request)))
    .header(
      'content-security-policy',
      contentPolicy({
        nonce,
        host: calledHost(request, found),
        captchaScript,
        facebookScript,
        videoOrigins: facts.videoOrigins,
        filesOrigin: house.config.filesUrl,
        tagOrigins: tracked ? tagOrigins(tags) : [],
      }),
    )
    .header('vary', 'accept-encoding')
    .type('text/html; charset=utf-8');
  const hints = build?.hints[/(?:^|; )accessToken=/.test(request.headers.cookie ?? '') ? 'app' : 'gate'];
  if (hints) reply.header('link', hints);
  const accepted = String(request.headers['accept-encoding'] ?? '');
  if (/\bbr\b/.test(accepted)) {
    return reply
      .header('content-encoding', 'br')
      .send(await brotli(page, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }));
  }
  if (/\bgzip\b/.test(accepted))
    return reply.header('content-encoding', 'gzip').send(await zip(page, { level: 6 }));
  return reply.send(page);
}

/** Files of the build carry their hash in the name: they never change, and a missing one is a 404, not a page. */
async function serveFiles(app: FastifyInstance, dist: string): Promise<void> {
  const root = join(dist, 'assets');
  if (!existsSync(root)) return;
  await app.register(async (files) => {
    files.addHook('onRoute', (route) => {
      route.config = { ...route.config, surface: 'page' };
    });
    await files.register(fastifyStatic, {
      root,
      prefix: `${BASE_PATH}assets/`,
      index: false,
      preCompressed: true,
      maxAge: '365d',
      immutable: true,
      setHeaders: (response) => {
        response.header('cross-origin-resource-policy', 'same-origin');
      },
    });
  });
}

/**
 * Serves the web application: its files, one page for every route with the host's brand and settings inside, brand
 * images, redirects of short addresses, and the page of unknown hosts. `dist` is the folder Vite builds into.
 */
export async function servePages(app: FastifyInstance, house: House, dist: string = DIST): Promise<void> {
  await serveFiles(app, dist);
  const build = webBuildReader(dist);

  const page = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!request.found) return sendUnknownHost(house, request, reply);
    const [path = '', query] = request.url.split('?', 2);
    if (!path.startsWith(BASE_PATH)) return reply.redirect(query ? `${BASE_PATH}?${query}` : BASE_PATH);
    return sendPage(house, request.found, build(), request, reply);
  };
  const drawn = { config: { surface: 'page' } } as const;
  app.get('/', drawn, page);
  app.get(BASE_PATH.slice(0, -1), drawn, page);
  app.get(`${BASE_PATH}*`, drawn, page);

  app.get<{ Params: { alias: string; '*': string } }>('/assets/:alias/*', drawn, async (request, reply) => {
    if (!request.found) return sendUnknownHost(house, request, reply);
    return sendBrandAsset(house, request.found, request.params.alias, request.params['*'], reply);
  });

  const sandbox = house.config.sandbox;
  if (sandbox && house.config.development) {
    app.get('/sandbox', drawn, async (request, reply) => {
      const [, query] = request.url.split('?', 2);
      return reply.redirect(`${sandbox.url}/sandbox${query ? `?${query}` : ''}`);
    });
  }
}
