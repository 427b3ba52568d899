import type { Listed } from '../platform/listed.ts';
import { ProviderUnknown } from '../platform/ports.ts';

/**
 * Parses each entry of a provider's list separately: one that cannot be parsed is counted in `unread` and does not affect the
 * others.
 * @throws whatever `read` throws other than `ProviderUnknown`.
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

/** Concatenates lists and adds up their unread entries. */
export const joined = <T>(lists: readonly Listed<T>[]): Listed<T> => ({
  items: lists.flatMap(({ items }) => items),
  unread: lists.reduce((sum, { unread }) => sum + unread, 0),
});

/** Applies `change` to every entry of a list. */
export const mapped = <T, U>({ items, unread }: Listed<T>, change: (one: T) => U): Listed<U> => ({
  items: items.map(change),
  unread,
});
