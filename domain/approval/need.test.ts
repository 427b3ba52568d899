import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Reach, ROLES, type Role } from '../staff/index.ts';
import {
  GRAVE_ROLES,
  grantNeedsSecond,
  refundNeedsSecond,
  settlementNeedsSecond,
  tokenMayCarry,
  tokenNeedsSecond,
} from './index.ts';

const cents = fc.integer({ min: 0, max: 10_000_000 });

describe('money given back', () => {
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

  it('never goes beyond the limit in parts without a second person', () => {
    fc.assert(
      fc.property(fc.array(cents, { maxLength: 20 }), cents, (parts, limit) => {
        let returned = 0;
        for (const asked of parts)
          if (!refundNeedsSecond({ asked, returned, waiting: 0 }, limit)) returned += asked;
        expect(returned).toBeLessThanOrEqual(limit);
      }),
    );
  });

  it('needs one more when more of it waits', () => {
    fc.assert(
      fc.property(cents, cents, cents, cents, (asked, returned, waiting, limit) => {
        if (refundNeedsSecond({ asked, returned, waiting }, limit))
          expect(refundNeedsSecond({ asked, returned, waiting: waiting + 1 }, limit)).toBe(true);
      }),
    );
  });
});

it('a payment at the institution needs a second person above its limit alone', () => {
  expect(settlementNeedsSecond(1_000_000, undefined)).toBe(false);
  expect([9_999, 10_000, 10_001].map((sum) => settlementNeedsSecond(sum, 10_000))).toEqual([
    false,
    false,
    true,
  ]);
});

describe('a service token', () => {
  it.each([
    [['payments'], true],
    [['payments.refund'], true],
    [['privacy'], true],
    [['privacy.erase', 'messages'], true],
    [['payments.read', 'payments.settle', 'privacy.answer'], false],
    [['essays', 'documents'], false],
    [[], false],
  ])('%j', (scopes, needed) => expect(tokenNeedsSecond(scopes)).toBe(needed));

  it('is never given what makes tokens, people or tests', () => {
    const refused = ['platform', 'test', 'staff', 'staff.manage', 'tokens'];
    expect([...refused, 'payments', 'catalogue.apply'].filter(tokenMayCarry)).toEqual([
      'payments',
      'catalogue.apply',
    ]);
  });
});

describe('a role', () => {
  const needs = (given: [Role, Reach][], held: [Role, Reach][] = [], administrators = 2): boolean => {
    const as = (all: [Role, Reach][]) => all.map(([role, institutions]) => ({ role, institutions }));
    return grantNeedsSecond({ held: as(held), given: as(given), administrators });
  };

  it.each([
    ['grave, with two of the administration', [['financeiro', null]], [], 2, true],
    ['grave, with one of it', [['financeiro', null]], [], 1, false],
    [
      'not grave',
      [
        ['secretaria', null],
        ['banca', ['CUA01']],
      ],
      [],
      9,
      false,
    ],
    ['held before', [['gestao', null]], [['gestao', null]], 2, false],
    ['held for all, now for one', [['gestao', ['CUA01']]], [['gestao', null]], 2, false],
    ['held for one, now for all', [['gestao', null]], [['gestao', ['CUA01']]], 2, true],
    ['held for one, now for two', [['gestao', ['CUA01', 'EPA01']]], [['gestao', ['CUA01']]], 2, true],
    [
      'held for two in two grants',
      [['gestao', ['CUA01', 'EPA01']]],
      [
        ['gestao', ['CUA01']],
        ['gestao', ['EPA01']],
      ],
      2,
      false,
    ],
    ['another grave one held', [['financeiro', ['CUA01']]], [['gestao', null]], 2, true],
    ['none', [], [['financeiro', null]], 2, false],
  ] as [string, [Role, Reach][], [Role, Reach][], number, boolean][])(
    '%s',
    (_, given, held, administrators, needed) => expect(needs(given, held, administrators)).toBe(needed),
  );

  const grant = fc.tuple(
    fc.constantFrom(...ROLES),
    fc.option(fc.uniqueArray(fc.constantFrom('CUA01', 'EPA01', 'XYZ01'), { minLength: 1 })),
  ) as fc.Arbitrary<[Role, Reach]>;
  const grants = fc.array(grant, { maxLength: 5 });

  it('that is kept or not grave never needs a second person', () => {
    fc.assert(
      fc.property(grants, fc.nat(5), (held, administrators) => {
        expect(needs(held, held, administrators)).toBe(false);
        const light = held.filter(([role]) => !GRAVE_ROLES.some((grave) => grave === role));
        expect(needs(light, [], administrators)).toBe(false);
      }),
    );
  });

  it('that is given beside others needs one as much as alone', () => {
    fc.assert(
      fc.property(grants, grants, grants, (one, other, held) => {
        expect(needs([...one, ...other], held)).toBe(needs(one, held) || needs(other, held));
      }),
    );
  });
});
