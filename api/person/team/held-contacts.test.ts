import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { idOf, signInCalls } from '../../../testing/codes.ts';
import { type Client, type Harness, startHarness, T0 } from '../../../testing/harness.ts';
import { bodyOf } from '../../../testing/journey.ts';
import { personAt, type Standing } from '../../../testing/person-at.ts';
import { type Grants, staffIn } from '../../../testing/staff.ts';

const HOUR_MS = 3_600_000;
let harness: Harness;
let entry: ReturnType<typeof signInCalls>;
let hana: Client;
let other: Client;
let count = 0;
/** Address that belongs to the person correcting. */
let own: string;

const ATTENDANT: Grants = [{ role: 'atendimento', institutions: ['CUA01'] }];
const attendant = async () => (await staffIn(harness, ATTENDANT)).client;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  entry = signInCalls(harness);
});
beforeEach(async () => {
  harness.clock.set(new Date(T0));
  count += 1;
  own = `hana${count}@equipe.test`;
  [hana, other] = [await attendant(), await attendant()];
});
afterAll(() => harness?.stop());

type Who = Standing;
const applicant = (given: { emailConfirmed?: boolean; email?: string } = { emailConfirmed: true }) =>
  personAt(harness, 'payment', given);
const correct = (who: Who, body: object, client = hana) =>
  client.call('PUT /operations/persons/{personId}/contacts', {
    params: { personId: who.personId },
    body: { identityCheck: 'document', reason: 'Perdeu o acesso', ...body } as never,
  });
const release = (who: Who, client = other, reason = 'Liguei de volta') =>
  client.call('POST /operations/persons/{personId}/contacts/release', {
    params: { personId: who.personId },
    body: { identityCheck: 'call-back', reason },
  });
const page = async (who: Who) =>
  bodyOf(
    await harness.operations.call('GET /operations/persons/{personId}', {
      params: { personId: who.personId },
    }),
  );
/** Number of messages with a code that reached an address. */
const codesAt = async (to: string) => {
  await harness.platform.jobs.run('outbox');
  return (await entry.inbox(to)).filter(({ template }) => template === 'N-02' || template === 'N-03').length;
};
const heldAt = async (who: Who) => (await page(who)).contacts.map(({ heldUntil }) => heldUntil);

describe('the list of contacts that wait for a second person', () => {
  const listed = async (client: Client, query = {}) =>
    bodyOf(await client.call('GET /operations/held-contacts', { query: { pageSize: 100, ...query } }));
  const counted = async (client: Client) =>
    bodyOf(await client.call('GET /operations/queues', {})).queues.find(
      (one) => one.queue === 'held-contacts',
    );
  const times = async (client: Client, who: Who) =>
    (await listed(client)).data.filter(({ personId }) => personId === who.personId).length;

  it('is open to everybody who may release codes, and counted for those whose work it is', async () => {
    const [who, mine] = [await applicant(), await applicant()];
    const before = [(await counted(hana))?.count ?? 0, (await counted(other))?.count ?? 0];
    await correct(who, { email: own });
    await correct(who, { cellPhone: '31977776666' });
    await correct(mine, { email: `minha${count}@equipe.test` }, other);
    const [byHana, byOther] = [await listed(hana), await listed(other)];
    const of = (all: typeof byHana, { personId }: Who) => all.data.filter((one) => one.personId === personId);
    expect(of(byHana, who)).toMatchObject([
      { channels: ['email', 'sms'], heldUntil: null, mayRelease: false, correctedBy: 'Pessoa da Equipe' },
    ]);
    expect(of(byOther, who)).toMatchObject([{ mayRelease: true }]);
    expect(JSON.stringify(byHana)).not.toContain('@');
    expect([(await counted(hana))?.count, (await counted(other))?.count]).toEqual(before.map((n) => n + 1));
    harness.clock.set(new Date(new Date(T0).getTime() + 50 * HOUR_MS));
    expect((await counted(harness.operations))?.late).toBeGreaterThan(0);
    harness.clock.set(new Date(T0));
    expect((await release(who)).status).toBe(200);
    expect([await times(other, who), (await counted(other))?.count]).toEqual([0, before[1]]);
  });

  it('omits candidates who confirmed the contact themselves, and other institutions and scopes', async () => {
    const who = await applicant();
    await correct(who, { email: own });
    const epa = (await staffIn(harness, [{ role: 'atendimento', institutions: ['EPA01'] }])).client;
    const finance = (await staffIn(harness, [{ role: 'financeiro', institutions: ['CUA01'] }])).client;
    expect([await times(epa, who), await times(other, who)]).toEqual([0, 1]);
    expect((await listed(other, { institution: 'EPA01' })).data).toEqual([]);
    expect((await finance.call('GET /operations/held-contacts', {})).status).toBe(403);
    expect(await counted(finance)).toBeUndefined();
    await harness.platform.db.tenant(who.tenantId).one(sql`
      update person set email_confirmed_at = created_at where tenant_id = ${who.tenantId} and id = ${who.personId}
      returning id`);
    expect(await times(other, who)).toBe(0);
  });
});

