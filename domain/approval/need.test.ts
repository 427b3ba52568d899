import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  carries,
  type Family,
  families,
  type Reach,
  ROLES,
  type Role,
  roles,
  type Scope,
  scopesOfFamily,
} from '../staff/index.ts';
import {
  APPROVALS,
  beyondMaker,
  grantNeedsSecond,
  reductionNeedsSecond,
  refundNeedsSecond,
  settlementNeedsSecond,
  tokenMayCarry,
  tokenNeedsSecond,
} from './index.ts';

const scopes = (Object.keys(families) as Family[]).flatMap(scopesOfFamily);
const cents = fc.integer({ min: 0, max: 10_000_000 });

describe('a refund', () => {
  it.each([
    ['at the limit', 50_000, 0, 0, false],
    ['a cent above it', 50_001, 0, 0, true],
    ['the sixth part of a hundred', 10_000, 50_000, 0, true],
    ['the fifth part of a hundred', 10_000, 40_000, 0, false],
    ['a small part beside one that waits', 1, 0, 50_000, true],
    ['nothing', 0, 60_000, 60_000, false],
  ])('%s', (_, asked, returned, waiting, needed) => {
    expect(refundNeedsSecond({ asked, returned, waiting }, 50_000)).toBe(needed);
  });

  it('never exceeds the limit in parts without a second person', () => {
    fc.assert(
      fc.property(fc.array(cents, { maxLength: 20 }), cents, (parts, limit) => {
        let returned = 0;
        for (const asked of parts)
          if (!refundNeedsSecond({ asked, returned, waiting: 0 }, limit)) returned += asked;
        expect(returned).toBeLessThanOrEqual(limit);
      }),
    );
  });

  it('still needs one when more is waiting', () => {
    fc.assert(
      fc.property(cents, cents, cents, cents, (asked, returned, waiting, limit) => {
        if (refundNeedsSecond({ asked, returned, waiting }, limit))
          expect(refundNeedsSecond({ asked, returned, waiting: waiting + 1 }, limit)).toBe(true);
      }),
    );
  });
});

it('a payment at the institution needs a second person only above its limit', () => {
  expect(settlementNeedsSecond(1_000_000, undefined)).toBe(false);
  expect([9_999, 10_000, 10_001].map((sum) => settlementNeedsSecond(sum, 10_000))).toEqual([
    false,
    false,
    true,
  ]);
});

describe('S35: a service token', () => {
  it.each([
    [['payments'], true],
    [['payments.refund'], true],
    [['payments.settle'], true],
    [['privacy'], true],
    [['privacy.kept'], true],
    [['privacy.erase', 'messages'], true],
    [['catalogue'], true],
    [['webhooks'], true],
    [['subscriptions.act'], true],
    [['subscriptions.decide'], true],
    [['subscriptions.read'], true],
    [['subscriptions.support'], true],
    [['essays'], true],
    [['essays.grade'], true],
    [['documents'], true],
    [['exam-scores'], true],
    [['admissions'], true],
    [['payments.read', 'messages.read'], false],
    [['documents.read', 'admissions.decide', 'tests', 'students'], false],
    [[], false],
  ])('%j needs a second person: %s', (scopes, needed) => expect(tokenNeedsSecond(scopes)).toBe(needed));

  it('needs one for every scope that would let a person bypass one', () => {
    for (const { asks } of Object.values(APPROVALS))
      expect(tokenNeedsSecond([asks]) || !tokenMayCarry(asks), asks).toBe(true);
  });

  it('is never given scopes that create tokens, people, candidates, sessions or tests, or that approve', () => {
    const refused = [
      'platform',
      'test',
      'staff',
      'staff.manage',
      'tokens',
      'subscriptions.import',
      'subscriptions',
    ];
    expect([...refused, 'payments.approve', 'payments', 'catalogue.apply'].filter(tokenMayCarry)).toEqual([
      'payments',
      'catalogue.apply',
    ]);
  });

  it('has no scope its creator does not hold for all its institutions', () => {
    const maker = [
      { role: 'administracao', institutions: null },
      { role: 'secretaria', institutions: ['CUA01'] },
    ] as const;
    const beyond = (scopes: Scope[], institutions: Reach) => beyondMaker(maker, { scopes, institutions });
    expect(beyond(['messages', 'audit', 'privacy.kept'], null)).toEqual([]);
    expect(beyond(['documents', 'subscriptions.read', 'payments.read'], null)).toEqual([
      'documents',
      'subscriptions.read',
      'payments.read',
    ]);
    expect(beyond(['documents.read', 'subscriptions.read'], ['CUA01'])).toEqual([]);
    expect(beyond(['documents.read'], ['CUA01', 'EPA01'])).toEqual(['documents.read']);
    // All the parts together are not the family, which also includes scopes added later.
    expect(beyond(['subscriptions'], ['CUA01'])).toEqual(['subscriptions']);
  });

  it('of any creator has no scope that none of their roles has', () => {
    for (const role of ROLES)
      for (const scope of scopes)
        expect(
          beyondMaker([{ role, institutions: null }], { scopes: [scope], institutions: null }).length === 0,
        ).toBe(carries(roles[role].carries, scope));
  });
});

