import { createRequire } from 'node:module';
import type * as argon2 from '@node-rs/argon2';

/** The library itself: in API tests its name resolves to this file. */
const real = createRequire(import.meta.url)('@node-rs/argon2') as typeof argon2;

/**
 * @public The library's names, which resolve to this file.
 * Hashes passwords for tests that create people by the thousand: as the product does, but at a low cost, which otherwise would
 * be a tenth of all the work of these tests. The product's own cost is proved by `same-work.alone.test.ts`.
 */
export const hash: typeof argon2.hash = (password, options, signal) =>
  real.hash(password, { ...options, memoryCost: 64, timeCost: 1 }, signal);

/** @public */
export const verify = real.verify;
