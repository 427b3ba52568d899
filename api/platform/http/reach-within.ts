import { carries, type Reach, reachOf, type Scope } from '@orbita/domain/staff';
import type { Service } from './context.ts';

/**
 * Institutions for which a caller holds one of these scopes: a part of what its call reaches, where several scopes open the
 * call. Null = every institution; none = it holds no such scope.
 */
export function reachWithin(
  { staff, development, scopes, institutions }: Service,
  oneOf: readonly Scope[],
): Reach {
  if (staff) return reachOf(staff.grants, oneOf);
  return development || oneOf.some((scope) => carries(scopes, scope)) ? institutions : [];
}
