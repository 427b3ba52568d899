import { randomUUID } from 'node:crypto';
import { STATUS } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Applicant, linkHolder, placeAt } from '../../testing/applicant.ts';
import { DEVICE } from '../../testing/bodies.ts';
import { type Client, type Harness, startHarness, T0 } from '../../testing/harness.ts';
import { fillData } from '../../testing/journey.ts';
import { pdfText } from '../../testing/pdf-text.ts';
import { inventedPerson, type Person } from '../../testing/people.ts';
import { personAt } from '../../testing/person-at.ts';
import { readSealedBytes } from '../platform/files/storage.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000, places: 10_000 });
});
afterAll(() => harness?.stop());

type Applied = Applicant & { person: Person };
let people = 7500;
const GUARDIAN = {
  relationship: 'mother' as const,
  name: 'Responsável Cinco',
  cpf: '44455566619',
  birthDate: '1980-01-01',
  email: 'responsavel5@exemplo.test',
  cellPhone: '31900000105',
  sameAddress: true,
};
/** A new applicant in status 3 with all data filled in. */
async function complete(): Promise<Applied> {
  const person = inventedPerson(people++);
  const who = { ...(await personAt(harness, 'approved', { person })), person };
  await fillData(who.client, who.personId, who.subscriptionId, person);
  return who;
}
const change = (who: Applicant, set: ReturnType<typeof sql>) =>
  harness.platform.db.tenant(who.tenantId).one(sql`
    update person set ${set} where tenant_id = ${who.tenantId} and id = ${who.personId} returning id`);
/** Same as `complete`, aged 16 and with a guardian who signs. */
async function minor(guardian: typeof GUARDIAN | null = GUARDIAN): Promise<Applied> {
  const who = await complete();
  await change(who, sql`birth_date = '2009-12-31'`);
  if (guardian) await nameGuardian(who, guardian);
  return who;
}
const nameGuardian = async (who: Applicant, guardian: typeof GUARDIAN) => {
  const answer = await who.client.call('PUT /candidate/subscriptions/{id}/guardian', {
    params: { id: who.subscriptionId },
    body: guardian,
  });
  expect(answer.status).toBe(200);
};

const ask = (
  client: Client,
  id: number,
  party: 'candidate' | 'guardian' = 'candidate',
  channel: 'email' | 'sms' = 'email',
) =>
  client.call('POST /candidate/subscriptions/{id}/acceptance-challenges', {
    params: { id },
    body: { party, channel },
  });
const verify = (client: Client, id: number, challengeId: string, code: string) =>
  client.call('POST /candidate/subscriptions/{id}/acceptance-challenges/{challengeId}/verify', {
    params: { id, challengeId },
    body: { code },
  });
const textsTo = async (to: string) =>
  (await harness.operations.call('GET /operations/simulator/outbox', { query: { to } })).body;
async function codeTo(to: string): Promise<string> {
  const codes = (await textsTo(to)).flatMap(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? []);
  const code = codes[0];
  if (!code) throw new Error(`No code for ${to}`);
  return code;
}
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');
const shown = async (client: Client, id: number) =>
  (await client.call('GET /candidate/subscriptions/{id}/get-subscription-contract', { params: { id } })).body;
async function accept(client: Client, id: number, acceptanceToken?: string) {
  const { FormatedContract, Contract } = (await shown(client, id)).contract;
  return client.call('POST /candidate/subscriptions/{id}/contract', {
    params: { id },
    headers: { 'idempotency-key': randomUUID() },
    body: { ...DEVICE, FormatedContract, Contract, ...(acceptanceToken ? { acceptanceToken } : {}) },
  });
}
/** A confirmation token for an applicant's acceptance, obtained through the API calls. */
async function tokenFor(client: Client, who: Applied, party: 'candidate' | 'guardian' = 'candidate') {
  const { body } = await ask(client, who.subscriptionId, party);
  const code = await codeTo(party === 'guardian' ? GUARDIAN.email : who.person.email);
  return (await verify(client, who.subscriptionId, body.challengeId, code)).body.acceptanceToken;
}
const at = async <T>(seconds: number, work: () => Promise<T>): Promise<T> => {
  harness.clock.set(new Date(new Date(T0).getTime() + seconds * 1000));
  return work().finally(() => harness.clock.set(new Date(T0)));
};

