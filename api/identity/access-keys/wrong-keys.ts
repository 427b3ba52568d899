import type { House } from '../../platform/house.ts';

const MINUTE = 60_000;
/** Wrong keys from one address in a minute, at all doors; nobody guesses random bytes, but nobody needs to try. */
const WRONG_PER_MINUTE = 20;

const keyOf = (tenantId: number, ip: string) => `wrong-access-keys:${tenantId}:${ip}`;

/** Whether an address has tried too many wrong keys. */
export const isGuessing = (house: House, tenantId: number, ip: string): boolean =>
  house.limits.peek(keyOf(tenantId, ip), MINUTE) >= WRONG_PER_MINUTE;

/** Counts a wrong key. */
export const noteWrongKey = (house: House, tenantId: number, ip: string): void => {
  house.limits.count(keyOf(tenantId, ip), MINUTE);
};
