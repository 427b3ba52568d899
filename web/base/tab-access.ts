import { tabStore } from '@orbita/client/storage.ts';
import { BASE } from './settings.ts';

/** Access granted by an access-key link: a token for one application, stored in this tab only (spec 4.2, rule 2a). */
export type TabAccess = { token: string; uuid: string; subscriptionId: number };

const NAME = 'orbita.access';
/** Pages of one application by its number. */
const OF_SUBSCRIPTION = /^\/subscriptions(?:\/(?:pos\/classes|pos|essays|ext|tax))?\/(\d+)\/?$/;
const OF_ESSAY = /^\/essays\/\d+\/?$/;

function stored(): TabAccess | undefined {
  try {
    return (JSON.parse(tabStore.getItem(NAME) ?? 'null') as TabAccess | null) ?? undefined;
  } catch {
    return undefined;
  }
}

/** True for the pages that the access covers. */
function reaches(access: TabAccess, path: string): boolean {
  const number = OF_SUBSCRIPTION.exec(path)?.[1];
  return number === undefined ? OF_ESSAY.test(path) : Number(number) === access.subscriptionId;
}

/** The access that covers a page below the base path (default: the current one). */
export function tabAccess(path = location.pathname.slice(BASE.length)): TabAccess | undefined {
  const access = stored();
  return access && reaches(access, path) ? access : undefined;
}

/** Stores the access of a link, replacing that of an earlier one. */
export function keepTabAccess(access: TabAccess): void {
  tabStore.setItem(NAME, JSON.stringify(access));
}

export function dropTabAccess(): void {
  tabStore.removeItem(NAME);
}
