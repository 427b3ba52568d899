import { describe, expect, it } from 'vitest';
import { needsStrength, provesStrongly, ROLES } from './index.ts';

const of = (...held: Parameters<typeof needsStrength>[0][number]['role'][]) => held.map((role) => ({ role }));

describe('S39: scopes that need a strong sign-in', () => {
  it.each([
    [of('banca'), ['essays.grade'], undefined, false],
    [of('banca'), ['essays.grade', 'essays.lead'], undefined, false],
    [of('entrevistas'), ['admissions.interview', 'admissions.decide'], undefined, false],
    [of('secretaria'), ['admissions.interview', 'admissions.decide'], undefined, true],
    [of('secretaria'), ['subscriptions.read'], undefined, true],
    [of('banca', 'secretaria'), ['subscriptions.read'], undefined, true],
    [of('financeiro'), ['exports'], undefined, true],
    [of('administracao'), ['catalogue.read'], undefined, false],
    [of('administracao'), ['platform', 'staff.manage'], undefined, true],
    [of('banca'), ['essays.grade'], 'subscriptions.read', true],
    [of('coordenacao'), ['essays'], undefined, true],
    [[], ['essays.grade'], undefined, true],
  ] as const)('%j for %j and %s: %s', (held, oneOf, also, needed) => {
    expect(needsStrength(held, oneOf, also)).toBe(needed);
  });

  it('show people in bulk, documents, payments, privacy or the team, for every role', () => {
    for (const role of ROLES)
      for (const scope of [
        'subscriptions.read',
        'documents.read',
        'payments.read',
        'privacy.answer',
        'privacy.kept',
        'exports',
        'audit',
        'messages.read',
        'staff.read',
        'staff.manage',
        'tokens',
        'webhooks',
        'catalogue.apply',
      ] as const)
        expect([role, scope, needsStrength(of(role), [scope])]).toEqual([role, scope, true]);
  });
});

describe("S39: a provider's claims about a sign-in", () => {
  const agreed = { strongAcr: ['https://refeds.org/profile/mfa'], strongAmr: ['mfa', 'hwk'] };
  it.each([
    [{ acr: 'https://refeds.org/profile/mfa', amr: undefined }, true],
    [{ acr: undefined, amr: ['pwd', 'mfa'] }, true],
    [{ acr: undefined, amr: ['hwk'] }, true],
    [{ acr: 'https://refeds.org/profile/sfa', amr: ['pwd'] }, false],
    [{ acr: 'HTTPS://refeds.org/profile/mfa', amr: [] }, false],
    [{ acr: ['https://refeds.org/profile/mfa'], amr: 'mfa' }, false],
    [{ acr: 'mfa', amr: ['https://refeds.org/profile/mfa'] }, false],
    [{ acr: undefined, amr: [null, { mfa: true }] }, false],
    [{ acr: undefined, amr: undefined }, false],
  ])('%j: %s', (proof, strong) => {
    expect(provesStrongly(proof, agreed)).toBe(strong);
  });

  it('count for nothing where no values were agreed', () => {
    expect(provesStrongly({ acr: 'mfa', amr: ['mfa'] }, { strongAcr: [], strongAmr: [] })).toBe(false);
  });
});
