/** Runs work when the browser is idle, within four seconds in any case; after 1.5 s in browsers without idle callbacks. */
export function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 4000 });
  else setTimeout(work, 1500);
}
