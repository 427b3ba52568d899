import { describe, expect, it } from 'vitest';
import { brandLines } from './brand-name.ts';
import { claimsOf } from './claims.ts';
import { doorOf, gateAddress, isLink } from './doors.ts';

describe('what a token says', () => {
  it('is read from both alphabets', () => {
    const part = Buffer.from('{"sub":"a~~~???","exp":1}').toString('base64url');
    expect(part).toMatch(/-.*_/);
    expect(claimsOf(`x.${part}.y`)).toEqual({ sub: 'a~~~???', exp: 1, rem: false });
  });
  it('is nothing where its parts are of another kind', () => {
    const token = (claims: object) => `x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.y`;
    expect([token({ sub: 7, exp: 1 }), token({ sub: 'a', exp: '1' })].map(claimsOf)).toEqual([
      undefined,
      undefined,
    ]);
    expect(claimsOf(token({ sub: 'a', exp: 1, rem: 'yes' }))).toEqual({ sub: 'a', exp: 1, rem: false });
  });
});

describe('addresses', () => {
  const away = (path: string) => ({
    replace: `/?redirectTo=${encodeURIComponent(`/orbita/candidate${path}`)}`,
  });
  it.each([
    ['/x/print', away('/x/print')],
    ['/x/auth/google', away('/x/auth/google')],
    ['/auth/google/x', away('/auth/google/x')],
    ['/x/subscriptions/1?accesskey=k', away('/x/subscriptions/1?accesskey=k')],
    ['/subscriptions?accesskey=k', 'link'],
  ])('%s opens no door but its own', (address, door) => expect(doorOf(address, false)).toEqual(door));
  it('an old address of a campaign goes on with what it carries', () => {
    expect(doorOf('/index_old?utm_source=a//b', false)).toEqual({ replace: '/?utm_source=a//b' });
    expect(doorOf('/index_old//?a=1', false)).toEqual({ replace: '/?a=1' });
  });
  it('the gate itself is kept as it is wanted', () => {
    expect([gateAddress('/reset-password/abc'), gateAddress('/?x=1'), gateAddress()]).toEqual([
      ...['/reset-password/abc', '/?x=1', '/'],
    ]);
    expect([isLink('/essays?accesskey='), isLink('/essays#accesskey=k')]).toEqual([true, false]);
  });
});

it.each([
  ['A Universidade Alfa', 'A Universidade Alfa', undefined],
  ['Faculdades   Alfa', 'Alfa', 'Faculdades'],
  ['Faculdade Alfa', 'Alfa', 'Faculdade'],
  ['Escola de Pós-Graduação Alfa', 'Alfa', 'Escola de Pós-Graduação'],
  ['faculdade do Alfa', 'faculdade do Alfa', undefined],
  ['Universidade da Alfa', 'Universidade da Alfa', undefined],
])('%s is told as %s', (brand, name, detail) => {
  expect(brandLines(brand)).toEqual(detail === undefined ? { name } : { name, detail });
});
