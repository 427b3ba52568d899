import { createRequire } from 'node:module';
import type * as argon2 from '@node-rs/argon2';

/** The library itself: its name leads to this file in the tests of the API. */
const real = createRequire(import.meta.url)('@node-rs/argon2') as typeof argon2;

/**
 * @public The names of the library, which leads here.
 *
 * Hashes of passwords for tests that make people by the thousand: as the product makes them, but for their cost, which would be
 * a tenth of all the work of these tests. What the product's own cost is, `same-work.alone.test.ts` proves.
 */
export const hash: typeof argon2.hash = (password, options, signal) =>
  real.hash(password, { ...options, memoryCost: 64, timeCost: 1 }, signal);

/** @public */
export const verify = real.verify;
