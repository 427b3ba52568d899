import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { idOf, signInCalls } from '../../testing/codes.ts';
import { type Client, type Harness, startHarness } from '../../testing/harness.ts';
import { type Node, secondNode } from '../../testing/many-people.ts';
import { Authenticator, beginPasskey } from '../../testing/passkeys.ts';
import { inventedPerson, PASSWORD, signUpFields } from '../../testing/people.ts';
import { EVERYTHING } from '../../testing/sample.ts';

/** An import at the same time as actions of the person who has the document, on two nodes. */
const ROUNDS = EVERYTHING ? 12 : 4;
let harness: Harness;
let node: Node;
let entry: ReturnType<typeof signInCalls>;
let count = 60_000;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  node = await secondNode(harness, () => undefined);
  entry = signInCalls(harness);
}, 120_000);
afterAll(async () => {
  await node?.stop();
  await harness?.stop();
});

const db = () => harness.platform.db.tenant(1);
const alone = () => ({ 'x-forwarded-for': `10.77.${(count >> 8) & 255}.${count & 255}` });
/** Browser at the other node, without a session. */
const elsewhere = (): Client => node.client({ client: harness.visitor() });
const bring = (document: string, n: number, documentType: 'cpf' | 'rne' = 'cpf') =>
  harness.operations.call('POST /operations/candidates', {
    body: { documentType, document, name: 'Vera Verdadeira', email: `vera${n}@exemplo.test` },
  });
const check = (client: Client) => client.call('GET /candidate/users/check/');

/** Asserts that only the imported person can get in: no password, no passkey, no open session. */
async function nobodyIn(document: string, n: number) {
  const people = await db().many<Record<string, unknown>>(sql`
    select p.name, p.email, u.password_hash,
      (select count(*)::int from passkey k where k.tenant_id = 1 and k.person_id = p.id) as passkeys,
      (select count(*)::int from login_session l where l.tenant_id = 1 and l.person_id = p.id and l.revoked_at is null)
        as sessions
    from user_account u join person p on p.tenant_id = u.tenant_id and p.id = u.person_id
    where u.tenant_id = 1 and u.document = ${document}`);
  expect(people).toEqual([
    {
      ...{ name: 'Vera Verdadeira', email: `vera${n}@exemplo.test` },
      ...{ password_hash: null, passkeys: 0, sessions: 0 },
    },
  ]);
}

const signUp = (client: Client, n: number, change = {}) =>
  client.call('POST /platform/auth/signup/tenants/{tenant}', {
    params: { tenant: 'alfa' },
    headers: alone(),
    body: { ...signUpFields(inventedPerson(n)), captchaToken: 'token', ...change },
  });

it.each(['cpf', 'rne'] as const)(
  'S31 an import and a sign-up with the same %s leave one person, without the stranger',
  async (type) => {
    for (let round = 0; round < ROUNDS; round++) {
      const n = count++;
      const document = type === 'cpf' ? inventedPerson(n).cpf : `V${n}W`;
      const client = elsewhere();
      const [signed, brought] = await Promise.all([
        signUp(client, n, type === 'cpf' ? {} : { documentType: 'rne', document, nationality: 'AR' }),
        bring(document, n, type),
      ]);
      expect([200, 201]).toContain(brought.status);
      expect([201, 409]).toContain(signed.status);
      await nobodyIn(document, n);
      if (signed.status !== 201) continue;
      client.token = 'accessToken' in signed.body ? signed.body.accessToken : undefined;
      await expect.poll(async () => (await check(client)).status, { timeout: 1000 }).toBe(401);
    }
  },
);

it('S31 an import ends a sign-in, a code and a new passkey made at the same moment', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const n = count++;
    const person = await entry.newcomer(n);
    const registration = await beginPasskey(person.client);
    const asked = await entry.ask(person.cpf, { channel: 'email' }, alone());
    const code = await entry.codeFor(person.email);
    const late = [elsewhere(), elsewhere()] as const;
    const [signedIn, byCode, brought] = await Promise.all([
      entry.signIn(person.cpf, PASSWORD, alone(), late[0]),
      // A code used first proves the stranger's own mailbox and opens a case; so not in every round.
      round % 2 ? entry.verify(idOf(asked.body), code, late[1]) : undefined,
      bring(person.cpf, n),
      node.client(person).call('POST /platform/auth/passkeys', {
        body: {
          registrationId: registration.registrationId,
          credential: new Authenticator('cua.alfa.orbita.test').create(registration.challenge),
        },
      }),
    ]);
    expect(brought.status).toBe(200);
    if (brought.body.caseId !== null) {
      expect(byCode?.status).toBe(200);
      const row = await db().one(
        sql`select name from person where tenant_id = 1 and id = ${brought.body.personId}`,
      );
      expect(row).toEqual({ name: person.name });
      continue;
    }
    await nobodyIn(person.cpf, n);
    late[0].token = signedIn.body.accessToken;
    late[1].token = byCode?.body.accessToken;
    for (const client of [person.client, ...late])
      await expect.poll(async () => (await check(client)).status, { timeout: 1000 }).toBe(401);
  }
});
