import { carries } from '@orbita/domain/staff';
import { type CallKey, type Calls, callOf } from '@orbita/protocol';
import type { Service } from './context.ts';

/** Calls of which one part requires a scope of its own (`within` in the protocol). */
type PartlyGuarded = { [K in CallKey]: Calls[K] extends { within: object } ? K : never }[CallKey];

/** Whether a caller may also do or see the part of a call that requires its own scope (spec 25.1.2). */
export const mayWithin = ({ development, scopes }: Service, key: PartlyGuarded): boolean => {
  const { within } = callOf(key);
  return development || (within !== undefined && carries(scopes, within.scope));
};
