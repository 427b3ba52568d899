import type { Listed } from '../platform/listed.ts';
import { ProviderUnknown } from '../platform/ports.ts';

/**
 * Reads each entry of a provider's list by itself: one that cannot be read is counted and takes no other away.
 * @throws what `read` throws besides `ProviderUnknown`.
 */
export function readEach<T>(entries: readonly unknown[], read: (entry: unknown) => T): Listed<T> {
  const items: T[] = [];
  for (const entry of entries)
    try {
      items.push(read(entry));
    } catch (error) {
      if (!(error instanceof ProviderUnknown)) throw error;
    }
  return { items, unread: entries.length - items.length };
}

/** Several lists as one. */
export const joined = <T>(lists: readonly Listed<T>[]): Listed<T> => ({
  items: lists.flatMap(({ items }) => items),
  unread: lists.reduce((sum, { unread }) => sum + unread, 0),
});

/** A list with its entries in other words. */
export const mapped = <T, U>({ items, unread }: Listed<T>, change: (one: T) => U): Listed<U> => ({
  items: items.map(change),
  unread,
});
