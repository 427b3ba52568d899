// Longer than other files: every way by which an account could be taken before its person comes begins with the same import, and is told in one place.
import type { Body } from '@orbita/protocol';
import { liveStreams } from '@orbita/protocol/messaging';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { idOf, signInCalls, tokenOf } from '../../testing/codes.ts';
import { type Client, type Harness, startHarness, T0 } from '../../testing/harness.ts';
import { apply, signUp } from '../../testing/journey.ts';
import { liveLine } from '../../testing/live-line.ts';
import { Authenticator, addPasskey, beginPasskey, enterByPasskey } from '../../testing/passkeys.ts';
import { inventedPerson, PASSWORD, signUpFields } from '../../testing/people.ts';
import { linkTokenOf, signInWith } from '../../testing/social.ts';
import { staffIn } from '../../testing/staff.ts';

/**
 * Somebody signs up with a document that is not hers and keeps every way in that there is; then its person comes by the
 * institution.
 */
const HOST = 'cua.alfa.orbita.test';
let harness: Harness;
let entry: ReturnType<typeof signInCalls>;
let count = 8800;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  entry = signInCalls(harness);
});
// One file, although it is long: every case takes the same stranger and asks the same ways in afterwards.
beforeEach(async () => {
  harness.clock.set(new Date(T0));
  // What fails here on purpose comes from one address.
  await db().many(sql`delete from door_event where tenant_id = 1 returning id`);
});
afterAll(() => harness?.stop());

const db = () => harness.platform.db.tenant(1);
type Import = Body<'POST /operations/candidates'>;
const bring = async (body: Partial<Import> & Pick<Import, 'document'>) =>
  harness.operations.call('POST /operations/candidates', {
    body: { documentType: 'cpf', name: 'Vera Verdadeira', ...body },
  });
/** Contacts of the institution for the person with the document. */
const theirs = (n = count++) => ({
  email: `vera${n}@exemplo.test`,
  cellPhone: `3197${String(n).padStart(7, '0')}`,
});

/** Proves the e-mail of an account by a code, as its owner. */
async function prove(document: string, email: string): Promise<Client> {
  // Another code is sent after a minute at the earliest.
  harness.clock.set(new Date(harness.clock.now().getTime() + 61_000));
  const visitor = harness.visitor();
  const asked = await entry.ask(document, { channel: 'email' });
  const entered = await entry.verify(idOf(asked.body), await entry.codeFor(email), visitor);
  expect(entered.status).toBe(200);
  visitor.token = entered.body.accessToken;
  return visitor;
}

const isIn = async (client: Client) => (await client.call('GET /candidate/users/check/')).status === 200;

/** A stranger with every way in, and with everything begun that could be ended later. */
async function stranger(given: { applied?: boolean } = {}) {
  const n = count++;
  const person = inventedPerson(n);
  const client = harness.visitor();
  const { personId, uuid } = await signUp(client, person);
  if (given.applied) await apply(client);
  const key = new Authenticator(HOST);
  expect((await addPasskey(client, key)).status).toBe(201);
  const social = `estranha${n}`;
  const browser = harness.visitor();
  const linkToken = await linkTokenOf(browser, social);
  const linked = await browser.call('POST /platform/auth/signin/tenants/{tenant}/social/{provider}/link', {
    params: { tenant: 'alfa', provider: 'google' },
    body: { linkToken, documentType: 'cpf', document: person.cpf, password: PASSWORD },
  });
  expect(linked.status).toBe(200);
  return { ...person, client, personId, uuid, key, social };
}
type Stranger = Awaited<ReturnType<typeof stranger>>;

