// Longer than other files: a request, its decision, the erasure and what is kept follow one person.
import { formatCpf } from '@orbita/domain/foundation';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyKeyOf, type FullPerson, fullPerson, tenantIdOf } from '../../testing/full-person.ts';
import { type Client, type Harness, startHarness, T0 } from '../../testing/harness.ts';
import { signUp } from '../../testing/journey.ts';
import { inventedPerson } from '../../testing/people.ts';
import { personAt } from '../../testing/person-at.ts';
import { strongStaff } from '../../testing/staff.ts';
import { holderOf } from '../../testing/token-holder.ts';
import { ANONYMOUS_NAME } from '../person/personal-data.ts';
import { erasePerson } from './erase.ts';
import { personalTables } from './tables.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness?.stop());

type Asked = 'export' | 'deletion' | 'correction' | 'sharing-info';
let crowd = 50;
const somebody = async () => {
  const person = inventedPerson(crowd++);
  const client = harness.visitor();
  const me = await signUp(client, person);
  return { person, client, ...me };
};
const ask = (client: Client, uuid: string, kind: Asked, details?: string) =>
  client.call('POST /candidate/users/{uuid}/privacy-requests', { params: { uuid }, body: { kind, details } });
const listOf = async (client: Client, uuid: string) =>
  (await client.call('GET /candidate/users/{uuid}/privacy-requests', { params: { uuid } })).body;
const fileOf = (client: Client, uuid: string, id: number, key: string) =>
  client.call('POST /candidate/users/{uuid}/privacy-requests/{id}/file', {
    params: { uuid, id },
    body: { key },
  });
const mailsTo = async (to: string) => {
  await harness.platform.jobs.run('outbox');
  const { body } = await harness.operations.call('GET /operations/simulator/outbox', { query: { to } });
  return body.filter(({ template }) => template === 'N-31');
};
const decide = (
  id: number,
  body: { decision: 'taken' | 'concluded' | 'denied'; reason?: string; answer?: string },
) => harness.operations.call('POST /operations/privacy-requests/{id}/decision', { params: { id }, body });
const setClock = (now: string) => harness.clock.set(new Date(now));

const count = async (statement: ReturnType<typeof sql>) =>
  (await harness.platform.db.tenant(1).many(statement)).length;

describe('consents', () => {
  it('record who agreed to what, when, where and for which version', async () => {
    const { client, uuid } = await somebody();
    const params = { uuid };
    const put = (body: object) => client.call('PUT /candidate/users/{uuid}/consents', { params, body });
    await put({ marketing: true });
    await put({ cookies: { analytics: true, marketing: false }, channel: 'banner' });
    const { status, body } = await put({ marketing: false });
    expect(status).toBe(200);
    expect(body).toMatchObject({ marketing: false, cookies: { analytics: true, marketing: false } });
    const lines = body.history.map(({ kind, granted, channel, version }) => [
      kind,
      granted,
      channel,
      version,
    ]);
    expect(lines).toEqual([
      ['marketing', false, 'profile', null],
      ['marketing-cookies', false, 'banner', null],
      ['analytics-cookies', true, 'banner', null],
      ['marketing', true, 'profile', null],
      ['marketing', false, 'sign-up', null],
      ['privacy-notice', true, 'sign-up', '1'],
    ]);
    expect(body.history.every(({ at }) => at === T0)).toBe(true);
  });

  it('D-61 keep marketing off for people under 18', async () => {
    const client = harness.visitor();
    const { uuid } = await signUp(client, { ...inventedPerson(crowd++), birthDate: '2009-02-01' });
    const { body } = await client.call('PUT /candidate/users/{uuid}/consents', {
      params: { uuid },
      body: { marketing: true, cookies: { analytics: true, marketing: true } },
    });
    expect(body).toMatchObject({ marketing: false, cookies: { analytics: true, marketing: false } });
  });
});

