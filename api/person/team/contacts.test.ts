import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, type Harness, startHarness } from '../../../testing/harness.ts';
import { bodyOf } from '../../../testing/journey.ts';
import { inventedPerson } from '../../../testing/people.ts';
import { personAt, type Standing } from '../../../testing/person-at.ts';
import { staffIn } from '../../../testing/staff.ts';

const MINUTE_MS = 60_000;
let harness: Harness;
let hana: Client;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  hana = (await staffIn(harness, [{ role: 'atendimento', institutions: ['CUA01'] }])).client;
});
afterAll(() => harness?.stop());

type Who = Standing;
const link = (who: Who, body: object, client = hana) =>
  client.call('POST /operations/subscriptions/{id}/access-keys', {
    params: { id: who.id },
    body: { purpose: 'continue', ...body } as never,
  });
const correct = (who: Who, body: object, client = hana) =>
  client.call('PUT /operations/persons/{personId}/contacts', {
    params: { personId: who.personId },
    body: { identityCheck: 'document', reason: 'Perdeu o acesso', ...body } as never,
  });
const sentTo = async (to: string) => {
  await harness.platform.jobs.run('outbox');
  const { body } = await harness.operations.call('GET /operations/simulator/outbox', { query: { to } });
  return body;
};
const keysOf = async (who: Who) =>
  bodyOf(
    await harness.operations.call('GET /operations/subscriptions/{id}/access-keys', {
      params: { id: who.id },
    }),
  );

describe('a link requested by a team member', () => {
  it('goes to the confirmed contact and is shown to nobody else', async () => {
    const who = await personAt(harness, 'payment', { emailConfirmed: true });
    const answer = await link(who, { notify: true });
    expect([answer.status, answer.body.url, answer.body.keyId]).toEqual([201, null, null]);
    expect(await keysOf(who)).toEqual([]);
    const [mail] = await sentTo(who.email);
    expect(mail?.template).toBe('N-05');
    expect(mail?.text).toContain('accesskey=');
    expect(await keysOf(who)).toHaveLength(1);
    expect((await link(who, {}, harness.operations)).body.url).toContain('accesskey=');
  });

  it('is sent once per key', async () => {
    const who = await personAt(harness, 'payment', { emailConfirmed: true });
    const send = () =>
      hana.call('POST /operations/subscriptions/{id}/access-keys', {
        params: { id: who.id },
        body: { purpose: 'payment' },
        headers: { 'idempotency-key': `link ${who.id}` },
      });
    expect([(await send()).status, (await send()).status]).toEqual([201, 201]);
    expect((await sentTo(who.email)).filter(({ template }) => template === 'N-05')).toHaveLength(1);
  });

  it('is refused where no contact is confirmed', async () => {
    const who = await personAt(harness, 'payment');
    expect(await link(who, {})).toMatchObject({
      status: 409,
      body: {
        code: 'CONTACT_UNCONFIRMED',
        message: 'Nenhum contato confirmado. Peça a confirmação do e-mail ou corrija o contato.',
      },
    });
    const actions = bodyOf(
      await hana.call('GET /operations/subscriptions/{id}/actions', { params: { id: who.id } }),
    );
    expect(actions.find(({ action }) => action === 'send-link')).toMatchObject({
      allowed: false,
      reason: { code: 'CONTACT_UNCONFIRMED' },
    });
  });

  it('is shown only where the institution lets the team copy links, for a day and with a reason', async () => {
    const who = await personAt(harness, 'payment', { emailConfirmed: true });
    const copy = { notify: false, reason: 'Sem e-mail no balcão' };
    expect((await link(who, copy)).body).toMatchObject({ code: 'FORBIDDEN' });
    await harness.platform.db.tenant(who.tenantId).one(sql`
      insert into parameter (tenant_id, level, owner_id, internal_value, value)
      select tenant_id, 'institution', institution_id, 'StaffMayCopyAccessLinks', 'true'::jsonb
      from subscription where tenant_id = ${who.tenantId} and id = ${who.id} returning internal_value`);
    expect((await link(who, { notify: false })).body).toMatchObject({ code: 'VALIDATION' });
    // The key is written together with who and why, never in a second step that could fail.
    await harness.platform.db.asOwner(async (run) => {
      await run(`create function refuse_change() returns trigger language plpgsql as $$
        begin raise exception 'A key is written once'; end $$`);
      await run(`create trigger written_once before update on access_key
        for each row execute function refuse_change()`);
    });
    const { status, body } = await link(who, copy);
    expect([status, body.url]).toEqual([201, expect.stringContaining('accesskey=')]);
    await harness.platform.db.asOwner((run) => run('drop function refuse_change cascade'));
    const validMs = Date.parse(body.expiresAt) - harness.clock.now().getTime();
    expect(Math.round(validMs / MINUTE_MS)).toBe(24 * 60);
    const { data } = bodyOf(
      await hana.call('GET /operations/subscriptions/{id}/timeline', { params: { id: who.id } }),
    );
    expect(data.find(({ kind }) => kind === 'link')).toMatchObject({
      actor: 'staff',
      by: 'Pessoa da Equipe',
      detail: 'Sem e-mail no balcão',
    });
  });
});

