import { type Campaign, campaignOf } from '@orbita/domain/tenancy';
import { cookieChoice, onCookieChoice } from './cookie-choice.ts';

const NAME = 'campaign';

let landed: Campaign | undefined;

/** Without the visitor's consent this page knows it and nothing is kept; what was kept goes with the consent. */
function settle(): void {
  try {
    if (!cookieChoice()?.marketing) sessionStorage.removeItem(NAME);
    else if (landed) sessionStorage.setItem(NAME, JSON.stringify(landed));
  } catch {
    // A closed storage keeps nothing: the campaign is known as long as this page lives.
  }
}

/** Reads the campaign off the address somebody landed at; to be called before the address changes. */
export function followCampaign(): void {
  landed = campaignOf(location.search);
  settle();
  onCookieChoice(settle);
}

/** What brought this visitor, where she allows marketing: kept for the visit, which ends with the tab. */
export function visitCampaign(): Campaign | undefined {
  if (!cookieChoice()?.marketing) return undefined;
  try {
    return landed ?? (JSON.parse(sessionStorage.getItem(NAME) ?? 'null') as Campaign | null) ?? undefined;
  } catch {
    return landed;
  }
}