describe("requests about one's own data", () => {
  it('are accepted once per kind, listed, and confirmed by N-31', async () => {
    const { client, uuid, person } = await somebody();
    const first = await ask(client, uuid, 'deletion');
    expect(first).toMatchObject({ status: 202, body: { status: 'received' } });
    expect(await ask(client, uuid, 'deletion')).toMatchObject({
      status: 409,
      body: { code: 'PRIVACY_REQUEST_OPEN' },
    });
    expect((await ask(client, uuid, 'correction', '  ')).body).toMatchObject({
      code: 'VALIDATION',
      errors: [{ field: 'details', message: 'Obrigatório.' }],
    });
    expect((await ask(client, uuid, 'sharing-info')).status).toBe(202);
    expect(await listOf(client, uuid)).toMatchObject([
      { kind: 'sharing-info', status: 'received' },
      { kind: 'deletion', status: 'received', dueAt: '2026-01-27T23:59:59-03:00' },
    ]);
    const mails = await mailsTo(person.email);
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Sua solicitação de dados pessoais',
      'Sua solicitação de dados pessoais',
    ]);
    expect(mails[0]?.text).toContain('/orbita/candidate/profile?aba=privacidade');
  });

  it('are handled by operations', async () => {
    const { client, uuid, person } = await somebody();
    const { body } = await ask(client, uuid, 'correction', 'Meu nome tem acento.');
    const listed = await harness.operations.call('GET /operations/privacy-requests', {
      query: { state: 'received', kind: 'correction' },
    });
    expect(listed.body.data.find(({ id }) => id === body.id)).toMatchObject({
      details: 'Meu nome tem acento.',
      overdue: false,
      person: { name: person.name, document: person.cpf, email: person.email },
    });
    expect((await decide(body.id, { decision: 'taken' })).body).toMatchObject({ state: 'in-review' });
    expect((await listOf(client, uuid))[0]).toMatchObject({ status: 'in-review', answer: null });
    expect((await decide(body.id, { decision: 'denied' })).status).toBe(422);
    expect((await decide(body.id, { decision: 'denied', reason: 'Falta o documento.' })).status).toBe(200);
    expect((await listOf(client, uuid))[0]).toMatchObject({ status: 'denied', answer: 'Falta o documento.' });
    expect(await decide(body.id, { decision: 'concluded' })).toMatchObject({
      status: 409,
      body: { code: 'STATE_CONFLICT' },
    });
    expect((await mailsTo(person.email)).map(({ text }) => text.includes('Já temos a resposta'))).toContain(
      true,
    );
    // A new request may follow an answered one.
    expect((await ask(client, uuid, 'correction', 'Segue o documento.')).status).toBe(202);
  });

  it('remind the data protection officer once before the deadline and once after it', async () => {
    const { client, uuid } = await somebody();
    const { body } = await ask(client, uuid, 'sharing-info');
    const about = async () =>
      (await mailsTo('dpo@alfa.test')).filter(({ text }) => text.includes(`nº ${body.id} `));
    await harness.platform.jobs.run('privacy-deadline');
    expect(await about()).toHaveLength(0);
    setClock('2026-01-24T10:00:00-03:00');
    await harness.platform.jobs.run('privacy-deadline');
    await harness.platform.jobs.run('privacy-deadline');
    expect(await about()).toHaveLength(1);
    setClock('2026-01-28T10:00:00-03:00');
    await harness.platform.jobs.run('privacy-deadline');
    const shown = await about();
    expect(shown.map(({ text }) => text.includes('devia ter resposta'))).toEqual([true, false]);
    const { body: listed } = await harness.operations.call('GET /operations/privacy-requests', { query: {} });
    expect(listed.data.find(({ id }) => id === body.id)?.overdue).toBe(true);
    setClock(T0);
  });
});

