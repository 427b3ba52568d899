import { BASE } from './base.ts';

/**
 * All values of the cookies with that name, longest path first. Other sites of the institution set cookies for its whole
 * domain: a name may occur several times, and a malformed value is not ours.
 */
export function cookieValues(name: string): string[] {
  return document.cookie.split('; ').flatMap((pair) => {
    if (!pair.startsWith(`${name}=`)) return [];
    try {
      return decodeURIComponent(pair.slice(name.length + 1)) || [];
    } catch {
      return [];
    }
  });
}

/** Whether this browser stores this page's cookies; without them nobody stays signed in. */
export function keepsCookies(): boolean {
  const path = `path=${BASE}; samesite=lax`;
  writeCookie(`orbitaProbe=1; ${path}`);
  const kept = cookieValues('orbitaProbe').length > 0;
  writeCookie(`orbitaProbe=; ${path}; max-age=0`);
  return kept;
}

/** Writes one cookie; `text` has the syntax of a Set-Cookie header. */
export function writeCookie(text: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on iOS 15
  document.cookie = text;
}
