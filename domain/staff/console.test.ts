import { describe, expect, it } from 'vitest';
import { DEFAULT_CONSOLE, type GroupRole, groupsOfClaims, rolesOfGroups, waysIn } from './console.ts';

const provider = {
  name: 'Conta Alfa',
  issuer: 'https://login.alfa.test/realm',
  clientId: 'orbita-equipe',
  secretRef: 'ALFA_EQUIPE_OIDC',
  scopes: ['openid'],
  groupsClaim: 'groups',
  strongAcr: [],
  strongAmr: [],
  clientAuthentication: null,
  pkce: true,
};

describe('sign-in methods', () => {
  it('are SSO alone where there is one, else passkey and code, unless listed', () => {
    expect(waysIn(DEFAULT_CONSOLE)).toEqual(['passkey', 'code']);
    expect(waysIn({ ...DEFAULT_CONSOLE, identityProvider: provider })).toEqual(['idp']);
    expect(waysIn({ signIn: ['code', 'idp'], identityProvider: provider })).toEqual(['idp', 'code']);
    expect(waysIn({ signIn: ['idp', 'code'], identityProvider: null })).toEqual(['code']);
  });
});

describe('groups', () => {
  it('are a list of names; a missing claim or a reference is not an empty list', () => {
    expect(groupsOfClaims({ groups: ['a', 1, { id: 7, name: 'b' }] }, 'groups')).toEqual(['a', '1', 'b']);
    expect(groupsOfClaims({ groups: [] }, 'groups')).toEqual([]);
    expect(groupsOfClaims({ groups: 'a' }, 'groups')).toEqual(['a']);
    for (const claims of [{}, { groups: null }, { groups: ['a'], _claim_names: { groups: 's' } }])
      expect(groupsOfClaims(claims, 'groups')).toBe('missing');
    expect(groupsOfClaims({}, 'toString')).toBe('missing');
    for (const groups of [
      {},
      { admin: { org: 'x' } },
      7,
      true,
      [['a']],
      ['a', null],
      [{ id: 7 }],
      [{ name: 7 }],
    ])
      expect([groups, groupsOfClaims({ groups }, 'groups')]).toEqual([groups, 'unreadable']);
    expect(groupsOfClaims({ roles: ['a'], _claim_names: { groups: 's' } }, 'roles')).toEqual(['a']);
  });

  it('are found inside another claim by dots, or in one whose own name has dots', () => {
    const claims = {
      realm_access: { roles: ['realm'] },
      resource_access: { 'orbita.equipe': { roles: [{ name: 'client' }] } },
      'https://login.alfa.test/groups': ['address'],
      'a.b': ['whole'],
      a: { b: ['inside'], '': ['empty'] },
      text: 'a',
    };
    for (const [path, found] of [
      ['realm_access.roles', ['realm']],
      ['resource_access.orbita.equipe.roles', ['client']],
      ['https://login.alfa.test/groups', ['address']],
      ['a.b', ['whole']],
      ['realm_access', 'unreadable'],
      ['realm_access.groups', 'missing'],
      ['realm_access.roles.0', ['realm']],
      ['realm_access.roles.length', 'unreadable'],
      ['text.length', 'missing'],
      ['.realm_access', 'missing'],
      ['constructor.name', 'missing'],
      ['a.', ['empty']],
      ['.'.repeat(100), 'missing'],
    ] as const)
      expect([path, groupsOfClaims(claims, path)]).toEqual([path, found]);
    const referred = { ...claims, _claim_names: { realm_access: 's' } };
    expect(groupsOfClaims(referred, 'realm_access.roles')).toBe('missing');
  });

  it('give roles as configured, each once, and nothing for unknown names', () => {
    const named: GroupRole[] = [
      { group: 'a', role: 'secretaria', institutions: ['CUA01', 'EPA01'] },
      { group: 'b', role: 'secretaria', institutions: ['EPA01', 'CUA01'] },
      { group: 'b', role: 'gestao', institutions: null },
    ];
    expect(rolesOfGroups(['x', 'A'], named)).toEqual([]);
    expect(rolesOfGroups(['b', 'a', 'a'], named)).toEqual([named[0], named[2]]);
  });

  it('give the same role once for each set of institutions', () => {
    const named: GroupRole[] = [
      { group: 'a', role: 'secretaria', institutions: ['CUA01'] },
      { group: 'b', role: 'secretaria', institutions: ['EPA01'] },
      { group: 'c', role: 'secretaria', institutions: null },
    ];
    expect(rolesOfGroups(['a', 'b', 'c'], named)).toEqual(named);
  });
});
