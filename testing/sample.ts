/** Whether this is `npm run test:full`, in which generated tests try everything. */
export const EVERYTHING = process.env.ORBITA_TEST_FULL === '1';

/**
 * Every `oneOf`th of a generated test's cases; all of them in `npm run test:full`. `first` varies between suites that together
 * should cover everything.
 */
export const sample = <T>(items: Iterable<T>, oneOf: number, first = 0): T[] =>
  [...items].filter((_, at) => EVERYTHING || at % oneOf === first % oneOf);
