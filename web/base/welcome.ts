import { cookieValues, writeCookie } from './cookie.ts';
import { BASE } from './settings.ts';

/** Hides the welcome for seven days, 604800 seconds (spec 7.2). */
export function hideWelcome(): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  writeCookie(`hideWelcomeModal=true; path=${BASE}; max-age=604800; samesite=lax${secure}`);
}
export const welcomeHidden = (): boolean => cookieValues('hideWelcomeModal')[0] !== undefined;
