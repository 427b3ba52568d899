import { claimsOf } from './claims.ts';
import { cookieValues, writeCookie } from './cookie.ts';
import { BASE } from './settings.ts';
import { dropTabAccess, tabAccess } from './tab-access.ts';

const read = (name: string): string | undefined => cookieValues(name)[0];

/** The token of this portal; a cookie of that name with any other content belongs to another site. */
const ownToken = (): string | undefined => cookieValues('accessToken').find((value) => claimsOf(value));

/** Values of the session cookies; the server sets them, the page only reads them (spec 4.2). */
export const session = {
  /**
   * Token for a page (default: the current one): that of an access-key link if it covers the page, else the signed-in person's.
   */
  token: (path?: string) => tabAccess(path)?.token ?? ownToken(),
  /** Token of the person signed in in this browser, regardless of a link opened in this tab. */
  signedIn: ownToken,
  uuid: () => tabAccess()?.uuid ?? claimsOf(ownToken())?.sub ?? read('uuid') ?? '',
  name: () => read('social_name') ?? read('name') ?? '',
};

function drop(name: string): void {
  for (const path of [BASE, `${BASE}/`]) writeCookie(`${name}=; path=${path}; max-age=0`);
}

/**
 * Removes our token wherever it was set: a remaining one would be read and refused again, reloading the page endlessly. Cookies
 * of other sites are not touched.
 */
function dropToken(): void {
  drop('accessToken');
  const labels = location.hostname?.split('.') ?? [];
  const domains = labels.slice(0, -1).map((_, at) => `; domain=${labels.slice(at).join('.')}`);
  for (const domain of ['', ...domains])
    if (ownToken()) writeCookie(`accessToken=; path=/; max-age=0${domain}`);
}

/**
 * Removes the session's cookies but keeps the preference about the welcome modal (S-09). On a page opened by a link it only
 * drops this tab's access: the cookies belong to the signed-in person.
 */
export function clearSession(): void {
  if (tabAccess()) {
    dropTabAccess();
    return;
  }
  // Without a signed-in person the `uuid` belongs to a link, which may be open in another tab.
  if (ownToken()) drop('uuid');
  dropToken();
  for (const name of ['name', 'social_name', 'tenantAlias']) drop(name);
}

/** Removes the `uuid` set by a link, unless somebody has signed in since. */
export function forgetOwner(): void {
  if (!ownToken()) drop('uuid');
}
