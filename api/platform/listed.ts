/** Entries of a provider's list that could be parsed, and the number of those that could not. */
export type Listed<T> = { items: readonly T[]; unread: number };