describe("the copy of one's own data", () => {
  let whole: FullPerson;
  let other: FullPerson;
  beforeAll(async () => {
    whole = await fullPerson(harness, inventedPerson(1));
    other = await fullPerson(harness, inventedPerson(2));
  });

  it('contains everything about the person, from every module, and nothing about anybody else', async () => {
    const { status, body } = await fileOf(whole.client, whole.uuid, whole.exportId, whole.exportKey);
    expect(status).toBe(200);
    const copy = body as unknown as { dados: Record<string, unknown[]>; naoIncluido: { motivo: string }[] };
    const sections = personalTables.flatMap(({ section }) => section ?? []);
    expect(Object.keys(copy.dados)).toEqual(sections);
    const filled = sections.filter((section) => (copy.dados[section] ?? []).length > 0);
    expect(filled).toEqual(
      expect.arrayContaining(['arquivos', 'redacoes', 'escolaridade', 'pagamentos', 'contratos', 'pessoa']),
    );
    expect(copy.dados.pessoa).toMatchObject([{ cpf: inventedPerson(1).cpf }]);
    const text = JSON.stringify(copy);
    const stranger = inventedPerson(2);
    for (const mark of [stranger.cpf, stranger.email, stranger.cellPhone, other.uuid])
      expect(text).not.toContain(mark);
    expect(copy.naoIncluido.every(({ motivo }) => motivo.length > 5)).toBe(true);
  });

  it('opens only for its own person, with the key from the e-mail, until it expires', async () => {
    const { client, uuid, exportId, exportKey } = whole;
    expect((await fileOf(other.client, other.uuid, exportId, exportKey)).status).toBe(404);
    expect((await fileOf(other.client, uuid, exportId, exportKey)).status).toBe(404);
    expect((await fileOf(harness.visitor(), uuid, exportId, exportKey)).status).toBe(401);
    expect((await fileOf(client, uuid, exportId, `${exportKey}x`)).status).toBe(404);
    expect((await listOf(client, uuid)).find(({ id }) => id === exportId)).toMatchObject({
      status: 'concluded',
      availableUntil: '2026-01-19T10:00:00-03:00',
    });
    // The stored copy is sealed, and the sent message no longer contains the key.
    const row = await harness.platform.db
      .tenant(1)
      .one<{ file_key: string }>(sql`select file_key from privacy_request where id = ${exportId}`);
    const stored = Buffer.from(await harness.platform.files.getBytes(row?.file_key ?? ''));
    expect(stored.includes(inventedPerson(1).cpf)).toBe(false);
    expect(await count(sql`select 1 from notification where envelope::text like ${`%${exportKey}%`}`)).toBe(
      0,
    );

    setClock('2026-01-19T11:00:00-03:00');
    const fresh = harness.visitor();
    const inside = await fresh.call('POST /platform/auth/signin/tenants/{tenant}', {
      params: { tenant: 'alfa' },
      body: {
        documentType: 'cpf',
        document: inventedPerson(1).cpf,
        password: 'Senha#2026',
        remember: true,
        captchaToken: 'simulator-token',
      },
    });
    fresh.token = inside.body.accessToken;
    expect(await fileOf(fresh, uuid, exportId, exportKey)).toMatchObject({
      status: 410,
      body: { code: 'LINK_EXPIRED' },
    });
    await harness.platform.jobs.run('retention');
    expect(await harness.platform.files.exists(row?.file_key ?? '')).toBe(false);
    setClock(T0);
  });

  it('S17 privacy requests are refused under an access key', async () => {
    const { body } = await harness.operations.call('POST /operations/subscriptions/{id}/access-keys', {
      params: { id: whole.subscriptionId },
      body: { purpose: 'continue' },
    });
    const linkHolder = harness.visitor();
    const key = new URL(body.url ?? '').searchParams.get('accesskey') ?? '';
    const opened = await linkHolder.call('GET /candidate/auth/{subscriptionId}/checkaccesskey/{key}', {
      params: { subscriptionId: whole.subscriptionId, key },
    });
    linkHolder.token = (opened.body as { accessToken?: string }).accessToken;
    const params = { uuid: whole.uuid };
    expect((await linkHolder.call('GET /candidate/users/{uuid}/consents', { params })).status).toBe(200);
    expect((await linkHolder.call('GET /candidate/users/{uuid}/privacy-requests', { params })).status).toBe(
      403,
    );
    expect((await linkHolder.call('GET /candidate/users/{uuid}/messages', { params })).status).toBe(403);
    expect((await ask(linkHolder, whole.uuid, 'export')).status).toBe(403);
    expect((await fileOf(linkHolder, whole.uuid, whole.exportId, whole.exportKey)).status).toBe(403);
  });
});