/** What was begun before the person came, tried afterwards. */
async function begun(who: Stranger) {
  const code = await entry.ask(who.cpf, { channel: 'email' });
  const digits = await entry.codeFor(who.email);
  const reset = await entry.askReset(who.cpf, { channel: 'email' });
  const link = await entry.linkFor(who.email);
  const registration = await beginPasskey(who.client);
  const linking = harness.visitor();
  const unlinked = await linkTokenOf(linking, `outra${who.personId}`);
  const mailbox = `mais${who.personId}@estranha.test`;
  const change = await who.client.call('POST /candidate/users/{personId}/contact-changes', {
    params: { personId: who.personId },
    body: { kind: 'email', value: mailbox },
  });
  const changeCode = await entry.codeFor(mailbox);
  return async () => ({
    code: (await entry.verify(idOf(code.body), digits)).status,
    reset: (await entry.verifyReset(idOf(reset.body), await entry.codeFor(who.email))).status,
    link: (await entry.openLink(link)).status,
    passkey: (
      await who.client.call('POST /platform/auth/passkeys', {
        body: {
          registrationId: registration.registrationId,
          credential: new Authenticator(HOST).create(registration.challenge),
        },
      })
    ).status,
    social: (
      await linking.call('POST /platform/auth/signin/tenants/{tenant}/social/{provider}/link', {
        params: { tenant: 'alfa', provider: 'google' },
        body: { linkToken: unlinked, documentType: 'cpf', document: who.cpf, password: PASSWORD },
      })
    ).status,
    change: (
      await who.client.call('POST /candidate/users/contact-changes/{changeId}/verify', {
        params: { changeId: change.body.changeId },
        body: { code: changeCode },
      })
    ).status,
  });
}
const NOTHING_BEGUN = { code: 410, reset: 410, link: 410, passkey: 401, social: 401, change: 401 };

/** Whether anything of hers still opens the account. */
const ways = async (who: Stranger) => ({
  session: await isIn(who.client),
  password: (await entry.signIn(who.cpf, PASSWORD)).status,
  passkey: (await enterByPasskey(harness.visitor(), who.key)).answer.status,
  social: (await signInWith(harness.visitor(), 'google', who.social)).status,
});
const NO_WAY = { session: false, password: 401, passkey: 401, social: 404 };
const EVERY_WAY = { session: true, password: 200, passkey: 200, social: 200 };

