import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Enrolling } from '../../../testing/enrolling.ts';
import { type Client, type Harness, startHarness } from '../../../testing/harness.ts';
import { bodyOf } from '../../../testing/journey.ts';
import { personAt } from '../../../testing/person-at.ts';
import { staffIn } from '../../../testing/staff.ts';

/** Invented CPFs with valid check digits that nobody in the fixture has. */
const FREE = ['52998224725', '16899535009', '11144477735', '39053344705'] as const;
const MINUTE_MS = 60_000;
let harness: Harness;
let bia: Client;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  bia = (await staffIn(harness, [{ role: 'secretaria', institutions: ['CUA01'] }])).client;
});
afterAll(() => harness?.stop());

const correct = (who: { personId: number }, body: object, client = bia) =>
  client.call('PUT /operations/persons/{personId}/identity', {
    params: { personId: who.personId },
    body: { proof: 'identity-card', reason: 'Conferido no RG', ...body } as never,
  });
const mails = async (who: Enrolling) => {
  await harness.platform.jobs.run('outbox');
  const { body } = await harness.operations.call('GET /operations/simulator/outbox', {
    query: { to: who.email },
  });
  return body.filter(({ template }) => template === 'N-04');
};
/** With an e-mail proved by a code: otherwise the institution writes nothing into the account. */
const proved = () => personAt(harness, 'payment', { emailConfirmed: true });
const stillIn = async (who: Enrolling) =>
  (await who.client.call('GET /candidate/users/check/')).status === 200;
const accountsOf = (who: Enrolling) =>
  harness.platform.db.tenant(who.tenantId).many<{ type: string; document: string }>(sql`
    select document_type as type, document from user_account
    where tenant_id = ${who.tenantId} and person_id = ${who.personId} order by id`);
const action = async (who: Enrolling, client = bia) =>
  bodyOf(await client.call('GET /operations/subscriptions/{id}/actions', { params: { id: who.id } })).find(
    (one) => one.action === 'correct-identity',
  );
const timeline = async (who: Enrolling) =>
  bodyOf(await bia.call('GET /operations/subscriptions/{id}/timeline', { params: { id: who.id } })).data;

describe('a corrected identity', () => {
  it('changes name, birth date and RG even after the contract, and the person is notified', async () => {
    const who = await proved();
    await harness.platform.db.tenant(who.tenantId).one(sql`
      update person set identity_locked_at = ${harness.clock.now()}::timestamptz
      where tenant_id = ${who.tenantId} and id = ${who.personId} returning id`);
    const accepted = () =>
      harness.platform.db.tenant(who.tenantId).many(sql`
        select * from contract_acceptance where tenant_id = ${who.tenantId} and subscription_id = ${who.id}`);
    const before = await accepted();
    const { status, body } = await correct(who, {
      name: ' Maria  Corrigida ',
      birthDate: '2001-02-03',
      rg: 'MG1234567',
      rgIssuer: 'SSP',
      rgState: 'MG',
    });
    expect([status, body.name, body.birthDate]).toEqual([200, 'Maria Corrigida', '2001-02-03']);
    expect(body.documents).toContainEqual({ type: 'rg', number: 'MG1234567' });
    expect(body.identityLockedAt).not.toBeNull();
    expect(await accepted()).toEqual(before);
    expect(await stillIn(who)).toBe(true);
    const [sent, ...more] = await mails(who);
    expect(more).toEqual([]);
    expect(sent?.subject).toBe('Seus dados foram corrigidos');
    expect(sent?.text).toContain('nome civil, data de nascimento, RG, órgão emissor e UF do RG');
    expect(sent?.text).not.toContain('Para entrar');
    expect((await timeline(who)).find(({ text }) => text.startsWith('Dados corrigidos:'))).toMatchObject({
      actor: 'staff',
      by: 'Pessoa da Equipe',
      detail: 'Conferido no RG',
      visible: false,
    });
  });

  it('gives the account another document, ends all sign-in methods, and the old document opens nothing', async () => {
    const who = await proved();
    const [old] = await accountsOf(who);
    expect(await stillIn(who)).toBe(true);
    expect((await correct(who, { documentType: 'cpf', document: '529.982.247-25' })).status).toBe(200);
    expect(await accountsOf(who)).toEqual([{ type: 'cpf', document: FREE[0] }]);
    expect(await stillIn(who)).toBe(false);
    const [sent] = await mails(who);
    expect(sent?.text).toContain('Para entrar, use agora o CPF corrigido.');
    const found = async (document: string) =>
      bodyOf(
        await bia.call('POST /operations/subscriptions/search', { body: { documentType: 'cpf', document } }),
      ).data.map(({ id }) => id);
    expect(await found(FREE[0])).toEqual([who.id]);
    expect(await found(old?.document ?? '')).toEqual([]);
    const askCode = (document: string) =>
      harness.visitor('cua.alfa.orbita.test').call('POST /platform/auth/code/tenants/{tenant}/challenges', {
        params: { tenant: 'alfa' },
        body: { documentType: 'cpf', document, channel: 'email', captchaToken: 'token' },
      });
    const sentBefore = await codes(who);
    await askCode(old?.document ?? '');
    expect(await codes(who)).toBe(sentBefore);
    await askCode(FREE[0]);
    expect(await codes(who)).toBe(sentBefore + 1);
  });

  it('can be an additional type of document', async () => {
    const who = await proved();
    expect((await correct(who, { documentType: 'rne', document: 'V123456W' })).status).toBe(200);
    expect((await accountsOf(who)).map(({ type }) => type)).toEqual(['cpf', 'rne']);
  });

  it('that is the same changes nothing and notifies nobody', async () => {
    const who = await proved();
    const [own] = await accountsOf(who);
    expect((await correct(who, { document: own?.document })).status).toBe(200);
    expect(await stillIn(who)).toBe(true);
    expect(await mails(who)).toEqual([]);
    expect((await timeline(who)).filter(({ text }) => text.startsWith('Dados corrigidos'))).toEqual([]);
  });

  it('is written once per key', async () => {
    const who = await proved();
    const send = () =>
      bia.call('PUT /operations/persons/{personId}/identity', {
        params: { personId: who.personId },
        body: { name: 'Maria Uma Vez', proof: 'court-order', reason: 'Sentença' },
        headers: { 'idempotency-key': `identity ${who.personId}` },
      });
    expect([(await send()).status, (await send()).status]).toEqual([200, 200]);
    expect(await mails(who)).toHaveLength(1);
  });
});

