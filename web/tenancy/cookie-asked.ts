import { GUARDIAN_PAGE, PAYER_PAGE, UNDO_PAGE } from '../base/link-key.ts';

/** Pages without the consent banner: printouts, and pages of links, which load no third-party script whatever the answer. */
const WITHOUT_QUESTION: readonly string[] = ['/print', GUARDIAN_PAGE, PAYER_PAGE, UNDO_PAGE];

/** Name of the cookie that stores the answer. */
export const CONSENT = 'cookieConsent';

/** Id of the place where the server renders the question, and which the page hydrates. */
export const COOKIE_PLACE = 'orbita-cookies';

/** The answer among the cookies of a page, two digits; null while there is none. */
export const consentIn = (cookies: string): RegExpExecArray | null =>
  new RegExp(`(?:^|; )${CONSENT}=([01])([01])(?:;|$)`).exec(cookies);

/** Whether a page asks about cookies if nobody has answered yet (S-44), by its path below the base. */
export const asksAboutCookies = (path: string): boolean =>
  !WITHOUT_QUESTION.includes(path.replace(/\/$/, ''));
