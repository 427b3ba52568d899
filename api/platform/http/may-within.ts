import { carries } from '@orbita/domain/staff';
import { type CallKey, type Calls, callOf } from '@orbita/protocol';
import type { Service } from './context.ts';

/** Calls of which a part needs a scope of its own (`within` of the protocol). */
type PartlyGuarded = { [K in CallKey]: Calls[K] extends { within: object } ? K : never }[CallKey];

/** Whether a caller may also do or see the part of a call that needs a scope of its own (spec 25.1.2). */
export const mayWithin = ({ development, scopes }: Service, key: PartlyGuarded): boolean => {
  const { within } = callOf(key);
  return development || (within !== undefined && carries(scopes, within.scope));
};