describe('S31 an unproven account, when the institution imports its person', () => {
  it('S31 loses all sign-in methods and pending requests; the person signs in by code to the imported contact', async () => {
    const who = await stranger();
    expect(await ways(who)).toEqual(EVERY_WAY);
    const later = await begun(who);
    const hers = theirs();
    const brought = await bring({ document: who.cpf, birthDate: '2001-01-01', ...hers });
    expect([brought.status, brought.body]).toEqual([
      200,
      { personId: who.personId, uuid: who.uuid, caseId: null, kept: [] },
    ]);
    expect(await later()).toEqual(NOTHING_BEGUN);
    expect(await ways(who)).toEqual(NO_WAY);
    // Codes go nowhere that the stranger named.
    const before = (await entry.inbox(who.email)).length;
    const offered = await entry.ask(who.cpf);
    expect(JSON.stringify(offered.body)).not.toContain(who.cellPhone.slice(-4));
    const vera = await prove(who.cpf, hers.email);
    expect((await entry.inbox(who.email)).length).toBe(before);
    const { body } = await vera.call('GET /candidate/users/{uuid}/person-data', {
      params: { uuid: who.uuid },
    });
    expect(body).toMatchObject({ name: 'Vera Verdadeira', email: hers.email, emailConfirmed: true });
    expect(await ways(who)).toEqual(NO_WAY);
    // She is told how to come in; whoever had the old address is not told her name.
    await harness.platform.jobs.run('outbox');
    const told = (await entry.inbox(hers.email)).find(({ template }) => template === 'N-04');
    expect(told?.text).toContain('peça um código com seu documento');
    const old = (await entry.inbox(who.email)).find(({ text }) => text?.includes('formas de entrar'));
    expect(old?.text).not.toContain('Vera');
  });

  it('S31 also when the stranger typed the very contacts the institution has', async () => {
    const who = await stranger();
    await bring({ document: who.cpf, name: who.name, email: who.email, cellPhone: who.cellPhone });
    expect(await ways(who)).toEqual(NO_WAY);
    const vera = await prove(who.cpf, who.email);
    // The same data every night end nothing any more, once she proved them.
    await bring({ document: who.cpf, name: who.name, email: who.email, cellPhone: who.cellPhone });
    expect(await isIn(vera)).toBe(true);
  });

  it('S31 has its open sockets and the tabs of its links closed at once', async () => {
    const who = await stranger();
    const { ticket } = (await who.client.call('POST /candidate/events/tickets', { body: {} })).body;
    const line = liveLine(harness.url, liveStreams.business, ticket, {});
    await line.opened;
    await bring({ document: who.cpf, ...theirs() });
    expect(await isIn(who.client)).toBe(false);
    await line.closed;
  });

  it('S31 keeps nothing the stranger typed', async () => {
    const who = await stranger();
    await db().one(sql`
      update person set social_name = 'Zombaria', phone = '3133334444', mother_name = 'Outra Pessoa', gender_id = 1
      where tenant_id = 1 and id = ${who.personId} returning id`);
    await bring({ document: who.cpf, email: theirs().email });
    const row = await db().one(sql`
      select social_name, phone, mother_name, gender_id, birth_date, cell_phone from person
      where tenant_id = 1 and id = ${who.personId}`);
    expect(row).toEqual({
      ...{ social_name: null, phone: null, mother_name: null, gender_id: null },
      ...{ birth_date: null, cell_phone: null },
    });
  });

  it('S31 does not affect an unclaimed imported person, but ends links sent to a wrong contact', async () => {
    const { cpf } = inventedPerson(count++);
    const first = theirs();
    const { personId } = (await bring({ document: cpf, ...first, birthDate: '2001-01-01' })).body;
    const made = await harness.operations.call('POST /operations/subscriptions', {
      body: { personId, offerCode: 'ADM-ESSAY', courseCode: 'ADM', poleCode: 'BH' },
    });
    expect(made.status).toBe(201);
    const { url } = (
      await harness.operations.call('POST /operations/subscriptions/{id}/access-keys', {
        params: { id: made.body.id },
        body: { purpose: 'continue', notify: false },
      })
    ).body;
    const key = new URL(String(url)).searchParams.get('k') ?? String(url).split('/').at(-1) ?? '';
    const alive = async () => {
      const { total } = (await db().one<{ total: number }>(sql`
        select count(*)::int as total from access_key where tenant_id = 1 and subscription_id = ${made.body.id}
          and revoked_at is null`)) ?? { total: -1 };
      return total;
    };
    expect(key).not.toBe('');
    const before = await alive();
    expect(before).toBeGreaterThan(0);
    await bring({ document: cpf, ...first });
    expect(await alive()).toBe(before);
    await bring({ document: cpf, ...theirs() });
    expect(await alive()).toBe(0);
  });
});

