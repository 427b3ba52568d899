import type { House } from '../../platform/house.ts';
import type { Limit } from '../../platform/http/limits.ts';

/** Wrong keys from one address in a minute, at all doors; nobody guesses random bytes, but nobody needs to try. */
const WRONG_KEYS: Limit = { name: 'wrong-access-keys', max: 20, windowMs: 60_000 };

/** Whether an address has tried too many wrong keys. */
export const isGuessing = (house: House, tenantId: number, ip: string): boolean =>
  house.limits.isFull(WRONG_KEYS, { tenant: tenantId, address: ip });

/** Counts a wrong key. */
export const noteWrongKey = (house: House, tenantId: number, ip: string): void => {
  house.limits.note(WRONG_KEYS, { tenant: tenantId, address: ip });
};
