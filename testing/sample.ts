/** Whether this is `npm run test:full`, in which generated tests try everything. */
export const EVERYTHING = process.env.ORBITA_TEST_FULL === '1';

/**
 * Of what a generated test tries, every `oneOf`th; everything in `npm run test:full`. `first` differs from case to case where
 * the cases together are to try everything.
 */
export const sample = <T>(items: Iterable<T>, oneOf: number, first = 0): T[] =>
  [...items].filter((_, at) => EVERYTHING || at % oneOf === first % oneOf);
