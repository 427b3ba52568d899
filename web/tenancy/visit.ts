import { BASE } from '../base/settings.ts';
import { followCampaign } from './campaign.ts';
import { asksAboutCookies } from './cookie-asked.ts';
import { cookieChoice, onCookieChoice } from './cookie-choice.ts';

/** S-44: hydrates the server-rendered question, unless it was answered before. */
function askAboutCookies(): void {
  if (cookieChoice() || !asksAboutCookies(location.pathname.slice(BASE.length))) return;
  void import('./cookie-notice.tsx')
    .then(({ showCookieNotice }) => showCookieNotice())
    .catch(() => undefined);
}

/** Loads third-party scripts as soon as the visitor allows them, while `before` is true. */
function allowTags(before: () => boolean): void {
  // The loader is fetched only for visitors who allowed it; somebody may have signed in meanwhile.
  const load = () => {
    if (!cookieChoice() || !before()) return;
    void import('./tags.ts').then(({ loadTags }) => before() && loadTags()).catch(() => undefined);
  };
  load();
  onCookieChoice(load);
}

/**
 * What starts with a visit without anybody waiting for it: its campaign, the cookie question, and third-party scripts while
 * `beforeSignIn` is true.
 */
export function beginVisit(beforeSignIn: () => boolean): void {
  followCampaign();
  allowTags(beforeSignIn);
  askAboutCookies();
}
