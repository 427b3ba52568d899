import { whenIdle } from './idle.ts';
import { queryClient } from './query.ts';

/** Nothing waits longer for the first calls of a page. */
const MOST_MS = 4000;
/**
 * True while a call is under way whose first answer the page waits for. One that failed and is repeated holds nothing up:
 * connecting to the events asks everything again, which must not take away a failure that somebody reads already.
 */
const isLoading = (): boolean =>
  queryClient.isFetching({
    predicate: ({ state }) => state.status === 'pending' && state.fetchFailureCount === 0,
  }) > 0;

/**
 * Runs work once the first calls of the page have been answered and the page rests, at the latest some seconds later;
 * returns a function that gives it up. What nobody sees yet must not share the line with what a person waits for.
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

/** Fetches files once the page has settled; not where the person asked to save data. */
export function fetchWhenIdle(...files: (() => Promise<unknown>)[]): void {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  if (connection?.saveData) return;
  whenSettled(() => {
    // What fails here is fetched again, and shown, when the page needs it.
    for (const file of files) void file().catch(() => undefined);
  });
}
