import { call } from '../app/api.ts';
import { session } from '../app/session.ts';
import { type CookieChoice, chooseCookies, cookieChoice, onCookieChoice } from './cookie-choice.ts';

const KEPT = 'cookieConsentKept';
const LATER_MS = 2_000;

const text = ({ analytics, marketing }: CookieChoice) => `${Number(analytics)}${Number(marketing)}`;
const markOf = (choice: CookieChoice) => `${session.uuid()} ${text(choice)}`;

/** Takes for this browser what the record already says. */
export function adoptCookies(choice: CookieChoice): void {
  localStorage.setItem(KEPT, markOf(choice));
  chooseCookies(choice);
}

/** Writes this browser's choice into the person's record; the server may allow less (under 18). */
async function keep(uuid: string, choice: CookieChoice): Promise<void> {
  const { cookies } = await call('PUT /candidate/users/{uuid}/consents', {
    params: { uuid },
    body: { cookies: choice, channel: 'banner' },
  });
  localStorage.setItem(KEPT, markOf(cookies));
  if (text(cookies) !== text(choice)) chooseCookies(cookies);
}

/** What was withdrawn elsewhere ends here as well; what was allowed elsewhere is not taken for allowed here. */
async function heed(uuid: string, choice: CookieChoice): Promise<void> {
  const { cookies } = await call('GET /candidate/users/{uuid}/consents', { params: { uuid } });
  const both = {
    analytics: choice.analytics && cookies.analytics,
    marketing: choice.marketing && cookies.marketing,
  };
  if (text(both) === text(choice)) return;
  localStorage.setItem(KEPT, markOf(both));
  chooseCookies(both);
}

async function sync(): Promise<void> {
  const choice = cookieChoice();
  const uuid = session.uuid();
  if (!choice || !uuid || !session.token()) return;
  try {
    if (localStorage.getItem(KEPT) === markOf(choice)) await heed(uuid, choice);
    else await keep(uuid, choice);
  } catch {
    // The choice holds in this browser all the same; the record is brought up to date next time.
  }
}

/** Keeps the record of a person who is signed in at what this browser was told (spec 6.3). */
export function followCookieChoice(): void {
  // Nobody waits for it: what the page itself needs goes first.
  setTimeout(() => void sync(), LATER_MS);
  onCookieChoice(() => {
    if (localStorage.getItem(KEPT) !== markOf(cookieChoice() ?? { analytics: false, marketing: false }))
      void sync();
  });
}