describe('S31 an account with data of its own', () => {
  it('S31 that proved the imported contact keeps everything, and takes no other contact from the import', async () => {
    const who = await stranger();
    const owner = await prove(who.cpf, who.email);
    const brought = await bring({
      document: who.cpf,
      name: who.name,
      email: who.email,
      cellPhone: '31988887777',
    });
    expect(brought.body).toMatchObject({ caseId: null, kept: ['cellPhone'] });
    expect(await isIn(owner)).toBe(true);
    expect(await ways(who)).toEqual(EVERY_WAY);
    const { body } = await entry.ask(who.cpf);
    expect(JSON.stringify(body)).not.toContain('7777');
  });

  it.each([
    ['proved another contact', false, ['contact', 'name']],
    ['has an application', true, ['applications', 'contact', 'name']],
  ] as const)(
    'S31 that %s becomes a case: nothing is written, nobody gets in',
    async (_name, applied, reasons) => {
      const who = await stranger({ applied });
      if (!applied) await prove(who.cpf, who.email);
      const hers = theirs();
      const brought = await bring({ document: who.cpf, ...hers, birthDate: who.birthDate });
      expect(brought.body).toMatchObject({ personId: who.personId, caseId: expect.any(Number) });
      expect(await ways(who)).toEqual(EVERY_WAY);
      const { body: own } = await who.client.call('GET /candidate/users/{uuid}/person-data', {
        params: { uuid: who.uuid },
      });
      expect([own.name, own.email]).toEqual([who.name, who.email]);
      const offered = await entry.ask(who.cpf);
      expect(JSON.stringify(offered.body)).not.toContain('v***');
      // The same import again is the same case; nothing is done for her meanwhile.
      expect((await bring({ document: who.cpf, ...hers, birthDate: who.birthDate })).body.caseId).toBe(
        brought.body.caseId,
      );
      const applying = await harness.operations.call('POST /operations/subscriptions', {
        body: { personId: who.personId, offerCode: 'ADM-ESSAY', courseCode: 'CCO', poleCode: 'BH' },
      });
      const handing = await harness.operations.call('POST /operations/handoffs', {
        body: { personId: who.personId },
      });
      for (const { status, body } of [applying, handing])
        expect([status, body]).toMatchObject([409, { code: 'DOCUMENT_CASE_OPEN' }]);
      const listed = await harness.operations.call('GET /operations/document-cases', {
        query: { pageSize: 100 },
      });
      const one = listed.body.data.find(({ caseId }) => caseId === brought.body.caseId);
      expect(one).toMatchObject({ reasons, state: 'open', brought: { name: 'Vera Verdadeira' } });
      expect(JSON.stringify(one)).not.toContain(hers.email);
    },
  );

  it('S31 cannot be stolen by an import: not with another phone beside the true e-mail, nor under another name', async () => {
    const who = await stranger({ applied: true });
    const mine = { email: who.email, cellPhone: '31966665555' };
    expect((await bring({ document: who.cpf, name: who.name, ...mine })).body.caseId).not.toBeNull();
    await prove(who.cpf, who.email);
    expect((await bring({ document: who.cpf, name: who.name, ...mine })).body).toMatchObject({
      caseId: null,
      kept: ['cellPhone'],
    });
    expect((await bring({ document: who.cpf, name: 'Outra Pessoa', ...mine })).body.caseId).not.toBeNull();
    expect(JSON.stringify((await entry.ask(who.cpf)).body)).not.toContain('5555');
  });

  it("S31 cannot be stolen by another institution's token: its import is a case and changes nothing", async () => {
    const who = await stranger({ applied: true });
    const { body } = await harness.operations.call('POST /operations/tokens', {
      body: {
        name: 'Sistema EPA',
        tenant: 'alfa',
        scopes: ['subscriptions'],
        institutions: ['EPA01'],
        expiresAt: '2027-01-12T10:00:00-03:00',
      },
    });
    const epa = harness.visitor('operations.test');
    epa.headers = { authorization: `Bearer ${body.token}` };
    const given = { documentType: 'cpf', document: who.cpf, name: who.name, email: who.email } as const;
    const brought = await epa.call('POST /operations/candidates', { body: given });
    expect(brought.body).toMatchObject({ personId: who.personId, caseId: expect.any(Number) });
    expect(await ways(who)).toEqual(EVERY_WAY);
    const decision = (decided: 'kept' | 'given') =>
      epa.call('POST /operations/document-cases/{id}/decision', {
        params: { id: brought.body.caseId ?? 0 },
        body: { decision: decided, identityCheck: 'document', reason: 'Conferi' },
      });
    expect([(await decision('given')).body.code, (await decision('kept')).body.code]).toEqual([
      'OWN_APPROVAL',
      'OWN_APPROVAL',
    ]);
  });
});

