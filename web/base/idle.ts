/** Runs work while the page rests; within four seconds in any case, and after one and a half where the browser does not say. */
export function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 4000 });
  else setTimeout(work, 1500);
}
