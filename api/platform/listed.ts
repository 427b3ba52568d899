/** Entries of a provider's list that could be read, and how many could not. */
export type Listed<T> = { items: readonly T[]; unread: number };
