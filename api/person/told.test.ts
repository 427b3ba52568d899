import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { signUp } from '../../testing/journey.ts';
import { inventedPerson, PASSWORD } from '../../testing/people.ts';

let harness: Harness;
let count = 62_000;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness?.stop());

it('S33 a document entered in a profile reveals no more about others than sign-in does', async () => {
  const known = [];
  for (let n = 0; n < 8; n++) {
    const person = inventedPerson(count++);
    const client = harness.visitor();
    client.headers = { 'x-forwarded-for': `198.51.100.${n}` };
    await signUp(client, person);
    known.push(person.cpf);
  }
  const client = harness.visitor();
  client.headers = { 'x-forwarded-for': '203.0.113.80' };
  const { personId } = await signUp(client, inventedPerson(count++));
  const put = (document: string) =>
    client.call('PUT /candidate/users/{personId}/person-data', { params: { personId }, body: { document } });
  const codes = [];
  for (const document of known.slice(0, 6)) codes.push((await put(document)).body.code);
  expect(codes).toEqual([...Array(5).fill('SOCIAL_ALREADY_LINKED'), 'RATE_LIMITED']);
  // A document that somebody has is no longer distinguishable from one that nobody has, and sign-ins share the same budget.
  const [of, nobodys] = [await put(known[7] ?? ''), await put(inventedPerson(count++).cpf)];
  const seen = ({ status, body }: { status: number; body: object }) => [status, { ...body, traceId: '' }];
  expect(seen(of)).toEqual(seen(nobodys));
  const signIn = await harness.visitor().call('POST /platform/auth/signin/tenants/{tenant}', {
    params: { tenant: 'alfa' },
    headers: client.headers,
    body: {
      documentType: 'cpf',
      document: inventedPerson(count++).cpf,
      password: PASSWORD,
      captchaToken: 'token',
    },
  });
  expect(signIn.body.code).toBe('BAD_CREDENTIALS');
  // Everything else of the profile is saved as before.
  const name = await client.call('PUT /candidate/users/{personId}/person-data', {
    params: { personId },
    body: { socialName: 'Flor' },
  });
  expect(name.status).toBe(200);
});
