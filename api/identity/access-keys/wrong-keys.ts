import type { SharedLimit } from '../../platform/http/limits.ts';
import type { Platform } from '../../platform/platform.ts';

/**
 * Rate limit for wrong keys from one address, shared by all entry points and nodes. Random bytes can't be guessed, but attempts
 * are stopped anyway.
 */
const WRONG_KEYS: SharedLimit = { name: 'wrong-access-keys', max: 20, windowMs: 60_000, shared: true };

/** True when this node already knows that the address has sent too many wrong keys; makes no query. */
export const isGuessing = (platform: Platform, tenantId: number, ip: string): boolean =>
  platform.limits.isFull(WRONG_KEYS, { tenant: tenantId, address: ip });

/** Counts a wrong key across all nodes. @throws `RATE_LIMITED` when the key exceeds the limit. */
export const noteWrongKey = (platform: Platform, tenantId: number, ip: string): Promise<void> =>
  platform.limits.noteShared([WRONG_KEYS, { tenant: tenantId, address: ip }]);
