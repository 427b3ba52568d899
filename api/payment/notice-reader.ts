import { z } from 'zod';

/** What a stored notice refers to; only a hint, because the charge is always looked up at its provider. */
type Named = {
  /** Our identifier of a charge. */
  reference: string | null;
  /** The provider's own identifier of a charge. */
  providerId: string | null;
  /** Whether it may be about a refund. */
  refund: boolean;
  /** The provider's identifier of the money that the notice is about, if it names one. */
  money?: string;
};

/** How to read one provider's notices. */
export type NoticeReader = {
  /** The separate reports in one call; anything that does not match our format is dropped. */
  items(body: unknown): { key: string; item: unknown }[];
  /** Undefined for an item stored by an earlier version that can no longer be parsed. */
  named(item: unknown): Named | undefined;
  /** Different changes may produce identical notices, so a repeated notice triggers another lookup. */
  mayRepeat?: true;
};

/** Entries of one call beyond this number are left to the reconciliation. */
const MOST_ITEMS = 10_000;
const MOST_KEY = 400;

/** Accepts a list, a list under `name` in an object, or a single entry; providers that promise one form send another. */
export const listIn =
  (name: string) =>
  (body: unknown): readonly unknown[] => {
    const found = Array.isArray(body) ? body : (body as Record<string, unknown> | null)?.[name];
    return Array.isArray(found) ? found.slice(0, MOST_ITEMS) : [body];
  };

/** A reader for items of one shape, deduplicated by a key. */
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

/** Our reference of a charge, at most `most` letters and digits. */
export const ownReference = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[A-Za-z0-9]+$/);

/** Text from a provider, printable ASCII only; this excludes what the database cannot store, such as NUL. */
export const words = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[\x20-\x7e]*$/);
