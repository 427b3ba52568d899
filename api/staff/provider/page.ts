import { randomBytes } from 'node:crypto';
import { escapeHtml } from '@orbita/domain/foundation';
import type { CallContext, CookieChange, Reply } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';

const ENTRANCE = '/orbita/equipe/entrar';

const STYLE = `:root{color-scheme:light dark}body{margin:0;font:1rem/1.5 system-ui,sans-serif;display:grid;place-items:center;
min-height:100vh}main{max-width:32rem;padding:1.5rem}a{display:inline-block;padding:.75rem 0}`;

/** A page without scripts: it continues with a plain refresh, which browsers treat as navigation within this site. */
function pageReply(status: number, parts: { title: string; head?: string; body: string }): Reply {
  const nonce = randomBytes(16).toString('base64');
  const markup = `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(parts.title)}</title>
<link rel="icon" href="data:,"><style nonce="${nonce}">${STYLE}</style>${parts.head ?? ''}</head>
<body><main>${parts.body}</main></body></html>`;
  return {
    status,
    body: Buffer.from(markup),
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        `default-src 'none'; style-src 'nonce-${nonce}'; img-src data:; base-uri 'none'; form-action 'none'; ` +
        "frame-ancestors 'none'",
    },
  };
}

/** Sets cookies and continues automatically; a redirect straight from the provider would lose a strict cookie (spec 25.2.6). */
export const goingOn = (to: string, cookies: CookieChange[]): Reply => ({
  ...pageReply(200, {
    title: 'Entrando · Órbita Equipe',
    head: `<meta http-equiv="refresh" content="0;url=${escapeHtml(to)}">`,
    body: `<h1>Órbita Equipe</h1><p>Conectando…</p><p><a href="${escapeHtml(to)}">Continuar</a></p>`,
  }),
  cookies,
});

/** Sets cookies for a page waiting in another tab. */
export const confirmedThere = (cookies: CookieChange[]): Reply => ({
  ...pageReply(200, {
    title: 'Confirmado · Órbita Equipe',
    body: '<h1>Confirmado</h1><p>Feche esta aba e volte para a página que estava aberta.</p>',
  }),
  cookies,
});

/** Shows an error with its code's message and a link back; callers other than browsers get the usual envelope. */
export function shownToPerson(
  ctx: Pick<CallContext, 'header'>,
  error: unknown,
  cookies: CookieChange[],
): Reply {
  if (!(error instanceof AppError) || error.status === 404 || !ctx.header('accept')?.includes('text/html'))
    throw error;
  const body = `<h1>Órbita Equipe</h1><p role="alert">${escapeHtml(error.message)}</p>
<p><a href="${ENTRANCE}">Voltar para a entrada</a></p>`;
  return { ...pageReply(error.status, { title: 'Entrada recusada · Órbita Equipe', body }), cookies };
}
