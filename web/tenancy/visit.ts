import { GUARDIAN_PAGE, PAYER_PAGE, UNDO_PAGE } from '../app/link-key.ts';
import { BASE } from '../app/settings.ts';
import { cookieChoice, onCookieChoice } from './cookie-choice.ts';
import { loadTags } from './tags.ts';

/** Pages without the consent banner: paper, and those of a link, which load no third-party script whatever the answer. */
const WITHOUT_QUESTION: readonly string[] = ['/print', GUARDIAN_PAGE, PAYER_PAGE, UNDO_PAGE];

/** S-44: shows the consent banner after the first render, unless it was answered before. */
export function askAboutCookies(): void {
  const path = location.pathname.slice(BASE.length).replace(/\/$/, '');
  if (cookieChoice() || WITHOUT_QUESTION.includes(path)) return;
  void import('./cookie-notice.tsx')
    .then(({ showCookieNotice }) => showCookieNotice())
    .catch(() => undefined);
}

/** Before sign-in, loads third-party scripts as soon as the visitor allows them. Returns a function to unsubscribe. */
export function allowTagsBeforeSignIn(): () => void {
  loadTags();
  return onCookieChoice(loadTags);
}
