import { BASE } from './settings.ts';

/** Access that an access-key link gave: a token for one application, kept in this tab only (spec 4.2, rule 2a). */
export type TabAccess = { token: string; uuid: string; subscriptionId: number };

const NAME = 'orbita.access';
/** Pages of one application by its number. */
const OF_SUBSCRIPTION = /^\/subscriptions(?:\/(?:pos\/classes|pos|essays|ext|tax))?\/(\d+)\/?$/;
const OF_ESSAY = /^\/essays\/\d+\/?$/;

/** Fallback when storage is blocked: the access then lasts as long as the page. */
let kept: TabAccess | undefined;

function stored(): TabAccess | undefined {
  try {
    const text = sessionStorage.getItem(NAME);
    return text ? (JSON.parse(text) as TabAccess) : undefined;
  } catch {
    return kept;
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

/** Keeps the access of a link; it replaces that of an earlier one. */
export function keepTabAccess(access: TabAccess): void {
  kept = access;
  try {
    sessionStorage.setItem(NAME, JSON.stringify(access));
  } catch {
    // Storage is blocked: after a reload the link must be opened again.
  }
}

export function dropTabAccess(): void {
  kept = undefined;
  try {
    sessionStorage.removeItem(NAME);
  } catch {
    // Storage is blocked, so nothing was kept there.
  }
}
