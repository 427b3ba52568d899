import { carries, type Reach, reachOf, type Scope } from '@orbita/domain/staff';
import type { Service } from './context.ts';

/**
 * Institutions for which a caller holds one of these scopes: a subset of what the call reaches, if several scopes allow it.
 * Null means every institution, an empty list that the caller holds no such scope.
 */
export function reachWithin(
  { staff, development, scopes, institutions }: Service,
  oneOf: readonly Scope[],
): Reach {
  if (staff) return reachOf(staff.grants, oneOf);
  return development || oneOf.some((scope) => carries(scopes, scope)) ? institutions : [];
}
