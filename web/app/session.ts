import { BASE } from './settings.ts';

const read = (name: string): string | undefined => {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`));
  return found === undefined ? undefined : decodeURIComponent(found.slice(name.length + 1)) || undefined;
};

/** What the session cookies say; the server sets them, this side only reads (spec 4.2). */
export const session = {
  token: () => read('accessToken'),
  uuid: () => read('uuid') ?? '',
  name: () => read('social_name') ?? read('name') ?? '',
};

/** Removes what a session left in this browser, but not the preference of the welcome modal (S-09). */
export function clearSession(): void {
  for (const name of ['accessToken', 'uuid', 'name', 'social_name', 'tenantAlias']) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on iOS 15
    document.cookie = `${name}=; path=${BASE}; max-age=0`;
    // biome-ignore lint/suspicious/noDocumentCookie: as above, for the path with its slash
    document.cookie = `${name}=; path=${BASE}/; max-age=0`;
  }
}

/** Remembers for seven days that the welcome was read (spec 7.2). Seconds: 604800. */
export function hideWelcome(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on iOS 15
  document.cookie = `hideWelcomeModal=true; path=${BASE}; max-age=604800; samesite=lax${location.protocol === 'https:' ? '; secure' : ''}`;
}
export const welcomeHidden = (): boolean => read('hideWelcomeModal') !== undefined;
