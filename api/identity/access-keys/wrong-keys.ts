import type { Limit } from '../../platform/http/limits.ts';
import type { Platform } from '../../platform/platform.ts';

/**
 * Rate limit for wrong keys from one address, at all entry points together; random bytes cannot be guessed,
 * but attempts are stopped anyway.
 */
const WRONG_KEYS: Limit = { name: 'wrong-access-keys', max: 20, windowMs: 60_000 };

/** True when an address has sent too many wrong keys. */
export const isGuessing = (platform: Platform, tenantId: number, ip: string): boolean =>
  platform.limits.isFull(WRONG_KEYS, { tenant: tenantId, address: ip });

/** Counts a wrong key. */
export const noteWrongKey = (platform: Platform, tenantId: number, ip: string): void => {
  platform.limits.note(WRONG_KEYS, { tenant: tenantId, address: ip });
};
