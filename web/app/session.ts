import { writeCookie } from './cookie.ts';
import { BASE } from './settings.ts';
import { dropTabAccess, tabAccess } from './tab-access.ts';

const read = (name: string): string | undefined => {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`));
  return found === undefined ? undefined : decodeURIComponent(found.slice(name.length + 1)) || undefined;
};

/** What the session cookies say; the server sets them, this side only reads (spec 4.2). */
export const session = {
  /** The token for a page below the base path, the one on the screen unless told otherwise: a link's before a person's. */
  token: (path?: string) => tabAccess(path)?.token ?? read('accessToken'),
  /** The token of the person signed in in this browser, whatever a link opened in this tab. */
  signedIn: () => read('accessToken'),
  uuid: () => tabAccess()?.uuid ?? read('uuid') ?? '',
  name: () => read('social_name') ?? read('name') ?? '',
};

function drop(name: string): void {
  for (const path of [BASE, `${BASE}/`]) writeCookie(`${name}=; path=${path}; max-age=0`);
}

/**
 * Removes what a session left in this browser, but not the preference of the welcome modal (S-09). On a page that a
 * link opened only this tab forgets: the cookies are somebody's who signed in.
 */
export function clearSession(): void {
  if (tabAccess()) {
    dropTabAccess();
    return;
  }
  // Where nobody is signed in the `uuid` is that of a link, which may be open in another tab.
  if (read('accessToken')) drop('uuid');
  for (const name of ['accessToken', 'name', 'social_name', 'tenantAlias']) drop(name);
}

/** Takes back the `uuid` that a link had set, unless somebody signed in since. */
export function forgetOwner(): void {
  if (!read('accessToken')) drop('uuid');
}

/** Remembers for seven days that the welcome was read (spec 7.2). Seconds: 604800. */
export function hideWelcome(): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  writeCookie(`hideWelcomeModal=true; path=${BASE}; max-age=604800; samesite=lax${secure}`);
}
export const welcomeHidden = (): boolean => read('hideWelcomeModal') !== undefined;