describe('a link where no contact is confirmed', () => {
  let crowd = 0;
  /** Person who accepted through API calls, with or without the copy of the contract sent. */
  const accepted = async (copied = true) => {
    crowd += 1;
    const person = inventedPerson(900 + crowd);
    const { subscriptionId: id, tenantId, personId } = await personAt(harness, 'paid', { person });
    await harness.platform.db.tenant(tenantId).one(sql`
      update person set email_confirmed_at = null, cell_phone_confirmed_at = null
      where tenant_id = ${tenantId} and id = ${personId} returning id`);
    if (copied) {
      await harness.platform.jobs.run('contract-copy');
      await harness.platform.jobs.run('outbox');
    }
    return { id, tenantId, personId, email: person.email } as Who;
  };
  const linksTo = async (to: string) => (await sentTo(to)).filter(({ text }) => text.includes('accesskey='));

  it('goes to the e-mail that received the copy of the contract, for a day', async () => {
    const who = await accepted();
    const { status, body } = await link(who, { notify: true, ttlDays: 30 });
    expect([status, body.url]).toEqual([201, null]);
    expect(Math.round((Date.parse(body.expiresAt) - harness.clock.now().getTime()) / MINUTE_MS)).toBe(
      24 * 60,
    );
    expect(await linksTo(who.email)).toHaveLength(1);
    const [key] = await keysOf(who);
    const validMs = Date.parse(key?.expiresAt ?? '') - Date.parse(key?.createdAt ?? '');
    expect(validMs).toBe(24 * 60 * MINUTE_MS);
  });

  it('goes nowhere before that copy was sent', async () => {
    const who = await accepted(false);
    expect((await link(who, {})).body).toMatchObject({ code: 'CONTACT_UNCONFIRMED' });
  });

  it('does not go to an e-mail set by the team, even where the copy is sent again', async () => {
    const who = await accepted();
    bodyOf(await correct(who, { email: `hana${crowd}@equipe.test` }));
    const { data } = bodyOf(
      await hana.call('GET /operations/notifications', { query: { subscriptionId: who.id } }),
    );
    const copy = data.find(({ template }) => template === 'N-16');
    expect(
      (await hana.call('POST /operations/notifications/{id}/resend', { params: { id: copy?.id ?? 0 } }))
        .status,
    ).toBe(201);
    await sentTo(`hana${crowd}@equipe.test`);
    expect((await link(who, {})).body).toMatchObject({ code: 'CONTACT_UNCONFIRMED' });
  });

  it('is not sent when the e-mail changed after it was requested', async () => {
    const who = await accepted();
    expect((await link(who, {})).status).toBe(201);
    await harness.platform.db.tenant(who.tenantId).one(sql`
      update person set email = 'outra@exemplo.test'
      where tenant_id = ${who.tenantId} and id = ${who.personId} returning id`);
    expect(await linksTo(who.email)).toEqual([]);
  });
});