describe('codes after the team corrected a contact', () => {
  it('go to the former contact, so that no staff address becomes a sign-in method', async () => {
    const who = await applicant();
    expect((await correct(who, { email: own })).body.contacts?.[0]).toMatchObject({
      value: own,
      confirmedAt: null,
      held: true,
      heldUntil: null,
    });
    const asked = await entry.ask(who.cpf, { channel: 'email' });
    expect((await entry.askReset(who.cpf, { channel: 'email' })).status).toBe(202);
    expect([await codesAt(who.email), await codesAt(own)]).toEqual([2, 0]);
    // The person can still sign in, and may restore her address.
    const visitor = harness.visitor();
    const code = (await entry.inbox(who.email)).find(({ template }) => template === 'N-02')?.text ?? '';
    const { status } = await entry.verify(idOf(asked.body), /\d{6}/.exec(code)?.[0] ?? '', visitor);
    expect(status).toBe(200);
    expect((await page(who)).contacts[0]).toMatchObject({ value: own, confirmedAt: null });
  });

  it('still go there after a second correction, and not to a corrected phone', async () => {
    const who = await applicant();
    await correct(who, { email: own, cellPhone: '31988887777' });
    await correct(who, { email: 'outra@equipe.test' });
    await correct(who, { email: 'terceira@equipe.test' }, other);
    const { body } = await entry.ask(who.cpf);
    expect('channels' in body && body.channels.map(({ masked }) => masked)).toEqual([
      expect.stringMatching(/^p\*\*\*@e\*\*\*\.test$/),
      expect.not.stringContaining('7777'),
    ]);
  });

  it('are not sent to a contact that was empty before', async () => {
    const who = await applicant();
    await harness.platform.db.tenant(who.tenantId).one(sql`
      update person set cell_phone = null where tenant_id = ${who.tenantId} and id = ${who.personId} returning id`);
    await correct(who, { cellPhone: '31988887777' });
    const { body } = await entry.ask(who.cpf);
    expect('channels' in body && body.channels.map(({ channel }) => channel)).toEqual(['email']);
    expect((await entry.ask(who.cpf, { channel: 'sms' })).status).toBe(422);
  });

  it('go to the new contact after a day where nobody uses the account', async () => {
    const who = await applicant({});
    await harness.platform.db.tenant(who.tenantId).many(sql`
      update login_session set revoked_at = created_at
      where tenant_id = ${who.tenantId} and person_id = ${who.personId} returning id`);
    await correct(who, { email: own });
    expect(await heldAt(who)).toEqual(['2026-01-13T10:00:00-03:00', null]);
    harness.clock.set(new Date(new Date(T0).getTime() + 24 * HOUR_MS));
    await harness.platform.jobs.run('held-contacts');
    expect((await entry.ask(who.cpf, { channel: 'email' })).status).toBe(202);
    expect(await codesAt(own)).toBe(1);
    expect((await page(who)).contacts).toMatchObject([{ value: own, held: false }]);
  });

  it.each([
    ['proved the one before', { emailConfirmed: true }],
    ['is signed in', {}],
  ])('never go to the new one by time alone where the person %s', async (_name, given) => {
    const who = await applicant(given);
    await correct(who, { email: own });
    harness.clock.set(new Date(new Date(T0).getTime() + 240 * HOUR_MS));
    await harness.platform.jobs.run('held-contacts');
    await entry.ask(who.cpf, { channel: 'email' });
    expect([await codesAt(own), await codesAt(who.email)]).toEqual([0, 1]);
  });

  it('go to the new contact at once for a person who never signed in, and after a correction by token', async () => {
    const imported = await applicant({});
    await harness.platform.db.tenant(imported.tenantId).many(sql`
      delete from login_session s using user_account u
      where u.tenant_id = s.tenant_id and u.id = s.account_id and s.tenant_id = ${imported.tenantId}
        and u.person_id = ${imported.personId} returning s.id`);
    await harness.platform.db.tenant(imported.tenantId).many(sql`
      delete from user_account where tenant_id = ${imported.tenantId} and person_id = ${imported.personId} returning id`);
    await correct(imported, { email: 'importada@exemplo.test' });
    expect(await heldAt(imported)).toEqual([null, null]);
    const who = await applicant();
    await correct(who, { email: 'token@exemplo.test' }, harness.operations);
    // The phone that she never confirmed was removed along with every other sign-in method.
    expect(await heldAt(who)).toEqual([null]);
  });

  it('go to the contact the candidate sets themselves meanwhile', async () => {
    const who = await applicant();
    await correct(who, { email: own });
    await harness.platform.db.tenant(who.tenantId).one(sql`
      update person set email = 'minha@exemplo.test', email_confirmed_at = ${harness.clock.now()}
      where tenant_id = ${who.tenantId} and id = ${who.personId} returning id`);
    expect((await entry.ask(who.cpf, { channel: 'email' })).status).toBe(202);
    expect(await codesAt('minha@exemplo.test')).toBe(1);
  });
});

