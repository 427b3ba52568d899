import { writeCookie } from '../base/cookie.ts';
import { BASE } from '../base/settings.ts';
import { CONSENT, consentIn } from './cookie-asked.ts';

/** What a visitor allows besides the necessary cookies (S-44). */
export type CookieChoice = { analytics: boolean; marketing: boolean };

export const ALL: CookieChoice = { analytics: true, marketing: true };
export const NECESSARY: CookieChoice = { analytics: false, marketing: false };

/** Half a year, after which the banner is shown again. */
const MAX_AGE = 15_552_000;

let listeners: (() => void)[] = [];

/** The choice made in this browser; undefined if there is none yet. */
export function cookieChoice(): CookieChoice | undefined {
  const found = consentIn(document.cookie);
  return found ? { analytics: found[1] === '1', marketing: found[2] === '1' } : undefined;
}

/** Stores a choice in a cookie, two digits without any identifier, and notifies listeners. */
export function chooseCookies({ analytics, marketing }: CookieChoice): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  const value = `${Number(analytics)}${Number(marketing)}`;
  writeCookie(`${CONSENT}=${value}; path=${BASE}; max-age=${MAX_AGE}; samesite=lax${secure}`);
  for (const listener of listeners) listener();
}

/** Calls back on every choice made on this page; returns a function to unsubscribe. */
export function onCookieChoice(listener: () => void): () => void {
  listeners.push(listener);
  return () => {
    listeners = listeners.filter((one) => one !== listener);
  };
}