describe('acceptance under an access key', () => {
  it('needs a code sent to the registered e-mail, which stays in its evidence', async () => {
    const who = await complete();
    const id = who.subscriptionId;
    const tab = await linkHolder(harness, who);
    expect((await shown(tab, id)).acceptance).toMatchObject({
      party: 'candidate',
      code: true,
      channels: [{ channel: 'email' }, { channel: 'sms' }],
    });
    const refused = await accept(tab, id);
    expect([refused.status, refused.body.code]).toEqual([422, 'CONFIRMATION_REQUIRED']);
    const asked = await ask(tab, id);
    expect(asked).toMatchObject({
      status: 202,
      body: { masked: 'i***@e***.test', expiresIn: 600, resendIn: 60 },
    });
    const code = await codeTo(who.person.email);
    const { challengeId } = asked.body;
    expect((await verify(tab, id, challengeId, wrong(code))).body.code).toBe('CODE_INVALID');
    const verified = await verify(tab, id, challengeId, ` ${code.slice(0, 3)} ${code.slice(3)} `);
    expect(verified.status).toBe(200);
    expect(new Date(verified.body.expiresAt).getTime() - new Date(T0).getTime()).toBe(15 * 60_000);
    expect(await accept(tab, id, verified.body.acceptanceToken)).toMatchObject({
      status: 201,
      body: { status: 6 },
    });
    await harness.platform.jobs.run('contract-copy');
    const row = await harness.platform.db.tenant(who.tenantId).one<{
      challenge_id: string;
      sign_in_method: string;
      observed: object;
      pdf_key: string;
    }>(sql`select challenge_id, sign_in_method, observed, pdf_key from contract_acceptance
      where tenant_id = ${who.tenantId} and subscription_id = ${id}`);
    expect(row).toMatchObject({
      challenge_id: challengeId,
      sign_in_method: 'access-key',
      observed: { confirmation: { challengeId, channel: 'email', masked: 'i***@e***.test' } },
    });
    const pdf = await pdfText(await readSealedBytes(harness.platform, who.tenantId, row?.pdf_key ?? ''));
    expect(pdf.replaceAll(/\s+/g, ' ')).toContain('código enviado para i***@e***.test');
    expect((await shown(tab, id)).acceptance).toBeNull();
  });

  it('accepts nothing in place of the code', async () => {
    const who = await complete();
    const other = await complete();
    const tab = await linkHolder(harness, who);
    const foreign = await tokenFor(other.client, other);
    for (const token of ['', 'x', 'eyJhbGciOiJub25lIn0.e30.', tab.token ?? '', foreign]) {
      const answer = await accept(tab, who.subscriptionId, token);
      expect([answer.status, answer.body.code]).toEqual([422, 'CONFIRMATION_REQUIRED']);
    }
    const good = await tokenFor(tab, who);
    const late = await at(15 * 60, () => accept(tab, who.subscriptionId, good));
    expect(late.body.code, 'good for 15 minutes').toBe('CONFIRMATION_REQUIRED');
    // The confirmation token is not a session token either.
    const intruder = harness.visitor();
    for (const [name, value] of tab.cookies) intruder.cookies.set(name, value);
    intruder.token = good;
    expect((await intruder.call('GET /candidate/users/check/')).status).toBe(401);
    expect((await accept(tab, who.subscriptionId, good)).status).toBe(201);
  });

  it('sends no code to a contact entered under the link once another contact is confirmed', async () => {
    const who = await complete();
    await change(who, sql`email_confirmed_at = ${harness.clock.now()}, cell_phone = null`);
    const tab = await linkHolder(harness, who);
    const filled = await tab.call('PUT /candidate/users/{personId}/person-data', {
      params: { personId: who.personId },
      body: { cellPhone: '31977778888' },
    });
    expect(filled.status).toBe(200);
    expect((await shown(tab, who.subscriptionId)).acceptance?.channels).toEqual([
      { channel: 'email', masked: 'i***@e***.test' },
    ]);
    const asked = await ask(tab, who.subscriptionId, 'candidate', 'sms');
    expect([asked.status, asked.body.errors?.[0]?.field]).toEqual([422, 'channel']);
    expect(await textsTo('31977778888')).toEqual([]);
  });

  it('uses one code for one acceptance, even when that acceptance was voided', async () => {
    const who = await complete();
    const tab = await linkHolder(harness, who);
    const token = await tokenFor(tab, who);
    expect((await accept(tab, who.subscriptionId, token)).status).toBe(201);
    await harness.platform.db.tenant(who.tenantId).one(sql`
      update contract_acceptance set voided_at = ${harness.clock.now()} where tenant_id = ${who.tenantId}
        and subscription_id = ${who.subscriptionId} returning id`);
    await placeAt(harness, who.subscriptionId, 3);
    expect((await accept(tab, who.subscriptionId, token)).body.code).toBe('CONFIRMATION_REQUIRED');
  });
});

