/**
 * For a test of what is decided before the database is asked: the part of `npm test` that repeats on PGlite what another
 * part ran on PostgreSQL leaves it out, because a second engine would answer nothing new.
 */
export const onFirstEngine = { skip: process.env.ORBITA_TEST_SECOND_ENGINE === '1' };