it('a contact just set by the team does not hide the correction', async () => {
  const who = await personAt(harness, 'payment', { emailConfirmed: true });
  const contact = await bia.call('PUT /operations/persons/{personId}/contacts', {
    params: { personId: who.personId },
    body: { email: 'bia@equipe.test', identityCheck: 'document', reason: 'Pediu' },
  });
  expect(contact.status).toBe(200);
  expect((await correct(who, { name: 'Maria Avisada' })).status).toBe(200);
  expect((await mails(who)).map(({ subject }) => subject)).toContain('Seus dados foram corrigidos');
});

describe('a correction of the identity is refused', () => {
  it('to the document of another account, also for simultaneous requests', async () => {
    const [one, other] = [await proved(), await proved()];
    const [taken] = await accountsOf(other);
    expect(await correct(one, { document: taken?.document })).toMatchObject({
      status: 409,
      body: { code: 'ACCOUNT_EXISTS', message: 'Já existe outra conta com este documento.' },
    });
    expect(await stillIn(one)).toBe(true);
    const both = await Promise.all([one, other].map((who) => correct(who, { document: FREE[1] })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('where a block prevents it', async () => {
    const who = await proved();
    const block = async (document: string) =>
      harness.operations.call('POST /operations/blocks', {
        body: { documentType: 'cpf', document, reason: 'Fraude' },
      });
    await block(FREE[2]);
    expect((await correct(who, { document: FREE[2] })).body).toMatchObject({ code: 'BLOCKED' });
    const [own] = await accountsOf(who);
    await block(own?.document ?? '');
    expect((await correct(who, { document: FREE[3] })).body).toMatchObject({ code: 'BLOCKED' });
    expect((await correct(who, { name: 'Maria Bloqueada' })).status).toBe(200);
  });

  it('without a valid value, a proof and a reason', async () => {
    const who = await proved();
    const fieldOf = async (body: object) => (await correct(who, body)).body.errors?.[0]?.field;
    expect(await fieldOf({})).toBe('name');
    expect(await fieldOf({ name: 'M4ria' })).toBe('name');
    expect(await fieldOf({ birthDate: '2031-01-01' })).toBe('birthDate');
    expect(await fieldOf({ document: '12345678900' })).toBe('document');
    expect(await fieldOf({ rgState: 'XX' })).toBe('rgState');
    expect(await fieldOf({ name: 'Maria Certa', reason: ' ' })).toBe('reason');
    expect(await fieldOf({ name: 'Maria Certa', proof: 'dream' })).toBe('proof');
    expect(await mails(who)).toEqual([]);
  });

  it('to staff who do not cover every institution of the candidate, and the list of actions says so', async () => {
    const who = await proved();
    expect(await action(who)).toMatchObject({ allowed: true, confirm: 'recent' });
    await harness.platform.db.tenant(who.tenantId).one(sql`
      insert into subscription (tenant_id, person_id, institution_id, offer_id, course_id, pole_id, intake_id, status,
        created_at, updated_at, application_type)
      select tenant_id, person_id, (select id from institution where tenant_id = s.tenant_id and code = 'EPA01'),
        offer_id, course_id, pole_id, intake_id, 13, created_at, updated_at, application_type
      from subscription s where tenant_id = ${who.tenantId} and id = ${who.id} returning id`);
    expect((await correct(who, { name: 'Maria Certa' })).body).toMatchObject({ code: 'FORBIDDEN' });
    expect((await action(who))?.reason).toEqual({
      code: 'FORBIDDEN',
      text: 'A pessoa também se inscreveu em outra instituição.',
    });
    const { client } = await staffIn(harness, [{ role: 'secretaria' }]);
    expect((await correct(who, { name: 'Maria Certa' }, client)).status).toBe(200);
  });

  it('to another role or institution, for an unknown person, or without a recent sign-in', async () => {
    const who = await proved();
    const as = async (role: 'atendimento' | 'secretaria', institutions: string[]) =>
      (await staffIn(harness, [{ role, institutions }])).client;
    const name = { name: 'Maria Certa' };
    expect((await correct(who, name, await as('atendimento', ['CUA01']))).status).toBe(403);
    expect((await correct(who, name, await as('secretaria', ['EPA01']))).status).toBe(404);
    expect((await correct({ personId: 999_999_999 }, name)).status).toBe(404);
    const client = await as('secretaria', ['CUA01']);
    harness.clock.set(new Date(harness.clock.now().getTime() + 11 * MINUTE_MS));
    expect((await correct(who, name, client)).body).toMatchObject({ code: 'REAUTH_REQUIRED' });
  });
});

async function codes(who: Enrolling): Promise<number> {
  await harness.platform.jobs.run('outbox');
  const { body } = await harness.operations.call('GET /operations/simulator/outbox', {
    query: { to: who.email },
  });
  return body.filter(({ template }) => template === 'N-02').length;
}
