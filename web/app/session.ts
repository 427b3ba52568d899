import { writeCookie } from './cookie.ts';
import { BASE } from './settings.ts';
import { dropTabAccess, tabAccess } from './tab-access.ts';

const read = (name: string): string | undefined => {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`));
  return found === undefined ? undefined : decodeURIComponent(found.slice(name.length + 1)) || undefined;
};

/** Values of the session cookies; the server sets them, the page only reads them (spec 4.2). */
export const session = {
  /** Token for a page (default: the current one): that of an access-key link if one covers the page, else the person's. */
  token: (path?: string) => tabAccess(path)?.token ?? read('accessToken'),
  /** Token of the person signed in in this browser, whatever a link opened in this tab. */
  signedIn: () => read('accessToken'),
  uuid: () => tabAccess()?.uuid ?? read('uuid') ?? '',
  name: () => read('social_name') ?? read('name') ?? '',
};

function drop(name: string): void {
  for (const path of [BASE, `${BASE}/`]) writeCookie(`${name}=; path=${path}; max-age=0`);
}

/**
 * Removes the session's cookies but keeps the preference of the welcome modal (S-09). On a page that a link opened it
 * only drops the access of this tab: the cookies belong to the signed-in person.
 */
export function clearSession(): void {
  if (tabAccess()) {
    dropTabAccess();
    return;
  }
  // Without a signed-in person the `uuid` belongs to a link, which may be open in another tab.
  if (read('accessToken')) drop('uuid');
  for (const name of ['accessToken', 'name', 'social_name', 'tenantAlias']) drop(name);
}

/** Removes the `uuid` that a link had set, unless somebody has signed in since. */
export function forgetOwner(): void {
  if (!read('accessToken')) drop('uuid');
}

/** Hides the welcome for seven days, 604800 seconds (spec 7.2). */
export function hideWelcome(): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  writeCookie(`hideWelcomeModal=true; path=${BASE}; max-age=604800; samesite=lax${secure}`);
}
export const welcomeHidden = (): boolean => read('hideWelcomeModal') !== undefined;
