/** Style files that failed to load. Vite asks for each only once, so their pages would open without style later (R13). */
const missing = new Set<HTMLLinkElement>();
/** Nobody waits longer for a style, which may be that of another page. */
const MOST_MS = 5_000;
/** True while a page could open without a style of its own. */
export const missesStyles = (): boolean => missing.size > 0;
let coming: Promise<unknown> = Promise.resolve();

const askAgain = (link: HTMLLinkElement): Promise<void> =>
  new Promise((settled) => {
    for (const end of ['load', 'error']) link.addEventListener(end, () => settled(), { once: true });
    link.rel = 'stylesheet';
  });

/**
 * Asks again for the style files that are missing, each in its old place. A page opens also when one fails again: it may
 * not be its own, and the next page, or the line when it is back, asks once more.
 */
export function loadMissingStyles(): Promise<unknown> {
  if (missing.size > 0) {
    const settled = Promise.all([...missing].map(askAgain));
    missing.clear();
    coming = Promise.race([settled, new Promise((late) => setTimeout(late, MOST_MS))]);
  }
  return coming;
}

/** Notes every style file that fails to load; its link stops counting as a style until it is asked for again. */
export function watchStyles(): void {
  document.addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return;
      target.rel = '';
      missing.add(target);
    },
    true,
  );
  addEventListener('online', () => void loadMissingStyles());
}
