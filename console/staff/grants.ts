import { ROLES, type Role } from '@orbita/domain/staff';
import type { Me } from '../base/me.ts';
import { holdsFor } from '../base/me.ts';

/** A granted role: for some institutions, or null for all of the tenant. */
export type GivenGrant = { role: Role; institutions: string[] | null };

/** Institutions for which a person may grant roles, and whether for all (spec 25.1.2). */
export function reachOf(me: Pick<Me, 'parts' | 'institutions'>): {
  all: boolean;
  institutions: Me['institutions'];
} {
  return {
    all: me.parts['staff.manage'] === 'all',
    institutions: me.institutions.filter(({ code }) => holdsFor(me, ['staff.manage'], code)),
  };
}

/** The grants with a role added or removed; a new one covers all institutions if that may be granted. */
export function withRole(
  grants: readonly GivenGrant[],
  role: Role,
  given: boolean,
  reach: { all: boolean; institutions: Me['institutions'] },
): GivenGrant[] {
  const others = grants.filter((grant) => grant.role !== role);
  if (!given) return others;
  const only = reach.institutions.length === 1 ? reach.institutions.map(({ code }) => code) : [];
  const next: GivenGrant[] = [...others, { role, institutions: reach.all ? null : only }];
  return next.sort((one, other) => ROLES.indexOf(one.role) - ROLES.indexOf(other.role));
}

/** The grants with different institutions for one role. */
export const withPlaces = (
  grants: readonly GivenGrant[],
  role: Role,
  institutions: string[] | null,
): GivenGrant[] => grants.map((grant) => (grant.role === role ? { role, institutions } : grant));

/** One grant per role, as the fields show it: several grants of a role are merged. */
export function editable(
  held: readonly { role: Role; institutions: string[] | null; source: string }[],
): GivenGrant[] {
  const manual = held.filter(({ source }) => source === 'manual');
  return ROLES.flatMap((role) => {
    const of = manual.filter((grant) => grant.role === role);
    if (of.length === 0) return [];
    const all = of.some(({ institutions }) => institutions === null);
    return [
      { role, institutions: all ? null : [...new Set(of.flatMap(({ institutions }) => institutions ?? []))] },
    ];
  });
}
