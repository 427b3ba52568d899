import { describe, expect, it } from 'vitest';
import { brandLines } from '../base/brand-name.ts';
import { claimsOf } from '../base/claims.ts';
import { entryOf, isLink, signInAddress } from '../base/entry.ts';

describe('the claims of a token', () => {
  it('are read from base64url', () => {
    const part = Buffer.from('{"sub":"a~~~???","exp":1,"rem":false}').toString('base64url');
    expect(part).toMatch(/-.*_/);
    expect(claimsOf(`x.${part}.y`)).toEqual({ sub: 'a~~~???', exp: 1, rem: false });
  });
  it('are undefined when a claim has the wrong type', () => {
    const token = (claims: object) => `x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.y`;
    expect([token({ sub: 7, exp: 1 }), token({ sub: 'a', exp: '1' })].map(claimsOf)).toEqual([
      undefined,
      undefined,
    ]);
    expect(claimsOf(token({ sub: 'a', exp: 1, rem: 'yes' }))).toBeUndefined();
  });
});

describe('addresses', () => {
  const away = (path: string) => ({
    replace: `/?redirectTo=${encodeURIComponent(`/orbita/candidate${path}`)}`,
  });
  it.each([
    ['/x/print', 'app'],
    ['/x/auth/google', 'app'],
    ['/auth/google/x', 'app'],
    ['/x/portal', 'app'],
    ['/portal', away('/portal')],
    ['/x/subscriptions/1?accesskey=k', 'app'],
    ['/subscriptions?accesskey=k', 'link'],
  ])('%s is matched as a whole address', (address, entry) => expect(entryOf(address, false)).toEqual(entry));
  it('an old campaign address is redirected with its query', () => {
    expect(entryOf('/index_old?utm_source=a//b', false)).toEqual({ replace: '/?utm_source=a//b' });
    expect(entryOf('/index_old//?a=1', false)).toEqual({ replace: '/?a=1' });
  });
  it('an address of the sign-in page is kept', () => {
    expect([signInAddress('/reset-password/abc'), signInAddress('/?x=1'), signInAddress()]).toEqual([
      ...['/reset-password/abc', '/?x=1', '/'],
    ]);
    expect([
      isLink('/essays?accesskey=k'),
      isLink('/essays?accesskey='),
      isLink('/essays#accesskey=k'),
    ]).toEqual([...[true, false, false]]);
  });
});

it.each([
  ['A Universidade Alfa', 'A Universidade Alfa', undefined],
  ['Faculdades   Alfa', 'Alfa', 'Faculdades'],
  ['Faculdade Alfa', 'Alfa', 'Faculdade'],
  ['Escola de Pós-Graduação Alfa', 'Alfa', 'Escola de Pós-Graduação'],
  ['faculdade do Alfa', 'faculdade do Alfa', undefined],
  ['Universidade da Alfa', 'Universidade da Alfa', undefined],
])('%s is shown as %s', (brand, name, detail) => {
  expect(brandLines(brand)).toEqual(detail === undefined ? { name } : { name, detail });
});
