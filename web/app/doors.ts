import { withoutFinalSlashes } from '@orbita/domain/foundation';
import { safeRedirect } from '@orbita/domain/identity';
import { BASE } from './base.ts';

/** Pages of the app that open without a session (spec 4.2, rules 1, 3 and 4). */
const OPEN = /^\/(print|logout|testelogin|componentes|auth)$/;
/** Pages drawn before the app: signing in and what replaces it. */
const GATE = /^(\/?|\/reset-password(\/[^/]+)?)$/;

/** Where a social provider sends the person back to, signed in elsewhere in this browser or not. */
const RETURN = /^\/auth\/(google|linkedin)$/;

/** Path below the base without its last slash; `''` for the start page. */
const pathOf = (address: string): string => withoutFinalSlashes(address.split(/[?#]/, 1)[0] ?? '');

/**
 * Address below the base at which somebody without a session signs in: with the page she wanted, when it is one that
 * may be returned to; pages that need no session are left where they are (spec 4.2, rule 4).
 */
export function gateAddress(wanted?: string): string {
  if (wanted === undefined) return '/';
  if (GATE.test(pathOf(wanted))) return wanted;
  const target = safeRedirect(BASE + wanted);
  return target ? `/?redirectTo=${encodeURIComponent(target)}` : '/';
}

/** Pages a link of a message may open with its key (rule 2). */
const BY_KEY = /^\/(subscriptions|essays)(\/|$)/;

/** True for an address whose key has to be exchanged before anything is shown. */
export const isLink = (address: string): boolean =>
  BY_KEY.test(pathOf(address)) &&
  new URLSearchParams(address.slice(address.indexOf('?') + 1).split('#', 1)[0]).has('accesskey');

export type Door = 'gate' | 'app' | 'link' | { replace: string };

/**
 * What opens at an address below the base, in the order of spec 4.2. `hasToken` says that this tab has something to
 * call the server with, true or not: the server is asked inside.
 */
export function doorOf(address: string, hasToken: boolean): Door {
  const path = pathOf(address);
  // Old campaign links go on, with what they carry.
  if (path === '/index_old') return { replace: `/${address.slice(path.length).replace(/^\/+/, '')}` };
  if (isLink(address)) return 'link';
  if (RETURN.test(path)) return 'gate';
  if (hasToken || OPEN.test(path)) return 'app';
  return GATE.test(path) ? 'gate' : { replace: gateAddress(address) };
}
