import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { constants } from 'node:zlib';
import fastifyCompress from '@fastify/compress';
import fastifyStatic from '@fastify/static';
import { escapeHtml } from '@orbita/domain/foundation';
import { BASE_PATH } from '@orbita/domain/identity';
import { isViewPath } from '@orbita/domain/staff';
import { isTrackedPlace } from '@orbita/domain/tenancy';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { cardOriginOf } from '../platform/card-origin.ts';
import type { FoundHost } from '../platform/http/context.ts';
import { createLoopTurns } from '../platform/loop-turns.ts';
import type { Platform } from '../platform/platform.ts';
import { sendBrandAsset } from './brand.ts';
import { CONSOLE_PATH, consoleHosts, findConsole } from './console.ts';
import { remember } from './memory.ts';
import { type Painting, restOfPage } from './page-document.ts';
import { fillHead, hostHead, type PageSettings, pageSettings } from './page-head.ts';
import { contentPolicy, OFFLINE_POLICY, pageHeaders } from './page-policy.ts';
import { isSignedIn, type Painter, pageFor, painterReader, paintingOf } from './painted.ts';
import {
  failedPage,
  isFailedPage,
  type Made,
  plainEnd,
  plainStart,
  sendUnknownHost,
  sentence,
} from './plain-page.ts';
import { hostFacts } from './settings.ts';
import { tagOrigins, tagScripts } from './tag-scripts.ts';
import { webBuildReader } from './web-build.ts';

const DIST = join(import.meta.dirname, '../../web/dist');
const NOT_BUILT = 'O aplicativo web ainda não foi construído neste servidor.';

/** Only pages are compressed: API responses contain secrets next to what a caller sent, which compression can leak. */
export const COMPRESSION = {
  global: false,
  encodings: ['br', 'gzip'] as ('br' | 'gzip')[],
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  zlibOptions: { level: 6 },
};

/** The host as the browser addressed it: the host name we store, plus the port if it is a number. */
export const calledHost = (request: FastifyRequest, found: FoundHost): string => {
  const port = /:(\d{1,5})$/.exec(request.host)?.[1];
  return port ? `${found.host.name}:${port}` : found.host.name;
};

/** Whether browsers consider the origin trustworthy (https or localhost). */
export const isTrustworthy = (request: FastifyRequest): boolean =>
  request.protocol === 'https' ||
  /^(localhost|127\.0\.0\.1)$|\.localhost$/.test(request.hostname.replace(/:\d+$/, ''));

/** The pre-rendered page for a request, if there is one; otherwise the browser renders it. */
async function paintingFor(
  platform: Platform,
  { host }: FoundHost,
  painter: Painter | undefined,
  request: FastifyRequest,
  settings: PageSettings,
): Promise<Painting | undefined> {
  if (!painter) return undefined;
  try {
    const page = pageFor(painter, request.url, request.headers.cookie, settings);
    if (!page) return undefined;
    const html = await paintingOf(platform, painter, String(host.id), page, settings);
    return { name: page.name, html, module: painter.MODULES[page.name] };
  } catch (error) {
    request.log.error({ err: error }, 'a page was not painted');
    return undefined;
  }
}

