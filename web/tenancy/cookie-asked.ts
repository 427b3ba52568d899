import { GUARDIAN_PAGE, PAYER_PAGE, UNDO_PAGE } from '../base/link-key.ts';

/** Pages without the consent banner: paper, and those of a link, which load no third-party script whatever the answer. */
const WITHOUT_QUESTION: readonly string[] = ['/print', GUARDIAN_PAGE, PAYER_PAGE, UNDO_PAGE];

/** Name of the cookie that keeps the answer. */
export const CONSENT = 'cookieConsent';

/** Where the server paints the question, and the page goes on with it. */
export const COOKIE_PLACE = 'orbita-cookies';

/** The answer among the cookies of a page, two digits; undefined as long as nobody was asked. */
export const consentIn = (cookies: string): RegExpExecArray | null =>
  new RegExp(`(?:^|; )${CONSENT}=([01])([01])(?:;|$)`).exec(cookies);

/** Whether a page asks about cookies where nobody answered yet (S-44), by its path below the base. */
export const asksAboutCookies = (path: string): boolean =>
  !WITHOUT_QUESTION.includes(path.replace(/\/$/, ''));
