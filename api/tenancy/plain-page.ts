import { randomBytes } from 'node:crypto';
import { escapeHtml } from '@orbita/domain/foundation';
import { DEFAULT_THEME, themeCss, themeTokens } from '@orbita/domain/tenancy';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Painter } from './painted.ts';
import type { WebBuild } from './web-build.ts';

/** What pages are built from; both are missing when the web app is not built. */
export type Made = { build: WebBuild | undefined; painter: Painter | undefined };

export const plainStart =
  '<!doctype html>\n<html lang="pt-BR">\n  <head>\n    <meta charset="utf-8">\n    <meta name="viewport" content="width=device-width, initial-scale=1">\n    ';
export const plainEnd = (body: string): string => `\n  </head>\n  <body>${body}</body>\n</html>\n`;
/** A sentence as a page body, when there is no painter. */
export const sentence = (text: string): string => `<main><h1>${escapeHtml(text)}</h1></main>`;

const UNKNOWN_HOST = 'Instituição não encontrada para este endereço.';
const FAILED = 'Algo deu errado aqui. Tente mais tarde.';
const BARE_STYLE =
  ':root{color-scheme:light dark;font-family:system-ui,sans-serif}body{margin:0;min-height:100vh;display:grid;place-items:center}h1{font-size:1.25rem;font-weight:600;padding:1.5rem;text-align:center}';

const theme = (): string =>
  themeCss(
    themeTokens(DEFAULT_THEME.primary, { secondary: DEFAULT_THEME.secondary, link: DEFAULT_THEME.link }),
  );

/** A page that belongs to no institution and has no scripts: its text, and the app's styles in the product's own colours. */
function plainPage(title: string, body: string, { build, painter }: Made) {
  const nonce = randomBytes(16).toString('base64url');
  const style = build && painter ? theme() + build.styles(undefined).text : BARE_STYLE;
  const head = [
    `<title>${escapeHtml(title)}</title>`,
    '<link rel="icon" href="data:,">',
    `<style nonce="${nonce}">${style}</style>`,
  ].join('\n    ');
  return {
    policy: `default-src 'none'; style-src 'nonce-${nonce}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    html: plainStart + head + plainEnd(body),
  };
}

/** The page for unregistered hosts: it says so and offers nothing (spec 3.1). */
export function sendUnknownHost(
  made: Made,
  headers: Record<string, string>,
  reply: FastifyReply,
): FastifyReply {
  const body = made.painter?.unknownHost(UNKNOWN_HOST) ?? sentence(UNKNOWN_HOST);
  const { policy, html } = plainPage(UNKNOWN_HOST, body, made);
  return reply
    .code(404)
    .headers(headers)
    .header('content-security-policy', policy)
    .type('text/html; charset=utf-8')
    .send(html);
}

/** Whether a person would otherwise see the raw text of an API error (S-43). */
export const isFailedPage = (request: FastifyRequest, reply: FastifyReply): boolean =>
  reply.statusCode >= 500 && (request.headers.accept ?? '').includes('text/html');

/** S-43, shown when an error prevented the server from building a page. */
export function failedPage(made: Made, request: FastifyRequest, reply: FastifyReply): string {
  const body = made.painter?.failure(request.id) ?? sentence(FAILED);
  const { policy, html } = plainPage(FAILED, body, made);
  reply.header('content-security-policy', policy).type('text/html; charset=utf-8');
  return html;
}
