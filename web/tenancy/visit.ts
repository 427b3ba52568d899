import { BASE } from '../base/settings.ts';
import { followCampaign } from './campaign.ts';
import { asksAboutCookies } from './cookie-asked.ts';
import { cookieChoice, onCookieChoice } from './cookie-choice.ts';

/** S-44: brings the question that the server painted to life, unless it was answered before. */
function askAboutCookies(): void {
  if (cookieChoice() || !asksAboutCookies(location.pathname.slice(BASE.length))) return;
  void import('./cookie-notice.tsx')
    .then(({ showCookieNotice }) => showCookieNotice())
    .catch(() => undefined);
}

/** Loads third-party scripts as soon as the visitor allows them, while `before` is true. */
function allowTags(before: () => boolean): void {
  // What loads them is fetched for those who were asked alone; somebody may have signed in meanwhile.
  const load = () => {
    if (!cookieChoice() || !before()) return;
    void import('./tags.ts').then(({ loadTags }) => before() && loadTags()).catch(() => undefined);
  };
  load();
  onCookieChoice(load);
}

/** What begins with a visit and nobody waits for: its campaign, the question about cookies, and third-party scripts `beforeSignIn`. */
export function beginVisit(beforeSignIn: () => boolean): void {
  followCampaign();
  allowTags(beforeSignIn);
  askAboutCookies();
}
