import { withoutFinalSlashes } from '@orbita/domain/foundation';
import { safeRedirect } from '@orbita/domain/identity';
import { BASE } from './base.ts';

/** Pages of the app that open without a session (spec 4.2, rules 1, 3 and 4). */
const OPEN = /^\/(print(\/.*)?|logout|testelogin|auth|responsavel|pagar|desfazer|verificar(\/[^/]+)?)$/;
/**
 * Pages that need a session. Any other address opens the app, which shows that the page does not exist; an address missing here
 * requires the session a little later, by the guard inside the app.
 */
const GUARDED =
  /^\/(portal|course|tracking|change-password|(profile|essays)(\/[^/]+)?|subscriptions(\/(essays|pos|ext|tax|pos\/classes))?(\/[^/]+)?)$/i;
/** Addresses of the sign-in page, which is rendered without the app. */
const SIGN_IN = /^(\/?|\/reset-password(\/[^/]+)?)$/;

/** Query of `/logout` for a tab opened by a link. */
export const ENDED = 'acesso-encerrado';

/** Addresses that a social provider sends the person back to; the sign-in page handles them even when a session exists. */
const RETURN = /^\/auth\/(google|linkedin)$/;

/** Path below the base without trailing slashes; `''` for the start page. */
const pathOf = (address: string): string => withoutFinalSlashes(address.split(/[?#]/, 1)[0] ?? '');

/**
 * Sign-in address for a person without a session: it carries the wanted page when that page is safe to return to. An
 * address of the sign-in page itself stays as it is (spec 4.2, rule 4). Addresses are below the base.
 */
export function signInAddress(wanted?: string): string {
  if (wanted === undefined) return '/';
  if (SIGN_IN.test(pathOf(wanted))) return wanted;
  const target = safeRedirect(BASE + wanted);
  return target ? `/?redirectTo=${encodeURIComponent(target)}` : '/';
}

const queryOf = (address: string): URLSearchParams =>
  new URLSearchParams(address.split('#', 1)[0]?.split(/\?(.*)/s, 2)[1]);

/** Pages that a link in a message may open with its access key (rule 2). */
const BY_KEY = /^\/(subscriptions|essays)(\/|$)/;

/** True when the address holds an access key that must be exchanged for a token before anything is shown. */
export const isLink = (address: string): boolean =>
  BY_KEY.test(pathOf(address)) && Boolean(queryOf(address).get('accesskey'));

/** What an address opens: the sign-in page, the goodbye page, the app, the exchange of an access key, or a redirect. */
export type Entry = 'sign-in' | 'goodbye' | 'app' | 'link' | { replace: string };

/**
 * What opens at an address below the base, by the rules of spec 4.2 in their order. `hasToken` only says that the
 * browser holds a token; whether it is still valid is checked by the guard inside the app.
 */
export function entryOf(address: string, hasToken: boolean): Entry {
  const path = pathOf(address);
  // Old campaign links are redirected with their query.
  if (path === '/index_old') return { replace: `/${address.slice(path.length).replace(/^\/+/, '')}` };
  if (isLink(address)) return 'link';
  if (RETURN.test(path)) return 'sign-in';
  if (!hasToken && path === '/logout' && queryOf(address).has(ENDED)) return 'goodbye';
  if (!hasToken && SIGN_IN.test(path)) return 'sign-in';
  return hasToken || OPEN.test(path) || !GUARDED.test(path) ? 'app' : { replace: signInAddress(address) };
}
