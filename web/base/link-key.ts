import { tabStore } from '@orbita/client/storage.ts';
import { BASE } from './base.ts';

/** Page of a guardian who accepts alone (S-53). */
export const GUARDIAN_PAGE = '/responsavel';
/** Page of somebody who pays for the candidate (S-54). */
export const PAYER_PAGE = '/pagar';

/** Page on which a change of contacts or sign-in methods is undone (S-56). */
export const UNDO_PAGE = '/desfazer';

/** Storage name of each page's key in the tab. */
const NAMES = {
  [GUARDIAN_PAGE]: 'orbita.guardian',
  [PAYER_PAGE]: 'orbita.payer',
  [UNDO_PAGE]: 'orbita.undo',
};
export type KeyPage = keyof typeof NAMES;
const PAGES: readonly KeyPage[] = [GUARDIAN_PAGE, PAYER_PAGE, UNDO_PAGE];

/**
 * Takes the key of a link out of the address before anything else runs, so that no foreign script, report or later page reads
 * it there. It is stored in this tab, for reloads (spec 12.9, 14.9).
 */
export function takeLinkKey(): void {
  const page = PAGES.find((one) => location.pathname === BASE + one);
  if (page === undefined || location.hash.length < 2) return;
  const key = location.hash.slice(1);
  history.replaceState(null, '', location.pathname + location.search);
  tabStore.setItem(NAMES[page], key);
}

/** Key of the link to that page that was opened in this tab; '' if none was. */
export const linkKey = (page: KeyPage): string => tabStore.getItem(NAMES[page]) ?? '';