describe('S31 a case', () => {
  const decide = (client: Client, caseId: number, decision: 'kept' | 'given') =>
    client.call('POST /operations/document-cases/{id}/decision', {
      params: { id: caseId },
      body: { decision, identityCheck: 'in-person', reason: 'Veio com a identidade' },
    });
  const inCase = async () => {
    const who = await stranger({ applied: true });
    const hers = theirs();
    const brought = { document: who.cpf, ...hers };
    return { who, hers, brought, caseId: (await bring(brought)).body.caseId ?? 0 };
  };
  const secretary = async (institutions = ['CUA01']) =>
    (await staffIn(harness, [{ role: 'secretaria', institutions }])).client;

  it('S31 is found by those who may decide it: counted, listed, shown, and gone once decided', async () => {
    const { who, caseId } = await inCase();
    const [bia, epa] = [await secretary(), await secretary(['EPA01'])];
    const { client: hana } = await staffIn(harness, [{ role: 'atendimento', institutions: ['CUA01'] }]);
    const counted = async (client: Client, institution?: string) =>
      (
        await client.call('GET /operations/queues', { query: institution ? { institution } : {} })
      ).body.queues.find(({ queue }) => queue === 'document-cases');
    const listed = async (client: Client, query = {}) =>
      (
        await client.call('GET /operations/document-cases', { query: { pageSize: 100, ...query } })
      ).body.data.some((one) => one.caseId === caseId);
    const open = (client: Client) =>
      client.call('GET /operations/document-cases/{id}', { params: { id: caseId } });
    const before = await counted(bia);
    expect(before).toMatchObject({ label: 'Duas pessoas, um documento', capped: false, mine: 0 });
    expect(before?.count).toBeGreaterThan(0);
    expect([await counted(hana), (await counted(bia, 'EPA01'))?.count]).toEqual([undefined, 0]);
    expect([await listed(bia), await listed(hana), await listed(epa)]).toEqual([true, true, false]);
    expect([
      await listed(bia, { institution: 'CUA01' }),
      await listed(bia, { institution: 'EPA01' }),
    ]).toEqual([true, false]);
    expect((await open(epa)).status).toBe(404);
    expect((await open(bia)).body).toMatchObject({
      ...{ caseId, personId: who.personId, state: 'open', opens: { account: true, given: false } },
      account: { name: who.name },
    });
    expect((await decide(bia, caseId, 'given')).status).toBe(200);
    expect(((await counted(bia))?.count ?? 0) - (before?.count ?? 0)).toBe(-1);
    // Whoever got the document has not applied at her institution, so its page is not hers to open.
    expect([await listed(bia), (await open(bia)).body.opens]).toEqual([
      false,
      { account: true, given: false },
    ]);
    expect(
      (await harness.operations.call('GET /operations/document-cases/{id}', { params: { id: caseId } })).body
        .opens,
    ).toEqual({ account: true, given: true });
  });

  it('S31 is decided for the imported person: a separate person with the document, and no access to the account', async () => {
    const { who, hers, brought, caseId } = await inCase();
    const page = await harness.operations.call('GET /operations/persons/{personId}', {
      params: { personId: who.personId },
    });
    expect(page.body.documentCases).toMatchObject([{ caseId, brought: { name: 'Vera Verdadeira' } }]);
    const bia = await secretary();
    const decided = await decide(bia, caseId, 'given');
    expect([decided.status, decided.body]).toMatchObject([
      200,
      { state: 'given', brought: null, reason: 'Veio com a identidade', givenTo: expect.any(Number) },
    ]);
    expect(await ways(who)).toEqual(NO_WAY);
    const vera = await prove(who.cpf, hers.email);
    const check = await vera.call('GET /candidate/users/check/');
    expect(check.body.payloadToken).toMatchObject({
      name: 'Vera Verdadeira',
      personId: decided.body.givenTo,
    });
    const { uuid } = check.body.payloadToken;
    const list = await vera.call('GET /candidate/users/{uuid}/subscriptions', { params: { uuid } } as never);
    expect(JSON.stringify(list.body)).not.toContain(who.name);
    // Again: no case any more, and the import finds her.
    expect((await bring(brought)).body).toMatchObject({ personId: decided.body.givenTo, caseId: null });
    expect((await decide(bia, caseId, 'kept')).body).toMatchObject({ code: 'STATE_CONFLICT' });
    // Whoever had it gets her own document from the institution and goes on where she was.
    await db().one(sql`
      update person set email_confirmed_at = created_at, email_proved_at = created_at
      where tenant_id = 1 and id = ${who.personId} returning id`);
    const { cpf } = inventedPerson(count++);
    const corrected = await bia.call('PUT /operations/persons/{personId}/identity', {
      params: { personId: who.personId },
      body: { documentType: 'cpf', document: cpf, proof: 'cpf-record', reason: 'CPF digitado errado' },
    });
    expect(corrected.status).toBe(200);
    const back = await prove(cpf, who.email);
    expect((await back.call('GET /candidate/users/check/')).body.payloadToken.personId).toBe(who.personId);
  });

  it('S31 is decided for the account: it stays as it is, and the same import opens no new case', async () => {
    const { who, brought, caseId } = await inCase();
    expect((await decide(await secretary(), caseId, 'kept')).body).toMatchObject({
      state: 'kept',
      brought: null,
    });
    expect(await ways(who)).toEqual(EVERY_WAY);
    expect((await bring(brought)).body.caseId).toBe(caseId);
    const listed = await harness.operations.call('GET /operations/document-cases', {
      query: { state: 'kept', pageSize: 100 },
    });
    expect(listed.body.data.map((one) => one.caseId)).toContain(caseId);
    expect((await bring({ ...brought, email: 'nova@exemplo.test' })).body.caseId).not.toBe(caseId);
  });

  it('S31 is decided by staff where the account applied, with a recent sign-in and a reason', async () => {
    const { caseId } = await inCase();
    expect((await decide(await secretary(['EPA01']), caseId, 'given')).status).toBe(404);
    const attendant = (await staffIn(harness, [{ role: 'atendimento', institutions: ['CUA01'] }])).client;
    expect((await decide(attendant, caseId, 'given')).status).toBe(403);
    const bia = await secretary();
    const bare = await bia.call('POST /operations/document-cases/{id}/decision', {
      params: { id: caseId },
      body: { decision: 'given', identityCheck: 'in-person', reason: ' ' },
    });
    expect(bare.status).toBe(422);
    harness.clock.set(new Date(harness.clock.now().getTime() + 11 * 60_000));
    expect((await decide(bia, caseId, 'given')).body).toMatchObject({ code: 'REAUTH_REQUIRED' });
  });

  it('S31 is closed by the candidate: the account proves the contact the institution imported', async () => {
    const { who, hers, brought } = await inCase();
    const change = await who.client.call('POST /candidate/users/{personId}/contact-changes', {
      params: { personId: who.personId },
      body: { kind: 'email', value: hers.email },
    });
    const verified = await who.client.call('POST /candidate/users/contact-changes/{changeId}/verify', {
      params: { changeId: change.body.changeId },
      body: { code: await entry.codeFor(hers.email) },
    });
    expect(verified.status).toBe(204);
    expect((await bring({ ...brought, name: who.name })).body).toMatchObject({ caseId: null });
    const applying = await harness.operations.call('POST /operations/handoffs', {
      body: { personId: who.personId },
    });
    expect(applying.status).toBe(201);
  });
});

