import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Takes over what the server answered to a change. A reading that began before the change may answer with what was and would
 * undo it on the page, so it is given up and asked anew. `now` may be made from what is known; what is not known stays so.
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
