import { type CallKey, callOf, calls } from '@orbita/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { candidateCalls } from '../../testing/candidate-calls.ts';
import { type FullPerson, fullPerson } from '../../testing/full-person.ts';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { exampleOf, make } from '../../testing/misuse.ts';
import { CANDIDATE_01 } from '../../testing/people.ts';
import { borrowed, waysIn } from '../../testing/proof.ts';

/** Every call of a candidate that writes, but her own way out. */
const keys = (Object.keys(calls) as CallKey[]).filter(
  (key) =>
    callOf(key).auth === 'candidate' && !key.startsWith('GET ') && key !== 'POST /platform/auth/signout',
);

let harness: Harness;
let owner: FullPerson;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  owner = await fullPerson(harness, CANDIDATE_01);
  await borrowed(harness, owner.client);
});
afterAll(() => harness?.stop());

describe('S32 in a borrowed session', () => {
  it.each(keys)('S32: %s changes no contact and no sign-in method', async (key) => {
    const example = candidateCalls[key];
    if (!example) throw new Error(`${key} has no example`);
    const before = await waysIn(harness, owner.document);
    const answer = await make(owner.client, key, exampleOf(example, owner));
    if (callOf(key).freshProof === true)
      expect([answer.status, (answer.body as { code: string }).code]).toEqual([403, 'REAUTH_REQUIRED']);
    expect(await waysIn(harness, owner.document)).toEqual(before);
  });
});