describe('S31 a hand-off', () => {
  const handOver = async (personId: number) => {
    const issued = await harness.operations.call('POST /operations/handoffs', { body: { personId } });
    const visitor = harness.visitor();
    const { body } = await visitor.call('POST /platform/auth/handoff/exchange', {
      body: { code: issued.body.code },
    });
    visitor.token = body.accessToken;
    return visitor;
  };

  it("S31 into an unproven account first ends its sign-in methods; the next one ends none of the owner's", async () => {
    const who = await stranger();
    const later = await begun(who);
    const vera = await handOver(who.personId);
    expect(await isIn(vera)).toBe(true);
    expect(await later()).toEqual(NOTHING_BEGUN);
    expect(await ways(who)).toEqual(NO_WAY);
    const key = new Authenticator(HOST);
    // A hand-off proves nothing: she gives a contact and proves it before she adds a way in.
    const { email } = theirs();
    const params = { personId: who.personId };
    const change = await vera.call('POST /candidate/users/{personId}/contact-changes', {
      params,
      body: { kind: 'email', value: email },
    });
    await vera.call('POST /candidate/users/contact-changes/{changeId}/verify', {
      params: { changeId: change.body.changeId },
      body: { code: await entry.codeFor(email) },
    });
    await addPasskey(await prove(who.cpf, email), key);
    await handOver(who.personId);
    expect([await isIn(vera), (await enterByPasskey(harness.visitor(), key)).answer.status]).toEqual([
      true,
      200,
    ]);
  });

  it('S31 into an account that proved its contact ends nothing', async () => {
    const who = await stranger();
    await prove(who.cpf, who.email);
    await handOver(who.personId);
    expect(await ways(who)).toEqual(EVERY_WAY);
  });
});

