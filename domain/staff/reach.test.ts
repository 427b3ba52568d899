import type { Scope } from '@orbita/domain/staff';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Grant, partsOfRole, type Reach, ROLES, type Role, reachOf } from './index.ts';

const grant = (role: Role, institutions: Reach = null): Grant => ({ role, institutions });

describe('institutions of a call', () => {
  const cases: readonly [string, Grant[], Scope[], Scope | undefined, Reach][] = [
    ['nobody', [], ['payments.read'], undefined, []],
    ['a role without the part', [grant('banca')], ['payments.read'], undefined, []],
    ['a role for all', [grant('financeiro')], ['payments.refund'], undefined, null],
    ['a role for one', [grant('financeiro', ['EPA01'])], ['payments.refund'], undefined, ['EPA01']],
    ['a role for none', [grant('financeiro', [])], ['payments.refund'], undefined, []],
    [
      'powers of one institution in another',
      [grant('secretaria', ['CUA01']), grant('financeiro', ['EPA01'])],
      ['payments.refund'],
      undefined,
      ['EPA01'],
    ],
    [
      'the union of roles that carry the part',
      [grant('secretaria', ['EPA01']), grant('coordenacao', ['EPA01', 'CUA01']), grant('banca', ['XYZ01'])],
      ['documents.read'],
      undefined,
      ['CUA01', 'EPA01'],
    ],
    [
      'any of several parts',
      [grant('atendimento', ['CUA01']), grant('coordenacao', ['EPA01'])],
      ['tests.roll', 'tests.results'],
      undefined,
      ['CUA01', 'EPA01'],
    ],
    [
      'two parts, each of another institution',
      [grant('administracao', ['CUA01']), grant('secretaria', ['EPA01'])],
      ['webhooks'],
      'students',
      [],
    ],
    [
      'two parts of the same institution',
      [grant('administracao', ['CUA01', 'EPA01']), grant('secretaria', ['EPA01'])],
      ['webhooks'],
      'students',
      ['EPA01'],
    ],
    [
      'two parts, one of them for all',
      [grant('administracao'), grant('secretaria', ['EPA01'])],
      ['webhooks'],
      'students',
      ['EPA01'],
    ],
    [
      'two parts, the second for all',
      [grant('administracao', ['CUA01']), grant('secretaria')],
      ['webhooks'],
      'students',
      ['CUA01'],
    ],
    ['two parts for all', [grant('financeiro')], ['payments.leave'], 'subscriptions.read', null],
  ];
  it.each(cases)('%s', (_what, grants, oneOf, also, expected) => {
    expect(reachOf(grants, oneOf, also)).toEqual(expected);
  });

  const someGrants = fc.array(
    fc.record({
      role: fc.constantFrom(...ROLES),
      institutions: fc.option(fc.uniqueArray(fc.constantFrom('A', 'B', 'C'))),
    }),
    { maxLength: 5 },
  );
  const somePart = fc.constantFrom(...new Set(ROLES.flatMap(partsOfRole)));
  const includes = (reach: Reach, code: string) => reach === null || reach.includes(code);

  it('is the union of the grants, institution by institution', () => {
    fc.assert(
      fc.property(someGrants, somePart, somePart, (grants, part, also) => {
        for (const code of ['A', 'B', 'C']) {
          const holds = (wanted: Scope) =>
            grants.some(
              ({ role, institutions }) => partsOfRole(role).includes(wanted) && includes(institutions, code),
            );
          expect(includes(reachOf(grants, [part]), code)).toBe(holds(part));
          expect(includes(reachOf(grants, [part, also]), code)).toBe(holds(part) || holds(also));
          expect(includes(reachOf(grants, [part], also), code)).toBe(holds(part) && holds(also));
        }
      }),
    );
  });
});
