import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Stores the server's answer to a change in the cache. A read that started before the change could answer with the old state
 * and undo it on the page, so it is cancelled and repeated. `now` may be derived from the known value; a value that is not
 * known stays unknown.
 */
export function adoptAnswer<T>(
  client: QueryClient,
  queryKey: QueryKey,
  now: T | ((known: T | undefined) => T | undefined),
): void {
  const exactly = { queryKey, exact: true };
  const underWay = client.isFetching(exactly) > 0;
  if (underWay) void client.cancelQueries(exactly);
  client.setQueryData<T>(queryKey, now as T);
  if (underWay) void client.invalidateQueries(exactly);
}
