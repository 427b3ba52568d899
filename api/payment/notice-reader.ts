import { z } from 'zod';

/** What a stored notice names; only a hint, because the charge is looked up at its provider. */
type Named = {
  /** Our identifier of a charge. */
  reference: string | null;
  /** The provider's own identifier of a charge. */
  providerId: string | null;
  /** Whether it says something about money given back. */
  refund: boolean;
};

/** How the notices of one provider are read. */
export type NoticeReader = {
  /** Single reports of one call; what is none of ours is left out. */
  items(body: unknown): { key: string; item: unknown }[];
  /** undefined for an item that an earlier version stored and nobody can read any more. */
  named(item: unknown): Named | undefined;
  /** The same text may come for another change, so a repeat leads to another look-up. */
  mayRepeat?: true;
};

/** More entries of one call are left to the reconciliation. */
const MOST_ITEMS = 10_000;
const MOST_KEY = 400;

/** A list, alone or in an object under a name, or a single entry; a provider that promises the one sends the other. */
export const listIn =
  (name: string) =>
  (body: unknown): readonly unknown[] => {
    const found = Array.isArray(body) ? body : (body as Record<string, unknown> | null)?.[name];
    return Array.isArray(found) ? found.slice(0, MOST_ITEMS) : [body];
  };

/** A reader of items of one shape, which are known again by a key. */
export const reader = <T>(
  list: (body: unknown) => readonly unknown[],
  shape: z.ZodType<T>,
  keyOf: (item: T) => string,
  name: (item: T) => Named,
): NoticeReader => ({
  items: (body) =>
    list(body).flatMap((one) => {
      const { data } = shape.safeParse(one);
      return data === undefined ? [] : [{ key: keyOf(data).slice(0, MOST_KEY), item: data }];
    }),
  named: (item) => {
    const { data } = shape.safeParse(item);
    return data === undefined ? undefined : name(data);
  },
});

/** Our number of a charge, of so many letters and digits at most. */
export const ownReference = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[A-Za-z0-9]+$/);

/** Words of a provider; what the database cannot keep, such as a NUL, is none of them. */
export const words = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[\x20-\x7e]*$/);
