import { BASE } from './base.ts';

/** Page of a guardian who accepts alone (S-53). */
export const GUARDIAN_PAGE = '/responsavel';
const NAME = 'orbita.guardian';

/** Fallback when storage is blocked: the key then lasts as long as the page. */
let kept: string | undefined;

/**
 * Takes the key of a guardian's link out of the address before anything else runs, so that no foreign script, report or
 * later page reads it there. It is kept in this tab, for reloads (spec 12.9).
 */
export function takeGuardianKey(): void {
  if (location.pathname !== BASE + GUARDIAN_PAGE || location.hash.length < 2) return;
  kept = location.hash.slice(1);
  history.replaceState(null, '', location.pathname + location.search);
  try {
    sessionStorage.setItem(NAME, kept);
  } catch {
    // Storage is blocked: after a reload the link must be opened again.
  }
}

/** Key of the link that was opened in this tab; '' when none was. */
export function guardianKey(): string {
  try {
    return kept ?? sessionStorage.getItem(NAME) ?? '';
  } catch {
    return kept ?? '';
  }
}
