import { whenIdle } from './idle.ts';
import { queryClient } from './query.ts';

/** Work is never delayed longer than this by the first calls of a page. */
const MOST_MS = 4000;
/**
 * True while a call is under way whose first answer the page needs. A failed one being retried does not count: connecting to
 * the events refetches everything, which must not clear an error that somebody is already reading.
 */
const isLoading = (): boolean =>
  queryClient.isFetching({
    predicate: ({ state }) => state.status === 'pending' && state.fetchFailureCount === 0,
  }) > 0;

/**
 * Runs work once the first calls of the page have been answered and the page is idle, at the latest some seconds later; returns
 * a function that cancels it. What nobody sees yet must not compete for bandwidth with what a person waits for.
 */
export function whenSettled(work: () => void): () => void {
  let isOver = false;
  let stop = (): void => undefined;
  const go = () => {
    stop();
    whenIdle(() => isOver || work());
  };
  if (isLoading()) {
    const late = setTimeout(go, MOST_MS);
    const leave = queryClient.getQueryCache().subscribe(() => isLoading() || go());
    stop = () => {
      clearTimeout(late);
      leave();
    };
  } else go();
  return () => {
    isOver = true;
    stop();
  };
}

/** Prefetches files once the page has settled, unless the person asked to save data. */
export function fetchWhenIdle(...files: (() => Promise<unknown>)[]): void {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  if (connection?.saveData) return;
  whenSettled(() => {
    // A failure is retried, and shown, when the page needs the file.
    for (const file of files) void file().catch(() => undefined);
  });
}
