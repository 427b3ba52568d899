import { readFileSync } from 'node:fs';
import { tokenMayCarry, tokenNeedsSecond } from '@orbita/domain/approval';
import { type Family, families, ROLES, type Role, type Scope, scopesOfFamily } from '@orbita/domain/staff';
import { callOf } from '@orbita/protocol';
import { openersOf } from '@orbita/protocol/foundation';
import { expect, it } from 'vitest';
import {
  OF_PEOPLE,
  opens,
  reachedAlone,
  reachedByToken,
  renderAccessReview,
  rolesGivenAlone,
  SECRET_CALLS,
  tokensOf,
  WAYS,
} from './access-review.ts';

const chapter = readFileSync(new URL('../docs/spec-console.md', import.meta.url), 'utf8');

/** The permissions that the table of roles in 25.1.2 gives each role, as written there. */
const written = new Map<Role, Set<Scope>>(
  [...chapter.matchAll(/^\| `([a-z]+)` \| "[^"]+" \| ([^|]+) \|$/gm)].map(([, role = '', cell = '']) => {
    const parts = [...cell.matchAll(/`([^`]+)`/g)].flatMap(([, names = '']) => {
      const [first = '', ...more] = names.split(' ');
      const family = first.split('.')[0] ?? '';
      return [first, ...more.map((name) => `${family}${name}`)];
    });
    const all = parts.flatMap((scope) => {
      const [whole, ...inner] = scope in families ? scopesOfFamily(scope as Family) : [scope as Scope];
      return inner.length > 0 ? inner : [whole as Scope];
    });
    return [role as Role, new Set(all)];
  }),
);

it('S35: the table of 25.1.2 names every role', () => {
  expect([...written.keys()].sort()).toEqual([...ROLES].sort());
  expect([...written.values()].every((parts) => parts.size > 0)).toBe(true);
});

it.each(ROLES)('S35: %s reaches nothing beyond the table in two steps', (role) => {
  const allowed = written.get(role);
  expect([...reachedAlone([role])].filter((part) => !allowed?.has(part))).toEqual([]);
});

it('S35: two roles of one person reach no more than both together', () => {
  for (const one of ROLES)
    for (const other of ROLES) {
      const allowed = new Set([...(written.get(one) ?? []), ...(written.get(other) ?? [])]);
      const beyond = [...reachedAlone([one, other])].filter((part) => !allowed.has(part));
      expect(beyond, `${one} and ${other}`).toEqual([]);
    }
});

it('S35: scopes with which a token bypasses an approval are given only by two people', () => {
  for (const role of ROLES)
    for (const scope of tokensOf([role]).alone) expect(reachedByToken(scope), `${role} ${scope}`).toEqual([]);
});

it.each(OF_PEOPLE)(
  'S35: a token with which $call is free of a rule ($rule) needs a second person',
  ({ call }) => {
    const openers = openersOf(callOf(call));
    // What decides on all interviews is bound by no rule.
    const bound = openers.filter((scope) => tokenMayCarry(scope) && scope !== 'admissions.decide');
    expect(bound.filter((scope) => !tokenNeedsSecond([scope]))).toEqual([]);
    expect(bound.length).toBeGreaterThan(0);
  },
);

it('S36: nobody alone gives a role that can approve', () => {
  for (const one of ROLES)
    for (const other of ROLES)
      expect(rolesGivenAlone([one, other])).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/administracao|gestao|financeiro/)]),
      );
});

it('S35: every call that shows a secret is reviewed, and those that give more rights wait for a second person', () => {
  const reviewed = WAYS.map(({ call }) => call);
  expect(SECRET_CALLS.filter((call) => !reviewed.includes(call))).toEqual([]);
  const open = WAYS.filter(
    ({ call, gives }) =>
      gives.length > 0 && ROLES.some((role) => opens([role], call)) && callOf(call).secondPerson !== true,
  ).map(({ call }) => call);
  expect(open).toEqual([]);
});

it('docs/access-review.md matches the code', () => {
  expect(readFileSync(new URL('../docs/access-review.md', import.meta.url), 'utf8')).toBe(
    renderAccessReview(),
  );
});
