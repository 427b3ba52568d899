import { BASE } from '../app/settings.ts';
import { cookieChoice, onCookieChoice } from './cookie-choice.ts';
import { loadTags } from './tags.ts';

/** Pages that are no visit: what is printed carries no question. */
const WITHOUT_QUESTION = ['/print', '/componentes'];

/** S-44, once the page stands: asked of whoever has not answered yet. */
export function askAboutCookies(): void {
  const path = location.pathname.slice(BASE.length).replace(/\/$/, '');
  if (cookieChoice() || WITHOUT_QUESTION.includes(path)) return;
  void import('./cookie-notice.tsx')
    .then(({ showCookieNotice }) => showCookieNotice())
    .catch(() => undefined);
}

/** Before signing in nobody is known: what the visitor allows comes at once. Returns how to stop. */
export function allowTagsAtGate(): () => void {
  loadTags();
  return onCookieChoice(loadTags);
}
