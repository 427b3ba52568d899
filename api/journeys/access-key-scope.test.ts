import { type CallKey, callOf, calls } from '@orbita/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkHolder } from '../../testing/applicant.ts';
import { candidateCalls } from '../../testing/candidate-calls.ts';
import { withoutTrace } from '../../testing/fingerprint.ts';
import { type FullPerson, fullPerson } from '../../testing/full-person.ts';
import { type Client, type Harness, startHarness } from '../../testing/harness.ts';
import { exampleOf, expectRefusal, make } from '../../testing/misuse.ts';
import { CANDIDATE_01 } from '../../testing/people.ts';

/** What a token of one subscription may do, tried on every call (spec 5.2; S17). */
const keys = (Object.keys(calls) as CallKey[]).filter((key) => callOf(key).auth === 'candidate');
const closed = keys.filter((key) => !callOf(key).accessKey);
/** Order of the calls: reads first, then writes, then calls that end or remove something. */
const last = (key: CallKey): number => {
  if (key.endsWith('/signout')) return 3;
  if (/^DELETE|^PUT \S+\/status/.test(key)) return 2;
  return key.startsWith('GET') ? 0 : 1;
};
const open = keys.filter((key) => callOf(key).accessKey).sort((a, b) => last(a) - last(b));
/** Calls about the person: they name no application, and are allowed under a link. */
const OF_PERSON: readonly string[] = [
  'POST /platform/auth/signout',
  'GET /candidate/users/check/',
  'GET /candidate/users/{uuid}/person-data',
  'GET /candidate/users/{uuid}/consents',
];
const isOfEssay = (key: CallKey) => key.includes('{essayId}');

let harness: Harness;
let owner: FullPerson;
/** The first application has everything except a running essay; the second has that essay. */
let first: Client;
let second: Client;

beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  owner = await fullPerson(harness, CANDIDATE_01);
  const essay = await owner.client.call('GET /candidate/subscriptions/essays/{essayId}', {
    params: { essayId: owner.essayId },
  });
  first = await linkHolder(harness, owner);
  second = await linkHolder(harness, { subscriptionId: essay.body.subscriptionId });
});
afterAll(() => harness?.stop());

const sentFor = (key: CallKey) => {
  const example = candidateCalls[key];
  if (!example) throw new Error(`${key} has no example in testing/candidate-calls.ts`);
  return exampleOf(example, owner);
};
const without = <T>(traces: string, work: () => Promise<T>) => withoutTrace(harness, work, traces);

describe.each(closed)('%s', (key) => {
  it('S17 is refused under an access key', () =>
    without('refused', async () =>
      expectRefusal(await make(first, key, sentFor(key)), key, 403, 'FORBIDDEN'),
    ));
});

describe.each(open.filter((key) => !OF_PERSON.includes(key)))('%s', (key) => {
  it("S17 answers 404 for any other application, even of the key's owner", () =>
    without('another application', async () =>
      expectRefusal(await make(isOfEssay(key) ? first : second, key, sentFor(key)), key, 404, 'NOT_FOUND'),
    ));
});

describe.each(open)('%s', (key) => {
  it('S17 is allowed under an access key of the application', async () => {
    const answer = await make(isOfEssay(key) ? second : first, key, sentFor(key));
    const outcome = `${key}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`;
    expect([401, 403, 404, 500], outcome).not.toContain(answer.status);
    if (key.startsWith('GET')) expect(answer.status, outcome).toBe(200);
  });
});
