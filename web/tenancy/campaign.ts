import { type Campaign, campaignOf } from '@orbita/domain/tenancy';
import { cookieChoice, onCookieChoice } from './cookie-choice.ts';

const NAME = 'campaign';

let landed: Campaign | undefined;

/** Without consent the campaign is kept in memory only; withdrawing consent removes the stored one. */
function settle(): void {
  try {
    if (!cookieChoice()?.marketing) sessionStorage.removeItem(NAME);
    else if (landed) sessionStorage.setItem(NAME, JSON.stringify(landed));
  } catch {
    // Storage is blocked: the campaign is known only until this page is left.
  }
}

/** Reads the campaign from the landing address; call it before the address changes. */
export function followCampaign(): void {
  landed = campaignOf(location.search);
  settle();
  onCookieChoice(settle);
}

/** The visitor's campaign, if marketing is allowed; kept until the tab is closed. */
export function visitCampaign(): Campaign | undefined {
  if (!cookieChoice()?.marketing) return undefined;
  try {
    return landed ?? (JSON.parse(sessionStorage.getItem(NAME) ?? 'null') as Campaign | null) ?? undefined;
  } catch {
    return landed;
  }
}
