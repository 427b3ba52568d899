/** Style sheets that failed to load. Vite requests each only once, so their pages would later open without style (R13). */
const missing = new Set<HTMLLinkElement>();
/** No page waits longer than this for a style sheet, which may belong to another page. */
const MOST_MS = 5_000;
/** True while a page might open without its style sheet. */
export const missesStyles = (): boolean => missing.size > 0;
let coming: Promise<unknown> = Promise.resolve();

const askAgain = (link: HTMLLinkElement): Promise<void> =>
  new Promise((settled) => {
    for (const end of ['load', 'error']) link.addEventListener(end, () => settled(), { once: true });
    link.rel = 'stylesheet';
  });

/**
 * Requests the missing style sheets again, each in its old place. A page opens even if one fails again: it may belong to
 * another page, and the next page, or a restored connection, tries once more.
 */
export function loadMissingStyles(): Promise<unknown> {
  if (missing.size > 0) {
    const settled = Promise.all([...missing].map(askAgain));
    missing.clear();
    coming = Promise.race([settled, new Promise((late) => setTimeout(late, MOST_MS))]);
  }
  return coming;
}

/** Records every style sheet that fails to load; its link stops counting as one until it is requested again. */
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
