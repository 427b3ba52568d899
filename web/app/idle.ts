/** Runs work while the page rests; within four seconds in any case, and after one and a half where nobody can tell. */
export function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 4000 });
  else setTimeout(work, 1500);
}

/** Fetches files while the page rests; not where the person asked to save data. */
export function fetchWhenIdle(...chunks: (() => Promise<unknown>)[]): void {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  if (connection?.saveData) return;
  whenIdle(() => {
    // What fails here is fetched again, and told, when the page needs it.
    for (const chunk of chunks) void chunk().catch(() => undefined);
  });
}
