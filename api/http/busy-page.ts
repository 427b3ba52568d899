import { randomBytes } from 'node:crypto';
import { escapeHtml } from '@orbita/domain/foundation';
import type { FastifyReply, FastifyRequest } from 'fastify';

const TITLE = 'Muitas visitas ao mesmo tempo';
const STYLE =
  ':root{color-scheme:light dark;font-family:system-ui,sans-serif;line-height:1.5}body{margin:0;min-height:100vh;display:grid;place-items:center}main{max-width:28rem;padding:1.5rem}h1{font-size:1.25rem}a{display:inline-block;padding:.75rem 0;color:inherit}';

/** Whether a person would otherwise see the raw text of an API response: browsers request HTML when somebody opens an address. */
export const wantsPage = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && (headers.accept ?? '').includes('text/html');

const wait = (seconds: number): string =>
  seconds < 60 ? `${seconds} ${seconds === 1 ? 'segundo' : 'segundos'}` : `${Math.ceil(seconds / 60)} min`;

/**
 * The page shown when an address requested too many pages: what happened, how long to wait and how to continue. It costs next to
 * nothing, belongs to no institution and does not reload itself, which screen reader users would find disruptive.
 */
export function sendBusyPage(reply: FastifyReply, seconds: number): FastifyReply {
  const nonce = randomBytes(16).toString('base64url');
  const text = `A sua rede abriu muitas páginas em pouco tempo. Espere ${wait(seconds)} e abra de novo. O que você já enviou está guardado.`;
  return reply
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'nonce-${nonce}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
    .header('x-robots-tag', 'noindex')
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${TITLE}</title><link rel="icon" href="data:,"><style nonce="${nonce}">${STYLE}</style></head><body><main><h1>${TITLE}</h1><p>${escapeHtml(text)}</p><p><a href="">Abrir de novo</a></p></main></body></html>`,
    );
}
