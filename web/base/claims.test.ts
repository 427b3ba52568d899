import { describe, expect, it } from 'vitest';
import { type Claims, claimsOf, endOf, stageOf } from './claims.ts';

const MINUTE = 60_000;
const token = (claims: object) => `x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`;

describe('the claims of a token', () => {
  it('are read, also with characters outside ASCII', () => {
    const claims = { sub: 'a-b', exp: 1000, rem: true, nam: 'Ação Ñandú ☂' };
    expect(claimsOf(token(claims))).toEqual({ sub: 'a-b', exp: 1000, rem: true });
  });

  it('are undefined when the text is not a token', () => {
    for (const text of [undefined, '', 'x', 'x.y.z', token({ sub: 1 }), token({ sub: 'a' }), 'x.bnVsbA.z'])
      expect(claimsOf(text)).toBeUndefined();
  });
});

describe('U12 the end of a session', () => {
  const claims: Claims = { sub: 'a', exp: 12 * 3600, rem: false };

  it('comes with the token, or after an hour without activity when "Lembrar de mim" is off', () => {
    expect(endOf(claims, 0)).toBe(60 * MINUTE);
    expect(endOf(claims, 11.5 * 60 * MINUTE)).toBe(12 * 60 * MINUTE);
    expect(endOf({ ...claims, rem: true }, 0)).toBe(12 * 60 * MINUTE);
  });

  it('is preceded by a warning five minutes before', () => {
    const end = 60 * MINUTE;
    expect(stageOf(end, end - 5 * MINUTE - 1)).toBe('fine');
    expect(stageOf(end, end - 5 * MINUTE)).toBe('warning');
    expect(stageOf(end, end - 1)).toBe('warning');
    expect(stageOf(end, end)).toBe('over');
  });
});
