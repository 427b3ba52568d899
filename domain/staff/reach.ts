import { type Role, roles } from './roles.ts';
import { carries, type Scope } from './scopes.ts';

/** Codes of institutions; null = every institution of the tenant, an empty list = none. */
export type Reach = readonly string[] | null;

/** A role that a person holds for some institutions. */
export type Grant = { readonly role: Role; readonly institutions: Reach };

const union = (reaches: readonly Reach[]): Reach => {
  const codes: string[] = [];
  for (const reach of reaches) {
    if (reach === null) return null;
    codes.push(...reach);
  }
  return [...new Set(codes)].sort();
};

const intersection = (one: Reach, other: Reach): Reach => {
  if (one === null) return other;
  if (other === null) return one;
  return one.filter((code) => other.includes(code));
};

/** Institutions for which a person holds at least one of these scopes: the union over the grants that carry one. */
const heldFor = (grants: readonly Grant[], oneOf: readonly Scope[]): Reach =>
  union(
    grants
      .filter(({ role }) => oneOf.some((scope) => carries(roles[role].carries, scope)))
      .map(({ institutions }) => institutions),
  );

/**
 * Institutions for which a person may make a call (spec 25.1.2). `oneOf`: scopes of which any one is enough; `also`: an
 * additional scope that must be held for the same institution, because two roles in two places are not both roles in each.
 */
export const reachOf = (grants: readonly Grant[], oneOf: readonly Scope[], also?: Scope): Reach => {
  const opened = heldFor(grants, oneOf);
  return also === undefined ? opened : intersection(opened, heldFor(grants, [also]));
};