describe('S3 the code', () => {
  it('works once, for the person and purpose it was made for, and becomes invalid after five wrong entries', async () => {
    const who = await complete();
    const other = await complete();
    const id = who.subscriptionId;
    const { challengeId } = (await ask(who.client, id)).body;
    const code = await codeTo(who.person.email);
    expect((await verify(other.client, other.subscriptionId, challengeId, code)).status).toBe(404);
    expect((await verify(other.client, id, challengeId, code)).status).toBe(404);
    const twice = await Promise.all([1, 2].map(() => verify(who.client, id, challengeId, code)));
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 410]);
    expect((await verify(who.client, id, challengeId, code)).body.code).toBe('CODE_EXPIRED');

    const second = await complete();
    const asked = (await ask(second.client, second.subscriptionId)).body.challengeId;
    const right = await codeTo(second.person.email);
    for (let n = 0; n < 5; n += 1)
      expect((await verify(second.client, second.subscriptionId, asked, wrong(right))).status).toBe(422);
    expect((await verify(second.client, second.subscriptionId, asked, right)).status).toBe(410);
  });

  it('expires after ten minutes, and may be sent again after one minute', async () => {
    const who = await complete();
    const id = who.subscriptionId;
    const { challengeId } = (await ask(who.client, id)).body;
    const code = await codeTo(who.person.email);
    expect((await at(59, () => ask(who.client, id))).body.code).toBe('RATE_LIMITED');
    expect((await at(61, () => ask(who.client, id))).status).toBe(202);
    expect((await at(600, () => verify(who.client, id, challengeId, code))).body.code).toBe('CODE_EXPIRED');
  });

  it('does not count when it could not be sent', async () => {
    const who = await complete();
    const fault = (mode: 'down' | 'ok') =>
      harness.operations.call('PUT /operations/simulator/faults', { body: { port: 'mail', mode } });
    await fault('down');
    const down = await ask(who.client, who.subscriptionId);
    expect([down.status, down.body.code]).toEqual([503, 'SEND_FAILED']);
    await fault('ok');
    expect((await ask(who.client, who.subscriptionId)).status).toBe(202);
  });
});

describe('the person who accepts', () => {
  it('an adult who signed in needs no code, and nobody else can accept for them', async () => {
    const who = await complete();
    expect((await shown(who.client, who.subscriptionId)).acceptance).toEqual({
      party: 'candidate',
      code: false,
      declaration: false,
      guardian: null,
      channels: [],
    });
    expect((await ask(who.client, who.subscriptionId, 'guardian')).body.code).toBe('PARTY_NOT_ALLOWED');
    expect((await accept(who.client, who.subscriptionId)).status).toBe(201);
    expect((await ask(who.client, who.subscriptionId)).body.code).toBe('ALREADY_ACCEPTED');
  });

  it('S18 under 18 the guardian accepts, by a code sent to the guardian', async () => {
    const who = await minor();
    const id = who.subscriptionId;
    const { acceptance } = await shown(who.client, id);
    expect(acceptance).toMatchObject({ party: 'guardian', code: true, guardian: GUARDIAN.name });
    expect((await ask(who.client, id, 'candidate')).body.code).toBe('PARTY_NOT_ALLOWED');
    const asked = await ask(who.client, id, 'guardian');
    expect(asked).toMatchObject({ status: 202, body: { masked: 'r***@e***.test' } });
    const [mail] = (await textsTo(GUARDIAN.email)).filter(({ template }) => template === 'N-29');
    expect(mail?.text).toMatch(/\d{6} confirma o aceite do contrato de Candidata Inventada em Administração/);
    const code = await codeTo(GUARDIAN.email);
    const verified = await verify(who.client, id, asked.body.challengeId, code);
    expect((await accept(who.client, id)).body.code).toBe('CONFIRMATION_REQUIRED');
    expect((await accept(who.client, id, verified.body.acceptanceToken)).status).toBe(201);
  });

  it('S18 nobody can accept without a guardian, nor with the code of a former guardian', async () => {
    const who = await minor(null);
    const id = who.subscriptionId;
    expect((await ask(who.client, id, 'guardian')).body.code).toBe('GUARDIAN_REQUIRED');
    const guardian = { ...GUARDIAN, email: `responsavel${id}@exemplo.test` };
    await nameGuardian(who, guardian);
    const { challengeId } = (await ask(who.client, id, 'guardian')).body;
    const { acceptanceToken } = (await verify(who.client, id, challengeId, await codeTo(guardian.email)))
      .body;
    await nameGuardian(who, { ...guardian, name: 'Responsável Seis', cpf: inventedPerson(8900).cpf });
    const answer = await accept(who.client, id, acceptanceToken);
    expect(answer.body.code).toBe('CONFIRMATION_REQUIRED');
  });

  it('only while the contract may be accepted', async () => {
    const who = await complete();
    const tab = await linkHolder(harness, who);
    const token = await tokenFor(tab, who);
    const { FormatedContract, Contract } = (await shown(tab, who.subscriptionId)).contract;
    const codes = (await textsTo(who.person.email)).length;
    const others = Object.values(STATUS).filter((status) => status !== STATUS.Evaluated);
    expect(others.length).toBeGreaterThan(10);
    for (const status of others) {
      await placeAt(harness, who.subscriptionId, status);
      const asked = await ask(who.client, who.subscriptionId);
      expect([status, asked.status, asked.body.code]).toEqual([status, 409, 'TRANSITION_NOT_ALLOWED']);
      // Nor does a code help that was confirmed while it could be accepted.
      const { status: accepted } = await tab.call('POST /candidate/subscriptions/{id}/contract', {
        params: { id: who.subscriptionId },
        headers: { 'idempotency-key': randomUUID() },
        body: { ...DEVICE, FormatedContract, Contract, acceptanceToken: token },
      });
      expect([status, accepted]).toEqual([status, 409]);
    }
    expect(await textsTo(who.person.email)).toHaveLength(codes);
    await placeAt(harness, who.subscriptionId, STATUS.Evaluated);
    expect((await accept(tab, who.subscriptionId, token)).status).toBe(201);
  });
});
