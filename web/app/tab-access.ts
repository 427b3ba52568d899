import { BASE } from './settings.ts';

/** What a link opened: a token of one application that lives in this tab alone (spec 4.2, rule 2a). */
export type TabAccess = { token: string; uuid: string; subscriptionId: number };

const NAME = 'orbita.access';
/** Pages of one application by its number. */
const OF_SUBSCRIPTION = /^\/subscriptions(?:\/(?:pos\/classes|pos|essays|ext|tax))?\/(\d+)\/?$/;
const OF_ESSAY = /^\/essays\/\d+\/?$/;

/** Where storage is closed the access lives as long as the page. */
let kept: TabAccess | undefined;

function stored(): TabAccess | undefined {
  try {
    const text = sessionStorage.getItem(NAME);
    return text ? (JSON.parse(text) as TabAccess) : undefined;
  } catch {
    return kept;
  }
}

/** True on the pages that what was opened is good for; every other page does not know of it. */
function reaches(access: TabAccess, path: string): boolean {
  const number = OF_SUBSCRIPTION.exec(path)?.[1];
  return number === undefined ? OF_ESSAY.test(path) : Number(number) === access.subscriptionId;
}

/** What a link opened for a page below the base path, the one of the address bar unless told otherwise. */
export function tabAccess(path = location.pathname.slice(BASE.length)): TabAccess | undefined {
  const access = stored();
  return access && reaches(access, path) ? access : undefined;
}

/** Keeps what a link opened, in place of what an earlier one did. */
export function keepTabAccess(access: TabAccess): void {
  kept = access;
  try {
    sessionStorage.setItem(NAME, JSON.stringify(access));
  } catch {
    // Closed storage: a reload will ask for the link again.
  }
}

export function dropTabAccess(): void {
  kept = undefined;
  try {
    sessionStorage.removeItem(NAME);
  } catch {
    // Closed storage kept nothing.
  }
}
