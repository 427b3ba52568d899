import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { from, signInCalls } from '../../testing/codes.ts';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { inventedPerson, signUpFields } from '../../testing/people.ts';
import { hashPassword } from './password-hash.ts';
import { SENDS_OF_TENANT } from './sign-in-limits.ts';

/** Response times on a shared machine prove nothing, so expensive operations are counted instead. */
const work = vi.hoisted(() => ({ verified: 0, hashed: 0 }));
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>();
  return {
    ...real,
    hash: (...given: Parameters<typeof real.hash>) => {
      work.hashed += 1;
      return real.hash(...given);
    },
    verify: (...given: Parameters<typeof real.verify>) => {
      work.verified += 1;
      return real.verify(...given);
    },
  };
});

let harness: Harness;
let entry: ReturnType<typeof signInCalls>;
beforeAll(async () => {
  harness = await startHarness();
  entry = signInCalls(harness);
  // The substitute hash for accounts that don't exist is computed once per process, so it is computed here first.
  await entry.signIn(inventedPerson(9000).cpf, 'Errada#2026', from('10.9.0.1'));
});
afterAll(() => harness.stop());
beforeEach(() => Object.assign(work, { verified: 0, hashed: 0 }));

it('passwords are hashed with the cost OWASP asks for', async () => {
  expect(await hashPassword(1, 'Senha#2026')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

describe('S1 an answer costs the same work for known and unknown people', () => {
  it('at sign-in: one comparison for a wrong password, an unknown CPF and a locked account', async () => {
    const [known, locked] = [await entry.newcomer(9101), await entry.newcomer(9102)];
    for (let n = 0; n < 5; n++) await entry.signIn(locked.cpf, 'Errada#2026', from('10.9.0.2'));
    for (const document of [known.cpf, inventedPerson(9103).cpf, locked.cpf]) {
      Object.assign(work, { verified: 0, hashed: 0 });
      expect((await entry.signIn(document, 'Errada#2026', from('10.9.0.3'))).status).toBeGreaterThan(400);
      expect(work).toEqual({ verified: 1, hashed: 0 });
    }
  });

  it('when a code is requested: no comparison at all', async () => {
    const known = await entry.newcomer(9201);
    Object.assign(work, { verified: 0, hashed: 0 });
    for (const ask of [entry.ask, entry.askReset])
      for (const document of [known.cpf, inventedPerson(9202).cpf])
        await ask(document, { channel: 'email' }, from('10.9.0.4'));
    expect(work).toEqual({ verified: 0, hashed: 0 });
  });
});

it('S33 at sign-up with neutral answers: one password is hashed, for a known document and for a new one', async () => {
  const known = await entry.newcomer(9401);
  const at = from('10.9.0.6');
  for (let n = 0; n < 5; n++) await entry.signIn(inventedPerson(9410 + n).cpf, 'Errada#2026', at);
  for (const [n, document] of [known.cpf, inventedPerson(9402).cpf].entries()) {
    Object.assign(work, { verified: 0, hashed: 0 });
    const { status } = await harness.visitor().call('POST /platform/auth/signup/tenants/{tenant}', {
      params: { tenant: 'alfa' },
      headers: at,
      body: {
        ...signUpFields(inventedPerson(9420 + n)),
        document,
        marketingConsent: false,
        captchaToken: 'token',
      },
    });
    expect(status).toBe(202);
    expect(work).toEqual({ verified: 0, hashed: 1 });
  }
});

it('S3 the number of codes sent per tenant is limited', async () => {
  const person = await entry.newcomer(9301);
  // When this node knows a limit is reached, it refuses without counting.
  const { shared: _, ...known } = SENDS_OF_TENANT;
  for (let n = 0; n < known.max; n++) harness.platform.limits.note(known, { tenant: 1, all: true });
  const refused = await entry.ask(person.cpf, { channel: 'email' }, from('10.9.0.5'));
  expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMITED']);
});