describe('erasure', () => {
  const marksOf = (n: number) => {
    const { cpf, email, cellPhone } = inventedPerson(n);
    return [cpf, email, cellPhone];
  };
  /** Tables that still contain one of the marker texts. */
  const tablesWith = async (marks: readonly string[]) => {
    const found: string[] = [];
    for (const { table } of personalTables)
      for (const mark of marks) {
        const rows = await harness.platform.db.asOwner((run) =>
          run(`select 1 from ${table} t where t::text like $1 limit 1`, [`%${mark}%`]),
        );
        if (rows.length > 0) found.push(table);
      }
    return [...new Set(found)];
  };

  /** A team member must state a purpose, which is recorded in the audit; the document is not. */
  async function saysWhy(personId: number, cpf: string): Promise<void> {
    const { client } = await strongStaff(harness, 'Ada Administração', [{ role: 'administracao' }]);
    const search = (reason?: 'court') =>
      client.call('POST /operations/kept-records/search', { body: { by: 'cpf', value: cpf, reason } });
    const open = (reason?: 'holder') =>
      client.call('GET /operations/kept-records/{personId}', {
        params: { personId },
        query: reason ? { reason } : {},
      });
    for (const refused of [await search(), await open()])
      expect(refused.body).toMatchObject({ code: 'VALIDATION', errors: [{ field: 'reason' }] });
    expect((await search('court')).body.data).toMatchObject([{ personId }]);
    expect((await open('holder')).body).toMatchObject({ personId });
    const { body: audit } = await harness.operations.call('GET /operations/audit', { query: {} });
    const mine = audit.data.filter(({ operator }) => operator === 'Ada Administração');
    expect(mine.map(({ text }) => text)).toEqual(
      expect.arrayContaining([
        'Abriu dados guardados por lei. Pedido da própria pessoa',
        'Procurou dados guardados por lei. Processo judicial ou administrativo',
      ]),
    );
    expect(JSON.stringify(mine)).not.toContain(cpf);
  }

  it('waits for active applications, then erases everything the law does not require', async () => {
    const whole = await fullPerson(harness, inventedPerson(3));
    const { client, uuid, personId } = whole;
    await count(sql`delete from kept_identity where person_id = ${personId} returning 1`);
    const { body } = await ask(client, uuid, 'deletion');
    const answering = await holderOf(harness, ['privacy.answer', 'privacy.kept']);
    const forbidden = await answering.call('POST /operations/privacy-requests/{id}/decision', {
      params: { id: body.id },
      body: { decision: 'concluded' },
    });
    expect(forbidden).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    const refused = await decide(body.id, { decision: 'concluded' });
    expect(refused).toMatchObject({ status: 409, body: { code: 'STATE_CONFLICT' } });
    const shown = async () =>
      (await harness.operations.call('GET /operations/privacy-requests/{id}', { params: { id: body.id } }))
        .body;
    const under = await shown();
    expect(under.effects?.blockedBy.map(({ subscriptionId }) => subscriptionId)).toContain(
      whole.subscriptionId,
    );
    expect(under).toMatchObject({ kind: 'deletion', overdue: false, effects: { reasons: ['contract'] } });
    const [before] = await harness.platform.db.tenant(1).many<{ id: number; version: number }>(sql`
      update subscription set status = 13, updated_at = '2026-01-05' where tenant_id = 1 and person_id = ${personId}
      returning id, version`);
    const files = await harness.platform.db.tenant(1).many<{ storage_key: string }>(sql`
      select storage_key from document_file where id = ${whole.fileId}`);
    const due = (await shown()).effects;
    expect(due).toMatchObject({ blockedBy: [], keepUntil: '2036-01-12' });
    expect(due?.applications).toContain(whole.subscriptionId);
    expect((due?.files ?? 0) > 0 && (due?.messages ?? 0) > 0).toBe(true);
    expect((await decide(body.id, { decision: 'concluded' })).body).toMatchObject({
      state: 'concluded',
      personId,
    });
    // Systems that poll for changes learn that they must erase the person, too.
    const changed = await harness.operations.call('GET /operations/subscriptions', {
      query: { updatedSince: T0 },
    });
    expect(changed.body.data).toContainEqual(
      expect.objectContaining({
        id: before?.id,
        version: (before?.version ?? 0) + 1,
        person: expect.objectContaining({ name: ANONYMOUS_NAME }),
      }),
    );
    expect((await client.call('GET /candidate/users/check/')).status).toBe(401);
    expect((await mailsTo(inventedPerson(3).email))[0]?.text).toContain('Excluímos seus dados pessoais');
    await harness.platform.jobs.run('retention');
    await harness.platform.jobs.run('document-sweep');
    expect(await harness.platform.files.exists(files[0]?.storage_key ?? '')).toBe(false);
    expect(await count(sql`select 1 from essay where person_id = ${personId} and body <> ''`)).toBe(0);
    expect((await tablesWith(marksOf(3))).sort()).toEqual(['contract_acceptance', 'kept_document']);
    const kept = await harness.operations.call('GET /operations/kept-records/{personId}', {
      params: { personId },
    });
    expect(kept.body).toMatchObject({
      ...{ reasons: ['contract'], keepUntil: '2036-01-12', contracts: [{}] },
      ...{ name: inventedPerson(3).name, documents: [{ type: 'cpf', document: inventedPerson(3).cpf }] },
    });
    // Whoever looks for the person knows a document or an id, and each identifies only that person.
    const find = (by: 'cpf' | 'application' | 'request', value: string | number | undefined) =>
      answering.call('POST /operations/kept-records/search', { body: { by, value: String(value) } });
    for (const [by, value] of [
      ['cpf', formatCpf(inventedPerson(3).cpf)],
      ['application', whole.subscriptionId],
      ['request', body.id],
    ] as const)
      expect([by, (await find(by, value)).body.data]).toMatchObject([
        by,
        [{ personId, keepUntil: '2036-01-12' }],
      ]);
    expect((await find('application', body.id)).body.data).toEqual([]);
    expect((await find('cpf', inventedPerson(4).cpf)).body.data).toEqual([]);
    for (const [by, value] of [
      ['cpf', '11122233300'],
      ['application', '9 ou 10'],
      ['request', ''],
    ] as const)
      expect((await find(by, value)).body).toMatchObject({ errors: [{ field: 'value' }] });
    const elsewhere = await holderOf(harness, ['privacy.kept'], ['EPA01']);
    const there = await elsewhere.call('POST /operations/kept-records/search', {
      body: { by: 'cpf', value: inventedPerson(3).cpf },
    });
    expect(there.body.data).toEqual([]);
    await saysWhy(personId, inventedPerson(3).cpf);
    expect(await shown()).toMatchObject({ status: 'concluded', effects: null, person: { email: null } });
    // The document number is free again, so the same person may sign up again.
    await signUp(harness.visitor(), inventedPerson(3));
  });

  it.each([
    ['a payment', { state: 'paid', received: 100 }, {}, ['payment']],
    ['a refunded payment', { state: 'refunded', received: 100 }, {}, ['payment']],
    ['money received for a cancelled charge', { state: 'cancelled', received: 1 }, {}, ['payment']],
    ['money received for a failed charge', { state: 'error', received: 1 }, {}, ['payment']],
    ['a charge nobody paid', { state: 'cancelled', received: null }, {}, undefined],
    ['an enrolment', undefined, { status: 7 }, ['enrolment']],
    ['a number of the student system', undefined, { student: 'A-1' }, ['enrolment']],
    ['an application alone', undefined, {}, undefined],
    ['an enrolment under a passport and a CPF', undefined, { status: 7, both: true }, ['enrolment']],
  ])('S29: legal retention after %s', async (_what, money, application, reasons) => {
    const { id, personId } = await personAt(harness, 'fee', { course: 'ADM' });
    const now = harness.clock.now();
    const {
      status = 13,
      student = null,
      both,
    } = application as { status?: number; student?: string; both?: true };
    await harness.platform.db.tenant(1).many(sql`
      update subscription set status = ${status}, student_lyceum_id = ${student} where tenant_id = 1 and id = ${id}
      returning id`);
    if (money)
      await harness.platform.db.tenant(1).many(sql`
        insert into payment (tenant_id, subscription_id, purpose, method, state, installments, amount_cents,
          received_cents, created_at, updated_at)
        values (1, ${id}, 'tax', 'pix', ${money.state}, 1, 100, ${money.received}, ${now}, ${now}) returning id`);
    if (both)
      await harness.platform.db.tenant(1).many(sql`
        with own as (update user_account set document_type = 'passport', document = 'XA123456'
          where person_id = ${personId} returning person_id)
        update person set cpf = '52998224725' from own where id = own.person_id returning id`);
    await harness.platform.db.write(1, (tx) => erasePerson(tx, personId, now));
    const kept = await harness.platform.db.tenant(1).one<{ reasons: string[]; until: string }>(sql`
      select reasons, keep_until::text as until from kept_identity where tenant_id = 1 and person_id = ${personId}`);
    expect(kept?.reasons).toEqual(reasons);
    if (reasons) expect(kept?.until).toBe('2036-01-12');
    const documents = await count(sql`select 1 from kept_document where person_id = ${personId}`);
    expect(documents).toBe(reasons ? (both ? 2 : 1) : 0);
  });

  it('happens automatically for people who did not enrol, once, with two nodes running at the same time', async () => {
    const { uuid, personId, person } = await somebody();
    const anonymised = () =>
      count(sql`select 1 from person where id = ${personId} and anonymised_at is not null`);
    setClock('2028-01-11T10:00:00-03:00');
    await harness.platform.jobs.run('anonymisation');
    expect(await anonymised()).toBe(0);
    setClock('2028-01-13T10:00:00-03:00');
    const job = (await import('./anonymise-job.ts')).anonymiseJob;
    const done = await Promise.all([job.run(harness.platform), job.run(harness.platform)]);
    expect(done.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(0);
    expect(await anonymised()).toBe(1);
    expect(await job.run(harness.platform)).toBe(0);
    expect(await count(sql`select 1 from person where uuid = ${uuid}::uuid`)).toBe(0);
    expect(await tablesWith([person.cpf, person.email])).toEqual([]);
    setClock(T0);
  });
});

describe('the storage sweep', () => {
  it('removes files without a row once they are a day old, and nothing else', async () => {
    const tenantId = await tenantIdOf(harness, 'alfa');
    const { client, uuid, person } = await somebody();
    await ask(client, uuid, 'export');
    await copyKeyOf(harness, 'alfa', person.email);
    const lost = `tenants/${tenantId}/documents/1/lost`;
    await harness.platform.files.put(lost, 'x');
    await harness.platform.jobs.run('storage-sweep');
    expect(await harness.platform.files.exists(lost)).toBe(true);
    const { utimesSync } = await import('node:fs');
    const old = new Date(harness.platform.clock.wall() - 25 * 3600_000);
    const folder = `${harness.platform.config.dataDir}/files`;
    const [mine] = await harness.platform.db.tenant(tenantId).many<{ file_key: string }>(sql`
      select file_key from privacy_request where file_key is not null limit 1`);
    for (const key of [lost, mine?.file_key ?? '']) utimesSync(`${folder}/${key}`, old, old);
    // A partial file of a crashed process is removed earlier; one that is being written stays.
    const [dead, young] = [`${lost}-dead.part`, `${lost}-young.part`];
    const anHour = new Date(harness.platform.clock.wall() - 61 * 60_000);
    for (const part of [dead, young]) await harness.platform.files.put(part, 'x');
    utimesSync(`${folder}/${dead}`, anHour, anHour);
    await harness.platform.jobs.run('storage-sweep');
    expect(await harness.platform.files.exists(lost)).toBe(false);
    expect(await harness.platform.files.exists(dead)).toBe(false);
    expect(await harness.platform.files.exists(young)).toBe(true);
    expect(await harness.platform.files.exists(mine?.file_key ?? '')).toBe(true);
  });
});