describe('S31 a correction by the team', () => {
  const correct = (client: Client, personId: number, body: object) =>
    client.call('PUT /operations/persons/{personId}/contacts', {
      params: { personId },
      body: { identityCheck: 'document', reason: 'Perdeu o acesso', ...body } as never,
    });
  const release = (client: Client, personId: number) =>
    client.call('POST /operations/persons/{personId}/contacts/release', {
      params: { personId },
      body: { identityCheck: 'call-back', reason: 'Liguei de volta' },
    });
  const attendant = async () =>
    (await staffIn(harness, [{ role: 'atendimento', institutions: ['CUA01'] }])).client;

  it("S31 of a contact is invisible to the account's holder, and ends all sign-in methods when it takes effect", async () => {
    const who = await stranger({ applied: true });
    const hers = theirs();
    await correct(await attendant(), who.personId, { email: hers.email });
    const { body } = await who.client.call('GET /candidate/users/{uuid}/person-data', {
      params: { uuid: who.uuid },
    });
    expect(body.email).toBe(who.email);
    expect(await ways(who)).toEqual(EVERY_WAY);
    const later = await begun(who);
    expect((await release(await attendant(), who.personId)).status).toBe(200);
    expect(await later()).toEqual(NOTHING_BEGUN);
    expect(await ways(who)).toEqual(NO_WAY);
    expect(JSON.stringify((await entry.ask(who.cpf)).body)).not.toContain(who.cellPhone.slice(-4));
    await prove(who.cpf, hers.email);
  });

  it('S31 into an unused account takes effect after a day, and ends the links sent before', async () => {
    const { cpf } = inventedPerson(count++);
    const { personId } = (await bring({ document: cpf, birthDate: '2001-01-01', ...theirs() })).body;
    const made = await harness.operations.call('POST /operations/subscriptions', {
      body: { personId, offerCode: 'ADM-ESSAY', courseCode: 'ADM', poleCode: 'BH' },
    });
    await harness.operations.call('POST /operations/subscriptions/{id}/access-keys', {
      params: { id: made.body.id },
      body: { purpose: 'continue', notify: false },
    });
    const right = theirs();
    await correct(await attendant(), personId, { email: right.email });
    const living = () =>
      db().many(sql`
        select id from access_key where tenant_id = 1 and subscription_id = ${made.body.id} and revoked_at is null`);
    expect(await living()).not.toEqual([]);
    harness.clock.set(new Date(new Date(T0).getTime() + 24 * 3_600_000));
    await harness.platform.jobs.run('held-contacts');
    expect(await living()).toEqual([]);
    await prove(cpf, right.email);
  });

  it.each([true, false])(
    'S31 never takes effect by one person alone where the account is used (proved: %s)',
    async (proved) => {
      const who = await stranger({ applied: true });
      if (proved) await prove(who.cpf, who.email);
      const hana = await attendant();
      await correct(hana, who.personId, { email: `hana${who.personId}@equipe.test` });
      await correct(hana, who.personId, { email: `hana2${who.personId}@equipe.test` });
      expect((await release(hana, who.personId)).body).toMatchObject({ code: 'OWN_APPROVAL' });
      harness.clock.set(new Date(new Date(T0).getTime() + 6 * 24 * 3_600_000));
      await harness.platform.jobs.run('held-contacts');
      const { body } = await harness.operations.call('GET /operations/persons/{personId}', {
        params: { personId: who.personId },
      });
      expect(body.contacts[0]).toMatchObject({ held: true, heldUntil: null });
      await prove(who.cpf, who.email);
    },
  );

  it('S31 of the identity waits until the account proved a contact; a new document ends all sign-in methods', async () => {
    const who = await stranger({ applied: true });
    const bia = (await staffIn(harness, [{ role: 'secretaria', institutions: ['CUA01'] }])).client;
    const identity = (body: object) =>
      bia.call('PUT /operations/persons/{personId}/identity', {
        params: { personId: who.personId },
        body: { proof: 'identity-card', reason: 'Nome errado', ...body },
      });
    expect((await identity({ name: 'Vera Verdadeira' })).body).toMatchObject({ code: 'CONTACT_UNCONFIRMED' });
    const { body } = await who.client.call('GET /candidate/users/{uuid}/person-data', {
      params: { uuid: who.uuid },
    });
    expect(body.name).toBe(who.name);
    await prove(who.cpf, who.email);
    expect((await identity({ name: 'Vera Verdadeira' })).status).toBe(200);
    expect(await isIn(who.client)).toBe(true);
    const { cpf } = inventedPerson(count++);
    expect((await identity({ documentType: 'cpf', document: cpf })).status).toBe(200);
    expect(await ways({ ...who, cpf })).toEqual(NO_WAY);
    await prove(cpf, who.email);
  });
});