describe('another team member', () => {
  it('releases codes at once, and is named in the timeline', async () => {
    const who = await applicant();
    await correct(who, { email: own, cellPhone: '31988887777' });
    const { status, body } = await release(who);
    expect([status, body.contacts?.map(({ heldUntil }) => heldUntil)]).toEqual([200, [null, null]]);
    expect((await entry.ask(who.cpf, { channel: 'email' })).status).toBe(202);
    expect(await codesAt(own)).toBe(1);
    const { data } = bodyOf(
      await hana.call('GET /operations/subscriptions/{id}/timeline', { params: { id: who.id } }),
    );
    expect(data.find(({ text }) => text.startsWith('Códigos liberados'))).toMatchObject({
      text: 'Códigos liberados para o contato corrigido: e-mail e celular',
      actor: 'staff',
      detail: 'Liguei de volta',
      visible: false,
    });
    expect((await release(who)).body).toMatchObject({ code: 'STATE_CONFLICT' });
  });

  it('cannot be the one who corrected, a token, or from another institution', async () => {
    const who = await applicant();
    await correct(who, { email: own });
    expect((await release(who, hana)).body).toMatchObject({
      code: 'OWN_APPROVAL',
      message: 'Quem pediu não pode aprovar.',
    });
    expect((await release(who, harness.operations)).body).toMatchObject({ code: 'FORBIDDEN' });
    const { client } = await staffIn(harness, [{ role: 'atendimento', institutions: ['EPA01'] }]);
    expect((await release(who, client)).status).toBe(404);
    expect((await release(who, other, ' ')).body).toMatchObject({ code: 'VALIDATION' });
    expect((await page(who)).contacts.map(({ held }) => held)).toEqual([true, false]);
  });

  it('cannot trade releases: nobody who corrected a part releases any', async () => {
    const who = await applicant();
    await correct(who, { email: own });
    await correct(who, { cellPhone: '31988887777' }, other);
    for (const client of [hana, other])
      expect((await release(who, client)).body).toMatchObject({ code: 'OWN_APPROVAL' });
    expect((await release(who, await attendant())).status).toBe(200);
  });

  it.each([
    ['invited by the one who corrected', false],
    ['who invited the one who corrected', true],
  ])('S36: %s within 30 days may be a second self', async (_, isInviter) => {
    const [corrector, second] = [await staffIn(harness, ATTENDANT), await staffIn(harness, ATTENDANT)];
    const who = await applicant();
    await correct(who, { email: own }, corrector.client);
    const [invited, inviter] = isInviter
      ? [corrector.staffId, second.staffId]
      : [second.staffId, corrector.staffId];
    await harness.platform.db.tenant(who.tenantId).many(sql`
      update staff_invite set invited_by = ${inviter}, created_at = ${T0}::timestamptz
      where tenant_id = ${who.tenantId} and staff_id = ${invited} returning id`);
    expect((await release(who, second.client)).body).toMatchObject({ code: 'LINKED_APPROVAL' });
    await harness.platform.db.tenant(who.tenantId).many(sql`
      update staff_invite set created_at = ${T0}::timestamptz - interval '31 days'
      where tenant_id = ${who.tenantId} and staff_id = ${invited} returning id`);
    expect((await release(who, second.client)).status).toBe(200);
  });

  it('S36: with the same mailbox in another spelling may be a second self', async () => {
    const [corrector, second] = [await staffIn(harness, ATTENDANT), await staffIn(harness, ATTENDANT)];
    const who = await applicant();
    await correct(who, { email: own }, corrector.client);
    await harness.platform.db.tenant(who.tenantId).many(sql`
      update staff set email = split_part(${corrector.email}, '@', 1) || '+2@' || split_part(${corrector.email}, '@', 2)
      where tenant_id = ${who.tenantId} and id = ${second.staffId} returning id`);
    expect((await release(who, second.client)).body).toMatchObject({ code: 'LINKED_APPROVAL' });
  });

  it('needs a recent sign-in', async () => {
    const who = await applicant();
    await correct(who, { email: own });
    harness.clock.set(new Date(new Date(T0).getTime() + 11 * 60_000));
    expect((await release(who)).body).toMatchObject({ code: 'REAUTH_REQUIRED' });
  });
});