describe('requesting the confirmation of a contact', () => {
  const ask = (who: Who) =>
    hana.call('POST /operations/subscriptions/{id}/contact-confirmations', { params: { id: who.id } });
  const offered = async (who: Who) =>
    bodyOf(await hana.call('GET /operations/subscriptions/{id}/actions', { params: { id: who.id } })).some(
      ({ action, allowed }) => action === 'ask-confirmation' && allowed,
    );

  it('sends a message that opens nothing, once an hour', async () => {
    const who = await personAt(harness, 'payment');
    expect(await offered(who)).toBe(true);
    expect([bodyOf(await ask(who)), bodyOf(await ask(who))]).toEqual([{ sent: true }, { sent: false }]);
    const [mail, ...others] = (await sentTo(who.email)).filter(
      ({ subject }) => subject === 'Confirme seu e-mail',
    );
    expect(others).toEqual([]);
    expect(mail?.text).toContain('/profile');
    expect(mail?.text).not.toContain('accesskey');
  });

  it('is refused where one is confirmed', async () => {
    const who = await personAt(harness, 'payment', { emailConfirmed: true });
    expect(await offered(who)).toBe(false);
    expect((await ask(who)).body).toMatchObject({ code: 'STATE_CONFLICT' });
  });
});

describe('a corrected contact', () => {
  it('is unconfirmed, and the old one gets a message', async () => {
    const who = await personAt(harness, 'payment', { emailConfirmed: true });
    const { status, body } = await correct(who, { email: 'HANA@equipe.test' });
    expect([status, body.contacts?.[0]]).toEqual([
      200,
      {
        channel: 'email',
        value: 'hana@equipe.test',
        confirmedAt: null,
        held: true,
        heldUntil: null,
      },
    ]);
    const sent = (await sentTo(who.email)).filter(({ template }) => template === 'N-04');
    expect(sent).toHaveLength(1);
    expect((await link(who, {})).body).toMatchObject({ code: 'CONTACT_UNCONFIRMED' });
    expect(await sentTo('hana@equipe.test')).toEqual([]);
    const { data } = bodyOf(
      await hana.call('GET /operations/subscriptions/{id}/timeline', { params: { id: who.id } }),
    );
    expect(data.find(({ text }) => text === 'Contato corrigido: e-mail')).toMatchObject({
      actor: 'staff',
      by: 'Pessoa da Equipe',
      detail: 'Perdeu o acesso',
      visible: false,
    });
  });

  it('that is the same stays confirmed and notifies nobody', async () => {
    const who = await personAt(harness, 'payment', { emailConfirmed: true });
    const { body } = await correct(who, { email: who.email });
    expect(body.contacts[0]?.confirmedAt).not.toBeNull();
    expect((await sentTo(who.email)).filter(({ template }) => template === 'N-04')).toEqual([]);
  });

  it('needs a valid value, a reason, and a person known to the institution', async () => {
    const who = await personAt(harness, 'payment');
    for (const wrong of [{}, { email: 'x' }, { cellPhone: '12' }, { email: 'a@b.test', reason: ' ' }])
      expect((await correct(who, wrong)).status).toBe(422);
    const { client } = await staffIn(harness, [{ role: 'atendimento', institutions: ['EPA01'] }]);
    expect((await correct(who, { email: 'a@b.test' }, client)).status).toBe(404);
  });

  it('needs a recent sign-in', async () => {
    const { client } = await staffIn(harness, [{ role: 'atendimento', institutions: ['CUA01'] }]);
    const who = await personAt(harness, 'payment');
    harness.clock.set(new Date(harness.clock.now().getTime() + 11 * MINUTE_MS));
    expect((await correct(who, { email: 'a@b.test' }, client)).body).toMatchObject({
      code: 'REAUTH_REQUIRED',
    });
  });
});
