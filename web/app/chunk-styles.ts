/** Style files that failed to load. Vite asks for each only once, so their pages would open without style later (R13). */
const missing = new Set<HTMLLinkElement>();

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
}

/** Asks again for the style files that are missing, each in its old place; throws when one fails again. */
export async function loadMissingStyles(): Promise<void> {
  const links = [...missing];
  missing.clear();
  await Promise.all(
    links.map(
      (link) =>
        new Promise<unknown>((loaded, failed) => {
          link.addEventListener('load', loaded, { once: true });
          link.addEventListener('error', () => failed(new Error(`No style: ${link.href}`)), { once: true });
          link.rel = 'stylesheet';
        }),
    ),
  );
}
