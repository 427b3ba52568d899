import type { Body } from '@orbita/protocol';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Client, type Harness, startHarness, T0 } from '../../testing/harness.ts';
import { begin } from '../../testing/journey.ts';
import { inventedPerson, signUpFields } from '../../testing/people.ts';
import { newKey } from '../../testing/requests.ts';
import { OutcomeUnknown } from '../platform/database/outage.ts';
import type { Tx } from '../platform/database/types.ts';

const SIGN_UP = 'POST /platform/auth/signup/tenants/{tenant}';
type Form = Body<typeof SIGN_UP>;

let harness: Harness;
let people = 2600;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness?.stop());
beforeEach(() => harness.clock.set(new Date(T0)));

const newForm = (): Form => {
  people += 1;
  return { ...signUpFields(inventedPerson(people)), captchaToken: 'token' };
};
const signUp = (body: Form, headers: Record<string, string>, client: Client = harness.visitor()) =>
  client.call(SIGN_UP, { params: { tenant: 'alfa' }, headers, body });
/** What the accounts of a document consist of, with everything that creating one writes. */
const made = (document: string) =>
  harness.platform.db.tenant(1).many(sql`
    select p.email,
      (select count(*)::int from user_account a where a.tenant_id = p.tenant_id and a.person_id = p.id) as accounts,
      (select count(*)::int from notification n where n.tenant_id = p.tenant_id and n.person_id = p.id
        and n.template = 'N-01') as welcomes,
      (select count(*)::int from consent c where c.tenant_id = p.tenant_id and c.person_id = p.id) as consents
    from person p where p.tenant_id = 1 and p.cpf = ${document}`);

/** Sends a sign-up whose connection to the database breaks right after the commit that creates the account. */
async function cutAfterCommit(body: Form, headers: Record<string, string>) {
  const { db } = harness.platform;
  const write = db.write;
  db.write = async <T>(tenantId: number, work: (tx: Tx) => Promise<T>): Promise<T> => {
    const done = await write(tenantId, work);
    if ((await made(body.document)).length > 0) throw new OutcomeUnknown('cut');
    return done;
  };
  try {
    return await signUp(body, headers);
  } finally {
    db.write = write;
  }
}

describe('R1 R2: a sign-up under an Idempotency-Key', () => {
  it('cut after its commit and repeated, gets the answer of the first one, and the account is created once', async () => {
    const body = newForm();
    const headers = newKey();
    const cut = await cutAfterCommit(body, headers);
    expect([cut.status, cut.body]).toMatchObject([503, { code: 'OUTCOME_UNKNOWN' }]);
    expect(cut.headers.getSetCookie()).toEqual([]);
    const before = await made(body.document);
    expect(before).toMatchObject([{ email: body.email, accounts: 1, welcomes: 1 }]);
    const client = harness.visitor();
    const again = await signUp(body, headers, client);
    const other = newForm();
    const first = await signUp(other, newKey(), harness.visitor());
    // The same answer as any first one, cookies included, but for the session itself.
    expect([again.status, Object.keys(again.body)]).toEqual([first.status, Object.keys(first.body)]);
    const names = (answer: typeof first) => answer.headers.getSetCookie().map((line) => line.split('=')[0]);
    expect(names(again)).toEqual(names(first));
    const { personId } = await begin(client, again);
    const third = harness.visitor();
    expect((await begin(third, await signUp(body, headers, third))).personId).toBe(personId);
    expect(await made(body.document)).toEqual(before);
  });

  it('needs its captcha only once, since the provider takes a token only once', async () => {
    const body = newForm();
    const headers = newKey();
    expect((await signUp(body, headers)).status).toBe(201);
    for (const captchaToken of ['fail', 'another', null])
      expect((await signUp({ ...body, captchaToken }, headers)).status).toBe(201);
    const stranger = await signUp({ ...newForm(), captchaToken: 'fail' }, newKey());
    expect(stranger.body.code).toBe('CAPTCHA_FAILED');
  });

  it('sent twice at once creates one account, and both get in', async () => {
    const body = newForm();
    const headers = newKey();
    const clients = [harness.visitor(), harness.visitor(), harness.visitor()];
    const entered = await Promise.all(
      clients.map(async (client) => (await begin(client, await signUp(body, headers, client))).personId),
    );
    expect(new Set(entered).size).toBe(1);
    expect(await made(body.document)).toMatchObject([{ accounts: 1, welcomes: 1 }]);
  });

  it('is refused with another form, and opens nothing without the password', async () => {
    const body = newForm();
    const headers = newKey();
    expect((await signUp(body, headers)).status).toBe(201);
    for (const change of [
      { email: 'outra@exemplo.test' },
      { document: inventedPerson(2699).cpf },
      { name: 'Outra Pessoa' },
    ]) {
      const refused = await signUp({ ...body, ...change }, headers);
      expect([refused.status, refused.body.code]).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
    }
    const wrong = { password: 'Errada#2026', confirmPassword: 'Errada#2026' };
    const codes: unknown[] = [];
    for (let n = 0; n < 5; n += 1) codes.push((await signUp({ ...body, ...wrong }, headers)).body.code);
    // The tries count as those of a sign-in do.
    expect(codes).toEqual([...Array(4).fill('BAD_CREDENTIALS'), 'ACCOUNT_LOCKED']);
    expect((await signUp(body, headers)).body.code).toBe('ACCOUNT_LOCKED');
  });

  it('is a new one under another key, without one, and after a day', async () => {
    const body = newForm();
    const headers = newKey();
    expect((await signUp(body, headers)).status).toBe(201);
    for (const key of [newKey(), {}]) expect((await signUp(body, key)).body.code).toBe('ACCOUNT_EXISTS');
    const day = new Date(T0).getTime() + 24 * 3600_000;
    harness.clock.set(new Date(day));
    expect((await signUp(body, headers)).status).toBe(201);
    harness.clock.set(new Date(day + 1));
    expect((await signUp(body, headers)).body.code).toBe('ACCOUNT_EXISTS');
  });

  it('keeps neither the answer nor anything of the password', async () => {
    const headers = newKey();
    const answer = await signUp(newForm(), headers);
    const [row] = await harness.platform.db.tenant(1).many(sql`
      select person_id, status, answer, progress, body_hash from idempotency_key
      where tenant_id = 1 and key = ${headers['idempotency-key']}`);
    expect(answer.status).toBe(201);
    expect(row).toEqual({
      ...{ person_id: 0, status: null, answer: null, progress: null },
      body_hash: expect.stringMatching(/^[\w-]{43}$/),
    });
  });
});
