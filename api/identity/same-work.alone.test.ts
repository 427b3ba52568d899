import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { doors, from } from '../testing/codes.ts';
import { type Harness, startHarness } from '../testing/harness.ts';
import { inventedPerson } from '../testing/people.ts';
import { SENDS_OF_TENANT } from './door.ts';

/** Time on a shared machine proves nothing; what costs the time is counted instead. */
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
let door: ReturnType<typeof doors>;
beforeAll(async () => {
  harness = await startHarness();
  door = doors(harness);
  // The stand-in for accounts that do not exist is made once in the life of a process.
  await door.signIn(inventedPerson(9000).cpf, 'Errada#2026', from('10.9.0.1'));
});
afterAll(() => harness.stop());
beforeEach(() => Object.assign(work, { verified: 0, hashed: 0 }));

describe('S1 an answer costs the same work whether somebody is known or not', () => {
  it('at sign-in: one comparison for a wrong password, an unknown CPF and a locked account', async () => {
    const [known, locked] = [await door.newcomer(9101), await door.newcomer(9102)];
    for (let n = 0; n < 5; n++) await door.signIn(locked.cpf, 'Errada#2026', from('10.9.0.2'));
    for (const document of [known.cpf, inventedPerson(9103).cpf, locked.cpf]) {
      Object.assign(work, { verified: 0, hashed: 0 });
      expect((await door.signIn(document, 'Errada#2026', from('10.9.0.3'))).status).toBeGreaterThan(400);
      expect(work).toEqual({ verified: 1, hashed: 0 });
    }
  });

  it('when a code is asked for: no comparison at all', async () => {
    const known = await door.newcomer(9201);
    Object.assign(work, { verified: 0, hashed: 0 });
    for (const ask of [door.ask, door.askReset])
      for (const document of [known.cpf, inventedPerson(9202).cpf])
        await ask(document, { channel: 'email' }, from('10.9.0.4'));
    expect(work).toEqual({ verified: 0, hashed: 0 });
  });
});

it('S3 codes are not sent for without end in one tenant', async () => {
  const person = await door.newcomer(9301);
  for (let n = 0; n < SENDS_OF_TENANT.max; n++)
    harness.house.limits.note(SENDS_OF_TENANT, { tenant: 1, all: true });
  const refused = await door.ask(person.cpf, { channel: 'email' }, from('10.9.0.5'));
  expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMITED']);
});
