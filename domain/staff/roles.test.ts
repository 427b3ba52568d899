import { carries, type Family, families, type Scope, scopesOfFamily } from '@orbita/domain/staff';
import { describe, expect, it } from 'vitest';
import { rowsBelow } from '../../testing/spec-table.ts';
import { familyOf, partsOfRole, ROLES, type Role, roles } from './index.ts';

const all = (Object.keys(families) as Family[]).flatMap(scopesOfFamily);
const leaves = all.filter((scope) => scope.includes('.') || scopesOfFamily(scope as Family).length === 1);

/** What each role carries according to the table of spec 25.1.2, where `.part` repeats the family before it. */
const carried = new Map(
  rowsBelow('spec-console.md', 'who holds parts alone may give these.').map(([role = '', , named = '']) => [
    role.slice(1, -1) as Role,
    [...named.matchAll(/`([^`]+)`/g)].flatMap(([, scopes = '']) => {
      const family = scopes.split('.', 1)[0] ?? '';
      return scopes.split(' ').map((scope) => (scope.startsWith('.') ? family + scope : scope));
    }),
  ]),
);
/** Roles that carry a part or its whole family. */
const holdersOf = (part: string): Role[] =>
  ROLES.filter((role) => carried.get(role)?.some((scope) => scope === part || part.startsWith(`${scope}.`)));

describe('roles', () => {
  it('are those of the specification, and name scopes that exist', () => {
    expect([...carried.keys()]).toEqual(ROLES);
    expect([...carried.values()].flat().filter((scope) => !all.includes(scope as Scope))).toEqual([]);
  });

  it.each(leaves)('%s is held by the roles in the specification', (part: Scope) => {
    const holders = ROLES.filter((role) => carries(roles[role].carries, part));
    expect(holders).toEqual(holdersOf(part));
    expect(ROLES.filter((role) => partsOfRole(role).includes(part))).toEqual(holdersOf(part));
  });

  it.each(ROLES)('%s names nothing twice, and parts of a family only without the whole', (role) => {
    const named: readonly Scope[] = roles[role].carries;
    expect(named).toEqual([...new Set(named)]);
    const besideTheWhole = named.filter(
      (scope) => familyOf(scope) !== scope && named.includes(familyOf(scope)),
    );
    expect(besideTheWhole).toEqual([]);
  });

  it.each(ROLES)('%s carries every part once, and no family as such', (role) => {
    const parts = partsOfRole(role);
    expect(parts).toEqual([...new Set(parts)]);
    expect(parts.filter((part) => !leaves.includes(part))).toEqual([]);
  });

  it('each have a label', () => {
    expect(new Set(ROLES.map((role) => roles[role].label)).size).toBe(ROLES.length);
  });
});
