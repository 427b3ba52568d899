import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import fastifyCompress from '@fastify/compress';
import fastifyStatic from '@fastify/static';
import { themeCss, themeTokens } from '@orbita/domain/tenancy';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FoundHost } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import { CONSOLE_PATH } from './console.ts';
import { consolePolicy, FRAMED_PAGES } from './console-policy.ts';
import { COMPRESSION, calledHost, isTrustworthy } from './pages.ts';

const DIST = join(import.meta.dirname, '../../console/dist');
const SERVED = { config: { surface: 'console-page' } } as const;

const isSecure = ({ protocol }: FastifyRequest): boolean => protocol === 'https';

/** Headers of a console page, with its policy. */
const headersOf = (request: FastifyRequest, policy: string): Record<string, string> => ({
  'content-security-policy': policy,
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
  'x-robots-tag': 'noindex',
  'permissions-policy': 'geolocation=(), camera=(), microphone=(), payment=(), usb=(), interest-cohort=()',
  // Browsers honour this header only on https and localhost and log a warning elsewhere. The value keeps the connection to the
  // sample portal that the page opens.
  ...(isTrustworthy(request) ? { 'cross-origin-opener-policy': 'same-origin-allow-popups' } : {}),
});

/** Sends a page of the build; 404 when there is no build. */
async function sendPage(file: string, headers: Record<string, string>, reply: FastifyReply) {
  const page = await readFile(file).catch(() => fail('NOT_FOUND'));
  return reply.headers(headers).type('text/html; charset=utf-8').send(page);
}

/** Colours of the tenant's brand as a file, because the policy of the pages does not allow inline styles. */
function sendTheme({ host }: FoundHost, reply: FastifyReply): FastifyReply {
  const { primary, secondary, link } = host.theme;
  return reply
    .headers({ 'cache-control': 'private, max-age=300', 'x-content-type-options': 'nosniff' })
    .type('text/css; charset=utf-8')
    .send(themeCss(themeTokens(primary, { secondary, link })));
}

/** Files of the build have a hash in their name, so they never change; a missing one gives 404. */
async function serveFiles(app: FastifyInstance, dist: string): Promise<void> {
  const root = join(dist, 'assets');
  if (!existsSync(root)) return;
  await app.register(async (files) => {
    files.addHook('onRoute', (route) => {
      route.config = { ...route.config, ...SERVED.config, file: true };
    });
    await files.register(fastifyStatic, {
      root,
      prefix: `${CONSOLE_PATH}assets/`,
      index: false,
      decorateReply: false,
      preCompressed: true,
      maxAge: '365d',
      immutable: true,
      setHeaders: (response, path) => {
        // The viewer runs in its own origin, for which files of this one are cross-origin.
        const framed = FRAMED_PAGES.some(({ name }) => basename(path).startsWith(`${name}-`));
        response.header('cross-origin-resource-policy', framed ? 'cross-origin' : 'same-origin');
      },
    });
  });
}

/**
 * Serves the console of the institution's team: its files, one page for every address below its base path, and the pages it
 * embeds in frames. On every other host the server itself responds with 404. `dist` is Vite's output folder.
 */
export async function serveConsole(app: FastifyInstance, dist: string = DIST): Promise<void> {
  await serveFiles(app, dist);
  await app.register(async (pages) => {
    await pages.register(fastifyCompress, COMPRESSION);
    const page = (path: string, send: (request: FastifyRequest, reply: FastifyReply) => unknown) =>
      pages.get(path, { ...SERVED, compress: {} }, async (request, reply) => send(request, reply));
    page(CONSOLE_PATH.slice(0, -1), (_request, reply) => reply.redirect(CONSOLE_PATH));
    page(`${CONSOLE_PATH}tema.css`, (request, reply) => sendTheme(request.found as FoundHost, reply));
    page(`${CONSOLE_PATH}*`, (request, reply) => {
      // Without a build no route serves its files, and a missing file must not get the page.
      if (request.url.startsWith(`${CONSOLE_PATH}assets/`)) fail('NOT_FOUND');
      const policy = consolePolicy(calledHost(request, request.found as FoundHost), isSecure(request));
      return sendPage(join(dist, 'index.html'), headersOf(request, policy), reply);
    });
    for (const { name, policy } of FRAMED_PAGES)
      page(`${CONSOLE_PATH}${name}`, (request, reply) =>
        sendPage(join(dist, `${name}.html`), headersOf(request, policy), reply),
      );
  });
}