describe('S31 a password reset', () => {
  const asked = async (who: Stranger) => {
    const request = await entry.askReset(who.cpf, { channel: 'email' });
    return entry.verifyReset(idOf(request.body), await entry.codeFor(who.email));
  };

  it('S31 shows the other sign-in methods and ends them', async () => {
    const who = await stranger();
    const verified = await asked(who);
    expect(verified.body).toMatchObject({ others: { passkeys: 1, providers: ['google'] } });
    expect((await entry.reset(tokenOf(verified.body), 'Nova#2026x')).status).toBe(204);
    expect(await ways(who)).toEqual(NO_WAY);
    expect((await entry.signIn(who.cpf, 'Nova#2026x')).status).toBe(200);
    await harness.platform.jobs.run('outbox');
    const mails = (await entry.inbox(who.email)).map(({ text }) => text).join('\n');
    expect(mails).toContain('não valem mais: chaves de acesso, conta do Google');
  });

  it('S31 keeps them if asked to; sessions end in any case', async () => {
    const who = await stranger();
    const verified = await asked(who);
    const { status } = await harness.visitor().call('POST /platform/auth/password/reset', {
      body: {
        resetToken: tokenOf(verified.body),
        newPassword: 'Nova#2026x',
        confirmPassword: 'Nova#2026x',
        keepOthers: true,
      },
    });
    expect(status).toBe(204);
    expect(await ways(who)).toEqual({ ...EVERY_WAY, session: false, password: 401 });
  });
});

it('S31 a sign-up begun before the import does not complete after it', async () => {
  const person = inventedPerson(count++);
  const begunSignUp = await harness.visitor().call('POST /platform/auth/signup/tenants/{tenant}', {
    params: { tenant: 'alfa' },
    body: signUpFields(person),
  });
  expect(begunSignUp.status).toBe(202);
  const code = await entry.codeFor(person.email);
  await bring({ document: person.cpf, ...theirs() });
  expect((await entry.verify(idOf(begunSignUp.body), code)).body).toMatchObject({ code: 'ACCOUNT_EXISTS' });
});
