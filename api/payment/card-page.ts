import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { escapeHtml } from '@orbita/domain/foundation';
import { ACQUIRERS, type AcquirerProvider } from '@orbita/domain/tenancy';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CARD_PATH, cardOriginOf } from '../platform/card-origin.ts';
import { fail } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { findHost } from '../tenancy/hosts.ts';

const DIST = join(import.meta.dirname, '../../web/card-fields/dist');
const ROUTE = `${CARD_PATH}/:provider`;
/** Only a program would open the fields this often. */
const OPENINGS = { name: 'card-fields', max: 120, windowMs: 60_000 };
const HOST = /^[a-z0-9.-]{1,253}(?::\d{1,5})?$/;
const REFUSED_ABILITIES =
  'accelerometer=(), camera=(), clipboard-read=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), payment=(), publickey-credentials-get=(), usb=()';

type Build = { script: string; style: string };

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The built script and style of the page; undefined if they have not been built. */
function buildOf(folder: string): Build | undefined {
  const [script, style] = [join(folder, 'fields.js'), join(folder, 'fields.css')];
  if (!existsSync(script) || !existsSync(style)) return undefined;
  const build = { script: readFileSync(script, 'utf8'), style: readFileSync(style, 'utf8') };
  // Any of these sequences would end the inline element early.
  if (/<\/(?:script|style)|<!--/i.test(build.script + build.style))
    throw new Error('The script of the card fields cannot stand in a page');
  return build;
}

/** The HTML page. Only `data-parent` differs between hosts, so the hashes of script and style stay the same. */
const pageOf = ({ script, style }: Build, parent: string): string =>
  `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Dados do cartão</title><style>${style}</style></head><body data-parent="${escapeHtml(parent)}"><script type="module">${script}</script></body></html>`;

/**
 * Content security policy of the page: its own script and style, the acquirer, and the one page that may embed it. If a bank
 * may ask the holder to confirm, the bank's page opens in a frame by form submission and uses style attributes (D-68).
 */
function cardPolicy(
  build: Build,
  acquirer: { scripts: readonly string[]; connections: readonly string[]; frames: readonly string[] },
  parent: string,
): string {
  const frames = acquirer.frames.join(' ');
  return [
    "default-src 'none'",
    ['script-src', hashOf(build.script), ...acquirer.scripts].join(' '),
    `style-src ${hashOf(build.style)}`,
    ...(frames ? ["style-src-attr 'unsafe-inline'", `frame-src ${frames}`] : []),
    `connect-src ${acquirer.connections.join(' ') || "'none'"}`,
    "base-uri 'none'",
    `form-action ${frames || "'none'"}`,
    `frame-ancestors ${parent}`,
  ].join('; ');
}

const providerOf = (name: string): AcquirerProvider | undefined =>
  ACQUIRERS.find((provider) => provider === name);

/** The origin of the tenant page that wants to embed the frame. Fails with 404 for any other host. */
async function parentOf(platform: Platform, request: FastifyRequest, host: unknown): Promise<string> {
  const named = typeof host === 'string' ? host.toLowerCase() : '';
  if (!HOST.test(named) || !(await findHost(platform, named))) fail('NOT_FOUND');
  return `${request.protocol}://${named}`;
}

/**
 * Serves the card fields page at its own origin, which serves nothing else and sets no cookie (D-66). Must be called before
 * other routes are registered, because it keeps them off that origin.
 */
export function serveCardFields(app: FastifyInstance, platform: Platform, folder: string = DIST): void {
  const origin = cardOriginOf(platform);
  if (!origin) return;
  const { hostname } = new URL(origin);
  app.addHook('onRequest', async (request) => {
    const isOurs = request.hostname.toLowerCase().replace(/:\d+$/, '') === hostname;
    if (isOurs !== (request.routeOptions.url === ROUTE)) fail('NOT_FOUND');
  });
  app.get<{ Params: { provider: string }; Querystring: { host?: unknown } }>(
    ROUTE,
    // Not a tenant's host: the embedding page is named in the query string.
    { config: { surface: 'machine' } },
    async (request, reply) => {
      const provider = providerOf(request.params.provider);
      if (!provider) fail('NOT_FOUND');
      platform.limits.take(OPENINGS, { tenant: null, address: request.ip });
      const parent = await parentOf(platform, request, request.query.host);
      const build = buildOf(folder);
      if (!build) fail('UNAVAILABLE');
      return reply
        .headers({
          'content-security-policy': cardPolicy(
            build,
            platform.ports.acquirers.fieldOrigins(provider),
            parent,
          ),
          'permissions-policy': REFUSED_ABILITIES,
          'referrer-policy': 'no-referrer',
          'x-robots-tag': 'noindex',
        })
        .type('text/html; charset=utf-8')
        .send(pageOf(build, parent));
    },
  );
}
