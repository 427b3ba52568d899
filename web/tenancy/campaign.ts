import { tabStore } from '@orbita/client/storage.ts';
import { type Campaign, campaignOf } from '@orbita/domain/tenancy';
import { cookieChoice, onCookieChoice } from './cookie-choice.ts';
import { opened } from './tags-live.ts';

const NAME = 'campaign';

/** From the landing address: this may run after the address has changed. */
const landed: Campaign | undefined = campaignOf(opened.search);

/** Without consent the campaign is kept only in memory; withdrawing consent removes the stored one. */
function settle(): void {
  if (!cookieChoice()?.marketing) tabStore.removeItem(NAME);
  else if (landed) tabStore.setItem(NAME, JSON.stringify(landed));
}

/** Stores the campaign as far as the visitor's choice allows. */
export function followCampaign(): void {
  settle();
  onCookieChoice(settle);
}

/** The visitor's campaign, if marketing is allowed; kept until the tab is closed. */
export function visitCampaign(): Campaign | undefined {
  if (!cookieChoice()?.marketing) return undefined;
  try {
    return landed ?? (JSON.parse(tabStore.getItem(NAME) ?? 'null') as Campaign | null) ?? undefined;
  } catch {
    return landed;
  }
}