async function sendPage(
  platform: Platform,
  found: FoundHost,
  { build, painter }: Made,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const captchaScript = found.host.captchaKey ? platform.config.captcha.scriptUrl : undefined;
  const facts = await hostFacts(platform, found);
  const facebookScript = facts.settings.loginMethods.facebook
    ? platform.config.social.facebook.scriptUrl
    : undefined;
  const tags = tagScripts(platform.config.tags, facts);
  const { settings, head } = await remember(
    platform,
    `head:${found.tenant.id}:${found.host.id}`,
    async () => {
      const settings = pageSettings(facts, captchaScript, facebookScript, tags);
      return { settings, head: hostHead(settings) };
    },
  );
  const [path = '', query = ''] = request.url.split('?', 2);
  const tracked = isTrackedPlace(path.slice(BASE_PATH.length - 1), query);
  const others = {
    captchaScript,
    facebookScript,
    videoOrigins: facts.videoOrigins,
    filesOrigin: platform.config.filesUrl,
    cardOrigin: cardOriginOf(platform),
    tagOrigins: tracked ? tagOrigins(tags) : [],
  };
  const nonce = randomBytes(16).toString('base64url');
  // When the team views a candidate's page, nothing from third parties is loaded, and nothing is pre-rendered, because that would
  // be for an unknown visitor.
  const viewed = isViewPath(path.slice(BASE_PATH.length - 1));
  const painting = viewed
    ? undefined
    : await paintingFor(platform, found, build?.root && painter, request, settings);
  const signedIn = isSignedIn(request.headers.cookie);
  const rest = build
    ? restOfPage(
        build,
        painter,
        painting,
        signedIn && !viewed,
        viewed ? undefined : { address: request.url, cookies: request.headers.cookie ?? '' },
      )
    : plainEnd(sentence(NOT_BUILT));
  // Consoles that may set the brand with which the sample portal is shown (spec 25.14).
  const consoles = viewed
    ? `<meta name="orbita-consoles" content="${escapeHtml((await consoleHosts(platform, found.tenant.id)).join(' '))}">`
    : '';
  const filled = fillHead(head + consoles + rest, nonce, platform.clock.now());
  const page = Buffer.from((build?.before ?? plainStart) + filled);
  reply
    // A view may access the console that opened it; every other page is isolated from its opener.
    .headers(pageHeaders(platform.config, !viewed && isTrustworthy(request)))
    .header(
      'content-security-policy',
      contentPolicy({
        nonce,
        host: calledHost(request, found),
        ...(viewed ? WITHOUT_OTHERS : others),
      }),
    )
    .headers(viewed ? { 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' } : {})
    // A page from the browser history must be requested again after signing in or out.
    .header('vary', 'cookie')
    .type('text/html; charset=utf-8');
  const hints = signedIn ? build?.hints.app(request.url.slice(BASE_PATH.length)) : build?.hints.gate;
  if (hints) reply.header('link', hints);
  return reply.send(page);
}

/** Files of the build have a hash in their name, so they never change; a missing one gives 404, not a page. */
async function serveFiles(app: FastifyInstance, dist: string): Promise<void> {
  const root = join(dist, 'assets');
  if (!existsSync(root)) return;
  await app.register(async (files) => {
    files.addHook('onRoute', (route) => {
      route.config = { ...route.config, surface: 'page', file: true };
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

/** What a view by the team may load: only our own files and calls (spec 25.6.3). */
const WITHOUT_OTHERS = { captchaScript: undefined, videoOrigins: [] };

type Unknown = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/**
 * The offline page that replaces the editor without a network, and the service worker that stores it. They contain nothing about
 * a host or a person; browsers check for newer versions at each visit.
 */
function serveOffline(app: FastifyInstance, unknownHost: Unknown, dist: string): void {
  const drawn = { config: { surface: 'page' } } as const;
  const read = async (file: string) => readFile(join(dist, file), 'utf8').catch(() => undefined);
  const send = (reply: FastifyReply, type: string, content: string | undefined) => {
    if (content === undefined) return reply.code(404).type('text/plain; charset=utf-8').send(NOT_BUILT);
    return reply
      .header('cache-control', 'no-cache')
      .header('content-security-policy', OFFLINE_POLICY)
      .header('referrer-policy', 'same-origin')
      .type(`${type}; charset=utf-8`)
      .send(content);
  };
  app.get(`${BASE_PATH}offline`, drawn, async (request, reply) => {
    if (!request.found) return unknownHost(request, reply);
    return send(reply, 'text/html', await read('offline/page.html'));
  });
  app.get(`${BASE_PATH}offline-worker.js`, drawn, async (request, reply) => {
    if (!request.found) return unknownHost(request, reply);
    const [worker, page] = [await read('offline-worker.js'), await read('offline/page.html')];
    // A browser reinstalls the worker when its content differs, so it must change when the page does.
    const version = createHash('sha256')
      .update(page ?? '')
      .digest('base64url');
    return send(reply, 'text/javascript', worker && `// ${version}\n${worker}`);
  });
}

/**
 * Serves the web application: its files, one page for every route with the host's brand and settings embedded, brand images,
 * redirects of short addresses, and the page for unknown hosts. `dist` is Vite's output folder.
 */
export async function servePages(
  app: FastifyInstance,
  platform: Platform,
  dist: string = DIST,
): Promise<void> {
  const build = webBuildReader(dist);
  const painter = painterReader(dist);
  const turns = createLoopTurns();
  const made = async (): Promise<Made> => ({ build: build(), painter: await painter() });
  const unknownHost: Unknown = async (request, reply) =>
    sendUnknownHost(await made(), pageHeaders(platform.config, isTrustworthy(request)), reply);
  await serveFiles(app, dist);
  serveOffline(app, unknownHost, dist);

  const page = async (request: FastifyRequest, reply: FastifyReply) => {
    const [path = '', query] = request.url.split('?', 2);
    if (!request.found && path === '/' && (await findConsole(platform, request.hostname)))
      return reply.redirect(CONSOLE_PATH);
    if (!request.found) return unknownHost(request, reply);
    if (!path.startsWith(BASE_PATH)) return reply.redirect(query ? `${BASE_PATH}?${query}` : BASE_PATH);
    await turns.take(request.found.tenant.id);
    return sendPage(platform, request.found, await made(), request, reply);
  };
  const drawn = { config: { surface: 'page' } } as const;
  await app.register(async (pages) => {
    pages.addHook('onSend', async (request, reply, payload) =>
      isFailedPage(request, reply) ? failedPage(await made(), request, reply) : payload,
    );
    await pages.register(fastifyCompress, COMPRESSION);
    for (const path of ['/', BASE_PATH.slice(0, -1), `${BASE_PATH}*`])
      pages.get(path, { ...drawn, compress: {} }, page);
  });

  app.get<{ Params: { alias: string; '*': string } }>('/assets/:alias/*', drawn, async (request, reply) => {
    const found = request.found ?? (await findConsole(platform, request.hostname));
    if (!found) return unknownHost(request, reply);
    return sendBrandAsset(platform, found, request.params.alias, request.params['*'], reply);
  });

  const sandbox = platform.config.sandbox;
  if (sandbox && platform.config.development) {
    app.get('/sandbox', drawn, async (request, reply) => {
      const [, query] = request.url.split('?', 2);
      return reply.redirect(`${sandbox.url}/sandbox${query ? `?${query}` : ''}`);
    });
  }
}
