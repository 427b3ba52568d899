import { deviceStore } from '@orbita/client/storage.ts';
import { call } from '../base/api.ts';
import { session } from '../base/session.ts';
import { type CookieChoice, chooseCookies, cookieChoice, onCookieChoice } from './cookie-choice.ts';

const KEPT = 'cookieConsentKept';
const LATER_MS = 2_000;

const text = ({ analytics, marketing }: CookieChoice) => `${Number(analytics)}${Number(marketing)}`;
const markOf = (choice: CookieChoice) => `${session.uuid()} ${text(choice)}`;

/** Applies the recorded consents to this browser. */
export function adoptCookies(choice: CookieChoice): void {
  deviceStore.setItem(KEPT, markOf(choice));
  chooseCookies(choice);
}

/** Writes this browser's choice to the person's consents; the server may allow less (under 18). */
async function keep(uuid: string, choice: CookieChoice): Promise<void> {
  const { cookies } = await call('PUT /candidate/users/{uuid}/consents', {
    params: { uuid },
    body: { cookies: choice, channel: 'banner' },
  });
  deviceStore.setItem(KEPT, markOf(cookies));
  if (text(cookies) !== text(choice)) chooseCookies(cookies);
}

/** Applies consents withdrawn elsewhere; consents given elsewhere do not count for this browser. */
async function applyWithdrawals(uuid: string, choice: CookieChoice): Promise<void> {
  const { cookies } = await call('GET /candidate/users/{uuid}/consents', { params: { uuid } });
  const both = {
    analytics: choice.analytics && cookies.analytics,
    marketing: choice.marketing && cookies.marketing,
  };
  if (text(both) === text(choice)) return;
  deviceStore.setItem(KEPT, markOf(both));
  chooseCookies(both);
}

async function sync(): Promise<void> {
  const choice = cookieChoice();
  const uuid = session.uuid();
  if (!choice || !uuid || !session.token()) return;
  try {
    if (deviceStore.getItem(KEPT) === markOf(choice)) await applyWithdrawals(uuid, choice);
    else await keep(uuid, choice);
  } catch {
    // The choice still applies in this browser; the next visit retries.
  }
}

/** Synchronises the consents of a signed-in person with the choice in this browser (spec 6.3). */
export function followCookieChoice(): void {
  // Deferred, so that the page's own requests go first.
  setTimeout(() => void sync(), LATER_MS);
  onCookieChoice(() => {
    if (deviceStore.getItem(KEPT) !== markOf(cookieChoice() ?? { analytics: false, marketing: false }))
      void sync();
  });
}
