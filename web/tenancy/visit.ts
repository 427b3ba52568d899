import { BASE } from '../base/settings.ts';
import { asksAboutCookies } from './cookie-asked.ts';
import { cookieChoice, onCookieChoice } from './cookie-choice.ts';

/** S-44: brings the question that the server painted to life, unless it was answered before. */
export function askAboutCookies(): void {
  if (cookieChoice() || !asksAboutCookies(location.pathname.slice(BASE.length))) return;
  void import('./cookie-notice.tsx')
    .then(({ showCookieNotice }) => showCookieNotice())
    .catch(() => undefined);
}

/** Before sign-in, loads third-party scripts as soon as the visitor allows them. Returns a function to unsubscribe. */
export function allowTagsBeforeSignIn(): () => void {
  let before = true;
  // What loads them is fetched for those who were asked alone; somebody may have signed in meanwhile.
  const load = () => {
    if (!cookieChoice()) return;
    void import('./tags.ts').then(({ loadTags }) => before && loadTags()).catch(() => undefined);
  };
  load();
  const stop = onCookieChoice(load);
  return () => {
    before = false;
    stop();
  };
}
