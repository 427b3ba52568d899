import { describe, expect, it } from 'vitest';
import { checkConfirmed, requireConfirmed } from './confirmed.ts';
import type { Service } from './context.ts';
import { AppError } from './errors.ts';
import { mayWithin } from './may-within.ts';
import { reachWithin } from './reach-within.ts';

const now = new Date('2026-01-12T10:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
type Proved = Parameters<typeof checkConfirmed>[1];

const proved = (method: Proved['method'], seconds: number, hasPasskey = false): Proved => ({
  ...{ method, hasPasskey, reauthAt: at(seconds) },
  strength: method === 'code' ? null : method === 'idp' ? 'provider' : method,
});

/** The error code with which the call is refused, and how the person may confirm their identity; undefined if it is allowed. */
function refusal(confirm: 'recent' | 'strong' | undefined, proved: Proved) {
  try {
    checkConfirmed(confirm, proved, now);
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [error.code, error.extra.methods];
  }
}

describe('an act that requires proof of identity (spec 25.2.4)', () => {
  it.each([
    ['asks nothing else', undefined, proved('code', -1), undefined],
    ['is open while the proof is recent', 'recent', proved('code', 1), undefined],
    ['is closed at its end', 'recent', proved('code', 0), ['REAUTH_REQUIRED', ['code']]],
    [
      'may be opened by a passkey, too',
      'recent',
      proved('code', 0, true),
      ['REAUTH_REQUIRED', ['passkey', 'code']],
    ],
    ['after a passkey asks for one', 'recent', proved('passkey', 0, true), ['REAUTH_REQUIRED', ['passkey']]],
    ['after the own sign-in asks for it', 'strong', proved('idp', 0), ['REAUTH_REQUIRED', ['idp']]],
    ['of a demo takes a code', 'recent', proved('demo', 0), ['REAUTH_REQUIRED', ['code']]],
    ['that is grave is open after a passkey', 'strong', proved('passkey', 1, true), undefined],
    [
      'that is grave is not opened by a code',
      'strong',
      proved('code', 1, true),
      ['REAUTH_REQUIRED', ['passkey']],
    ],
    ['that is grave needs a passkey first', 'strong', proved('code', 1), ['STRONGER_SIGN_IN', undefined]],
  ] as const)('%s', (_what, confirm, given, expected) => {
    expect(refusal(confirm, given)).toEqual(expected);
  });

  it('is not asked of a service token', () => {
    expect(() => requireConfirmed({}, 'strong', now)).not.toThrow();
    const staff = { ...proved('code', 1), grants: [], role: null, id: 1, sessionId: 1 };
    expect(() => requireConfirmed({ staff }, 'strong', now)).toThrow(AppError);
  });
});

describe('a part of a call that needs a scope of its own (spec 25.1.2)', () => {
  const token = (scopes: string[], more: Partial<Service> = {}): Service => ({
    ...{ tokenName: 't', scopes, institutions: ['CUA01'], operator: null },
    ...{ development: false, tenantId: 1, tokenId: 1, ...more },
  });
  const key = 'GET /operations/essays/{id}';

  it('is open to those with that scope, and in development', () => {
    expect(mayWithin(token(['essays.grade']), key)).toBe(false);
    expect(mayWithin(token(['essays.lead']), key)).toBe(true);
    expect(mayWithin(token([], { development: true }), key)).toBe(true);
  });

  it('reaches the institutions of the token, or those of the roles with the scope', () => {
    expect(reachWithin(token(['essays.grade']), ['essays.lead'])).toEqual([]);
    expect(reachWithin(token(['essays.lead']), ['documents.review', 'essays.lead'])).toEqual(['CUA01']);
    expect(reachWithin(token([], { development: true, institutions: null }), ['essays.lead'])).toBeNull();
    const grants = [
      { role: 'banca', institutions: ['EPA01'] },
      { role: 'financeiro', institutions: null },
    ] as const;
    const staff = { ...proved('code', 1), grants, role: null, id: 1, sessionId: 1 };
    expect(reachWithin(token([], { staff }), ['essays.grade'])).toEqual(['EPA01']);
  });
});
