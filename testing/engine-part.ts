/**
 * For tests of what is decided before the database is queried: the part of `npm test` that repeats tests on PGlite skips them,
 * because a second engine would prove nothing new.
 */
export const onFirstEngine = { skip: process.env.ORBITA_TEST_SECOND_ENGINE === '1' };