describe('S36: a role', () => {
  const as = (all: [Role, Reach][]) => all.map(([role, institutions]) => ({ role, institutions }));
  const needs = (
    given: [Role, Reach][],
    held: [Role, Reach][] = [],
    by: [Role, Reach][] = ROLES.map((role) => [role, null]),
  ) => grantNeedsSecond({ by: as(by), held: as(held), given: as(given) });

  it.each([
    ['grave', [['financeiro', null]], [], true],
    [
      'not grave, and the giver holds all its parts',
      [
        ['secretaria', null],
        ['banca', ['CUA01']],
      ],
      [],
      false,
    ],
    ['held before', [['gestao', null]], [['gestao', null]], false],
    ['held for all, now for one', [['gestao', ['CUA01']]], [['gestao', null]], false],
    ['held for one, now for all', [['gestao', null]], [['gestao', ['CUA01']]], true],
    ['held for one, now for two', [['gestao', ['CUA01', 'EPA01']]], [['gestao', ['CUA01']]], true],
    [
      'held for two in two grants',
      [['gestao', ['CUA01', 'EPA01']]],
      [
        ['gestao', ['CUA01']],
        ['gestao', ['EPA01']],
      ],
      false,
    ],
    ['another grave one held', [['financeiro', ['CUA01']]], [['gestao', null]], true],
    ['none', [], [['financeiro', null]], false],
  ] as [string, [Role, Reach][], [Role, Reach][], boolean][])('%s', (_, given, held, needed) =>
    expect(needs(given, held)).toBe(needed),
  );

  it('with rights the giver does not hold needs a second person, wherever it applies', () => {
    const administers: [Role, Reach][] = [['administracao', null]];
    for (const role of ROLES) expect(needs([[role, ['CUA01']]], [], administers), role).toBe(true);
    const both: [Role, Reach][] = [...administers, ['secretaria', ['CUA01']]];
    expect(needs([['secretaria', ['CUA01']]], [], both)).toBe(false);
    expect(needs([['secretaria', ['EPA01']]], [], both)).toBe(true);
    expect(needs([['secretaria', null]], [], both)).toBe(true);
  });

  const grant = fc.tuple(
    fc.constantFrom(...ROLES),
    fc.option(fc.uniqueArray(fc.constantFrom('CUA01', 'EPA01', 'XYZ01'), { minLength: 1 })),
  ) as fc.Arbitrary<[Role, Reach]>;
  const grants = fc.array(grant, { maxLength: 5 });

  it('that is kept never needs a second person', () => {
    fc.assert(
      fc.property(grants, grants, (held, by) => {
        expect(needs(held, held, by)).toBe(false);
      }),
    );
  });

  it('given together with others needs one as much as alone', () => {
    fc.assert(
      fc.property(grants, grants, grants, grants, (one, other, held, by) => {
        expect(needs([...one, ...other], held, by)).toBe(needs(one, held, by) || needs(other, held, by));
      }),
    );
  });

  it('of an administrator cannot be removed or narrowed by one person', () => {
    const reduces = (held: [Role, Reach][], left: [Role, Reach][]) =>
      reductionNeedsSecond({ held: as(held), left: as(left) });
    expect(reduces([['administracao', null]], [])).toBe(true);
    expect(reduces([['administracao', null]], [['administracao', ['CUA01']]])).toBe(true);
    expect(reduces([['administracao', ['CUA01']]], [['administracao', null]])).toBe(false);
    expect(
      reduces(
        [
          ['administracao', null],
          ['banca', null],
        ],
        [['administracao', null]],
      ),
    ).toBe(false);
    expect(reduces([['financeiro', null]], [])).toBe(false);
  });
});
