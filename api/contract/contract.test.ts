// Longer than other files: text, acceptance, proof and refusals of one contract go through the same prepared application.
import { createHash, randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Applicant, linkHolder, placeAt } from '../../testing/applicant.ts';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { fillData } from '../../testing/journey.ts';
import { pdfText } from '../../testing/pdf-text.ts';
import { CANDIDATE_01, inventedPerson } from '../../testing/people.ts';
import { personAt } from '../../testing/person-at.ts';
import { readSealedBytes } from '../platform/files/storage.ts';
import { isSealed } from '../platform/files/vault.ts';

// One long file, because all its tests share one product instance, whose start costs more than most of these
// tests.
let harness: Harness;
let one: Applicant;

beforeAll(async () => {
  harness = await startHarness();
  one = await personAt(harness, 'approved', { person: CANDIDATE_01 });
  await fillData(one.client, one.personId, one.subscriptionId, CANDIDATE_01);
});
afterAll(() => harness.stop());

const sha = (content: string | Uint8Array) => `sha256:${createHash('sha256').update(content).digest('hex')}`;
const on = () => harness.platform.db.tenant(one.tenantId);
const show = async (who: Applicant) => {
  const answer = await who.client.call('GET /candidate/subscriptions/{id}/get-subscription-contract', {
    params: { id: who.subscriptionId },
  });
  return answer.body.contract;
};
const DEVICE = {
  DeviceType: 'mobile' as const,
  OS: 'Android 14',
  Browser: 'Chrome 140',
  BrowserVendor: 'Google Inc.',
  IP: '10.0.0.1',
  Address: '',
};
const accept = (who: Applicant, body: object, key: string = randomUUID()) =>
  who.client.call('POST /candidate/subscriptions/{id}/contract', {
    params: { id: who.subscriptionId },
    headers: { 'idempotency-key': key, 'user-agent': 'Prova/1.0' },
    body: { ...DEVICE, FormatedContract: '<p>x</p>', Contract: 'CT-GRAD:1', ...body } as never,
  });
const shown = async (who: Applicant) => {
  const contract = await show(who);
  return { FormatedContract: contract.FormatedContract, Contract: contract.Contract };
};
let number = 100;
const complete = async () => {
  const person = inventedPerson(++number);
  const who = await personAt(harness, 'approved', { person });
  await fillData(who.client, who.personId, who.subscriptionId, person);
  return who;
};
/** Changes rows during one expectation and restores them. */
const meanwhile = async (
  change: ReturnType<typeof sql>,
  back: ReturnType<typeof sql>,
  expectation: () => Promise<void>,
) => {
  await on().many(change);
  await expectation().finally(() => on().many(back));
};
const t = () => one.tenantId;

describe('the contract before acceptance', () => {
  it('is available when the course has a price list', async () => {
    const value = await one.client.call('GET /candidate/courses/value/{id}', {
      params: { id: one.subscriptionId },
    });
    expect(value).toMatchObject({
      status: 200,
      body: { Message: 'Ok', Data: { priceListId: expect.any(Number) } },
    });
    await meanwhile(
      sql`update price set retired_at = created.at from (select ${harness.clock.now()}::timestamptz as at) created where tenant_id = ${t()} returning id`,
      sql`update price set retired_at = null where tenant_id = ${t()} returning id`,
      async () => {
        const none = await one.client.call('GET /candidate/courses/value/{id}', {
          params: { id: one.subscriptionId },
        });
        expect(none).toMatchObject({ status: 404, body: { Message: 'Tabela de preços não cadastrada.' } });
        expect(await accept(one, {})).toMatchObject({ status: 422, body: { code: 'PRICE_NOT_REGISTERED' } });
      },
    );
  });

  it('names person, course and prices, and is the same text on every read', async () => {
    const contract = await show(one);
    expect(contract).toMatchObject({
      Contract: 'CT-GRAD:1',
      title: 'Contrato de prestação de serviços educacionais',
      version: 1,
      acceptedAt: null,
      hash: sha(contract.FormatedContract),
    });
    for (const part of [
      'Candidata Um',
      'CPF 111.222.333-96',
      'Administração',
      'Polo Belo Horizonte',
      '23/02/2026',
      'Rua Exemplo, 100',
      'R$ 400,00',
      'R$ 2.400,00',
      'R$ 2.160,00',
      '12.ABC.345/01DE-35',
    ]) {
      expect(contract.FormatedContract).toContain(part);
    }
    expect(contract.FormatedContract).not.toMatch(/\{\{|nome social|responsável financeiro:/);
    harness.clock.set(new Date('2026-01-13T23:59:00-03:00'));
    expect((await show(one)).hash).toBe(contract.hash);
    harness.clock.set(new Date('2026-01-12T10:00:00-03:00'));
  });

  it('shows a social name beside the civil one and escapes what people typed', async () => {
    const who = await complete();
    await on().one(sql`update person set social_name = 'Dezenove <b>&', mother_name = mother_name
      where tenant_id = ${t()} and id = ${who.personId} returning id`);
    const { FormatedContract } = await show(who);
    expect(FormatedContract).toContain('Candidata Inventada (nome social: Dezenove &lt;b&gt;&amp;)');
  });

  it('is unavailable when the offer has no text', async () => {
    await meanwhile(
      sql`update offer set contract_code = 'NADA' where tenant_id = ${t()} and contract_code = 'CT-GRAD' returning id`,
      sql`update offer set contract_code = 'CT-GRAD' where tenant_id = ${t()} and contract_code = 'NADA' returning id`,
      async () => {
        const answer = await one.client.call('GET /candidate/subscriptions/{id}/get-subscription-contract', {
          params: { id: one.subscriptionId },
        });
        expect(answer).toMatchObject({ status: 503, body: { code: 'CONTRACT_UNAVAILABLE' } });
      },
    );
  });

  it('is visible to its owner only', async () => {
    const other = await personAt(harness, 'approved', { person: inventedPerson(90) });
    const asked = { ...one, client: other.client };
    expect((await accept(asked, {})).status).toBe(404);
    const reading = { params: { id: one.subscriptionId } };
    const key = 'GET /candidate/subscriptions/{id}/get-subscription-contract';
    expect((await other.client.call(key, reading)).status).toBe(404);
    expect((await other.client.call('GET /candidate/courses/value/{id}', reading)).status).toBe(404);
  });
});

describe('acceptance is refused, in the order of the specification', () => {
  it('without a key or required fields', async () => {
    const call = one.client.call('POST /candidate/subscriptions/{id}/contract', {
      params: { id: one.subscriptionId },
      body: { ...DEVICE, ...(await shown(one)) },
    });
    expect((await call).body.code).toBe('IDEMPOTENCY_KEY_REQUIRED');
    const empty = await accept(one, { FormatedContract: '', OS: '' });
    expect(empty).toMatchObject({ status: 422, body: { code: 'VALIDATION' } });
    expect(empty.body.errors).toEqual([{ field: 'FormatedContract', message: 'Obrigatório.' }]);
    expect((await accept(one, { DeviceType: 'watch' })).body.errors?.[0]?.field).toBe('DeviceType');
  });

  it('outside status 3, intake and offer', async () => {
    const who = await complete();
    await placeAt(harness, who.subscriptionId, 1);
    expect(await accept(who, {})).toMatchObject({
      status: 409,
      body: { code: 'TRANSITION_NOT_ALLOWED', status: 1 },
    });
    await placeAt(harness, who.subscriptionId, 3);
    await meanwhile(
      sql`update intake set suspended = true where tenant_id = ${t()} returning id`,
      sql`update intake set suspended = false where tenant_id = ${t()} returning id`,
      async () => {
        expect((await accept(who, {})).body.code).toBe('INTAKE_INACTIVE');
      },
    );
    await meanwhile(
      sql`update offer set active = false where tenant_id = ${t()} and code = 'ADM-ESSAY' returning id`,
      sql`update offer set active = true where tenant_id = ${t()} and code = 'ADM-ESSAY' returning id`,
      async () => {
        expect((await accept(who, {})).body.code).toBe('OFFER_INACTIVE');
      },
    );
  });

  it('when data is missing, listed part by part, or the guardian is', async () => {
    const who = await personAt(harness, 'approved', { person: inventedPerson(91) });
    const bare = await accept(who, await shown(who));
    expect(bare).toMatchObject({
      status: 422,
      body: { code: 'DATA_INCOMPLETE', missing: ['personal', 'schooling'] },
    });
    const minor = await complete();
    await on().one(sql`update person set birth_date = '2009-03-15' where tenant_id = ${t()}
      and id = ${minor.personId} returning id`);
    expect(await accept(minor, await shown(minor))).toMatchObject({
      status: 422,
      body: { code: 'GUARDIAN_REQUIRED' },
    });
    const saved = await minor.client.call('PUT /candidate/subscriptions/{id}/guardian', {
      params: { id: minor.subscriptionId },
      body: {
        relationship: 'mother',
        name: 'Responsável Três',
        cpf: '44455566619',
        birthDate: '1980-01-01',
        email: 'responsavel@exemplo.test',
        cellPhone: '31900000103',
        sameAddress: true,
      },
    });
    expect(saved.status).toBe(200);
    const contract = await shown(minor);
    expect(contract.FormatedContract).toContain('Responsável Três, CPF 444.555.666-19');
    expect(contract.FormatedContract).toContain('que o(a) assiste');
    // The guardian confirms with a code, because a contract accepted by the minor alone could be annulled.
    expect((await accept(minor, { ...contract, FormatedContract: '<p>outro</p>' })).body.code).toBe(
      'CONTRACT_CHANGED',
    );
    expect(await accept(minor, contract)).toMatchObject({
      status: 422,
      body: { code: 'CONFIRMATION_REQUIRED' },
    });
  });

  it('when the text differs, also because of a new version', async () => {
    const who = await complete();
    const contract = await shown(who);
    const touched = contract.FormatedContract.replace('R$ 400,00', 'R$ 4,00');
    expect((await accept(who, { ...contract, FormatedContract: touched })).body).toMatchObject({
      code: 'CONTRACT_CHANGED',
      message: 'O contrato foi atualizado. Leia novamente antes de aceitar.',
    });
    expect((await accept(who, { ...contract, Contract: 'CT-GRAD:2' })).body.code).toBe('CONTRACT_CHANGED');
    await on().one(
      sql`update pole set description = 'Polo BH Novo' where tenant_id = ${t()} and code = 'BH' returning id`,
    );
    expect((await accept(who, contract)).body.code).toBe('CONTRACT_CHANGED');
    await on().one(
      sql`update pole set description = 'Polo Belo Horizonte' where tenant_id = ${t()} and code = 'BH' returning id`,
    );
    const row = await on().one(sql`select id from contract_acceptance where tenant_id = ${t()}
      and subscription_id = ${who.subscriptionId}`);
    expect(row).toBeUndefined();
  });

  it('under an access key without a code', async () => {
    const who = await complete();
    const link = { ...who, client: await linkHolder(harness, who) };
    expect(await accept(link, await shown(link))).toMatchObject({
      status: 422,
      body: { code: 'CONFIRMATION_REQUIRED', party: 'candidate' },
    });
    expect((await accept({ ...link, subscriptionId: one.subscriptionId }, {})).status).toBe(404);
  });

  it('when the last place is taken, without a copy', async () => {
    const who = await complete();
    await meanwhile(
      sql`update offer_course_pole set vacancies = taken where tenant_id = ${t()} and offer_id = (select offer_id
        from subscription where tenant_id = ${t()} and id = ${who.subscriptionId}) returning taken`,
      sql`update offer_course_pole set vacancies = 50 where tenant_id = ${t()} returning taken`,
      async () => {
        expect(await accept(who, await shown(who))).toMatchObject({
          status: 409,
          body: { code: 'NO_VACANCIES' },
        });
      },
    );
    expect(await harness.platform.jobs.run('contract-copy')).toBe(0);
  });
});

type Kept = {
  html_hash: string;
  html: string;
  declared: object;
  observed: { ip: string; userAgent: string };
  sign_in_method: string;
  account_uuid: string;
  pdf_key: string;
  pdf_hash: string;
};

describe('acceptance', () => {
  let contract: Awaited<ReturnType<typeof shown>>;
  let id = 0;
  it('happens once however many requests are sent, and moves 3 → 4 → 6', async () => {
    contract = await shown(one);
    const key = randomUUID();
    const answers = await Promise.all([
      accept(one, contract, key),
      accept(one, contract, key),
      accept(one, contract),
    ]);
    const good = answers.filter(({ status }) => status === 201);
    expect(good.length).toBeGreaterThanOrEqual(1);
    expect(
      answers.filter(({ status }) => status !== 201).every(({ body }) => body.code === 'ALREADY_ACCEPTED'),
    ).toBe(true);
    expect(good[0]?.body).toEqual({
      acceptanceId: expect.any(Number),
      acceptedAt: '2026-01-12T10:00:00-03:00',
      status: 6,
    });
    id = good[0]?.body.acceptanceId ?? 0;
    expect(new Set(good.map(({ body }) => body.acceptanceId)).size).toBe(1);
    const history = await on().many<{ to_status: number }>(sql`select to_status from status_history
      where tenant_id = ${t()} and subscription_id = ${one.subscriptionId} order by id`);
    expect(history.map((row) => row.to_status).slice(-2)).toEqual([4, 6]);
    const again = await accept(one, contract, key);
    expect([201, 409]).toContain(again.status);
    expect(await accept(one, contract)).toMatchObject({
      status: 409,
      body: { code: 'ALREADY_ACCEPTED', id },
    });
  });

  it('stores text, hash, device, address, account and method as evidence', async () => {
    const kept = await on().one<Kept>(
      sql`select * from contract_acceptance where tenant_id = ${t()} and id = ${id}`,
    );
    expect(kept).toMatchObject({
      html: contract.FormatedContract,
      html_hash: sha(contract.FormatedContract),
      declared: DEVICE,
      observed: { ip: '127.0.0.1', userAgent: 'Prova/1.0' },
      account_uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      sign_in_method: expect.any(String),
    });
    const locked = await on().one<{ at: Date | null }>(sql`select identity_locked_at as at from person
      where tenant_id = ${t()} and id = ${one.personId}`);
    expect(locked?.at).not.toBeNull();
  });

  it('is valid without its PDF, which a storage failure only delays', async () => {
    const { files, jobs } = harness.platform;
    const state = async () => {
      const { body } = await one.client.call('GET /candidate/subscriptions/{id}/contract-copy', {
        params: { id: one.subscriptionId },
      });
      return body;
    };
    const row = () =>
      on().one<{ pdf_key: string | null; copy_due_at: Date | null }>(
        sql`select pdf_key, copy_due_at from contract_acceptance where tenant_id = ${t()} and id = ${id}`,
      );
    expect(await state()).toEqual({ state: 'preparing', url: null, expiresAt: null });
    const put = vi.spyOn(files, 'putStream').mockRejectedValueOnce(new Error('disk full'));
    const before = harness.platform.clock.wall();
    expect(await jobs.run('contract-copy')).toBe(0);
    put.mockRestore();
    const waiting = await row();
    expect(waiting?.pdf_key).toBeNull();
    expect(waiting?.copy_due_at?.getTime()).toBeGreaterThan(before);
    await on().one(sql`update contract_acceptance set copy_due_at = now() - interval '1 minute'
      where tenant_id = ${t()} and id = ${id} returning id`);
    expect(await jobs.run('contract-copy')).toBe(1);
    expect((await row())?.copy_due_at).toBeNull();
    const ready = await state();
    expect(ready).toEqual({ state: 'ready', url: null, expiresAt: null });
    const linked = await one.client.call('GET /candidate/subscriptions/{id}/contract-copy', {
      params: { id: one.subscriptionId },
      query: { link: '1' },
    });
    expect(linked.body).toMatchObject({ state: 'ready', url: expect.stringContaining('/links/') });
    const ticket = linked.body.url?.split('/').at(-1) ?? '';
    const file = await one.client.call('GET /candidate/documents/links/{ticket}', { params: { ticket } });
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(await jobs.run('contract-copy')).toBe(0);
  });

  it('leaves exactly one copy on the disk, with its own hash, and sends it', async () => {
    const kept = await on().one<Kept>(
      sql`select * from contract_acceptance where tenant_id = ${t()} and id = ${id}`,
    );
    if (!kept) throw new Error('no acceptance');
    const stored = Buffer.from(await harness.platform.files.getBytes(kept.pdf_key));
    expect([isSealed(stored), stored.includes('%PDF')]).toEqual([true, false]);
    const pdf = await readSealedBytes(harness.platform, t(), kept.pdf_key);
    expect(sha(pdf)).toBe(kept.pdf_hash);
    const text = await pdfText(pdf);
    for (const part of [
      'Candidata Um',
      'Administração',
      kept.html_hash,
      'CT-GRAD:1',
      '127.0.0.1',
      '12/01/2026 às 10:00',
    ]) {
      expect(text).toContain(part);
    }
    const { objects } = await harness.platform.files.listAll(
      `tenants/${t()}/contracts/${one.subscriptionId}`,
    );
    expect([...objects]).toHaveLength(1);
    const mails = await on().many<{ recipient: string; envelope: { attachments: unknown[] } }>(sql`
      select recipient, envelope from notification where tenant_id = ${t()} and template = 'N-16'
      and subscription_id = ${one.subscriptionId}`);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({
      recipient: CANDIDATE_01.email,
      envelope: { attachments: [{ key: kept.pdf_key, type: 'application/pdf' }] },
    });
  });

  it('S24: a job seals copies stored before sealing existed, unless they were changed', async () => {
    const row = () =>
      on().one<Kept & { pdf_sealed: boolean }>(
        sql`select * from contract_acceptance where tenant_id = ${t()} and id = ${id}`,
      );
    const kept = await row();
    if (!kept) throw new Error('no acceptance');
    expect(kept.pdf_sealed).toBe(true);
    const { files, jobs } = harness.platform;
    const pdf = await readSealedBytes(harness.platform, t(), kept.pdf_key);
    const asBefore = () =>
      on().one(sql`update contract_acceptance set pdf_sealed = false where tenant_id = ${t()} and id = ${id}
        returning id`);
    await asBefore();
    await files.put(kept.pdf_key, Buffer.concat([pdf, Buffer.from(' ')]));
    await jobs.run('contract-seal');
    expect((await row())?.pdf_sealed).toBe(false);
    await files.put(kept.pdf_key, pdf);
    await jobs.run('contract-seal');
    expect((await row())?.pdf_sealed).toBe(true);
    expect(isSealed(await files.getBytes(kept.pdf_key))).toBe(true);
    expect(sha(await readSealedBytes(harness.platform, t(), kept.pdf_key))).toBe(kept.pdf_hash);
    // Simulates a node that crashed after writing the sealed file and before marking it.
    await asBefore();
    await jobs.run('contract-seal');
    expect((await row())?.pdf_sealed).toBe(true);
    expect(sha(await readSealedBytes(harness.platform, t(), kept.pdf_key))).toBe(kept.pdf_hash);
  });

  it('can be verified by anybody of this tenant with the code on its PDF, without names', async () => {
    const kept = await on().one<Kept & { verification_code: string }>(
      sql`select * from contract_acceptance where tenant_id = ${t()} and id = ${id}`,
    );
    const code = kept?.verification_code ?? '';
    const verify = (typed: string, host?: string) =>
      harness.visitor(host).call('GET /candidate/contract-verifications/{code}', { params: { code: typed } });
    const pdf = await pdfText(await readSealedBytes(harness.platform, t(), kept?.pdf_key ?? ''));
    expect(pdf.replaceAll(/\s/g, '')).toContain(`/orbita/candidate/verificar/${code}`);
    const answer = await verify(code.toLowerCase().replace(/(.{4})/g, '$1-'));
    expect(answer).toMatchObject({
      status: 200,
      body: {
        state: 'valid',
        contract: 'CT-GRAD:1',
        hash: kept?.html_hash,
        acceptedAt: '2026-01-12T10:00:00-03:00',
        voidedAt: null,
      },
    });
    expect(JSON.stringify(answer.body)).not.toContain('Candidata');
    for (const unknown of ['x', `${code.slice(1)}0`, '0'.repeat(28)])
      expect((await verify(unknown)).status).toBe(404);
    expect((await verify(code, 'beta.orbita.test')).status).toBe(404);
    await meanwhile(
      sql`update contract_acceptance set voided_at = accepted_at where tenant_id = ${t()} and id = ${id} returning id`,
      sql`update contract_acceptance set voided_at = null where tenant_id = ${t()} and id = ${id} returning id`,
      async () => expect((await verify(code)).body).toMatchObject({ state: 'void' }),
    );
  });

  it('is shown from then on, however the catalogue changes', async () => {
    await on().one(
      sql`update pole set description = 'Polo BH Novo' where tenant_id = ${t()} and code = 'BH' returning id`,
    );
    expect(await show(one)).toMatchObject({
      Contract: 'CT-GRAD:1',
      FormatedContract: contract.FormatedContract,
      acceptedAt: '2026-01-12T10:00:00-03:00',
    });
    await on().one(
      sql`update pole set description = 'Polo Belo Horizonte' where tenant_id = ${t()} and code = 'BH' returning id`,
    );
  });

  it('gives the last place to one of two simultaneous requests', async () => {
    const [a, b] = [await complete(), await complete()];
    const [left, right] = [await shown(a), await shown(b)];
    await on().one(sql`update offer_course_pole set vacancies = taken + 1 where tenant_id = ${t()} and (offer_id, course_id,
      pole_id) = (select offer_id, course_id, pole_id from subscription where tenant_id = ${t()}
      and id = ${a.subscriptionId}) returning taken`);
    const answers = await Promise.all([accept(a, left), accept(b, right)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('NO_VACANCIES');
    const [won, lost] = answers[0]?.status === 201 ? [a, b] : [b, a];
    const after = await on().many<{ id: number; status: number; accepted: number; full: boolean }>(sql`
      select s.id, s.status, (select count(*)::int from contract_acceptance c where c.tenant_id = s.tenant_id
          and c.subscription_id = s.id) as accepted,
        (select o.taken = o.vacancies from offer_course_pole o where o.tenant_id = s.tenant_id and o.offer_id = s.offer_id
          and o.course_id = s.course_id and o.pole_id = s.pole_id) as full
      from subscription s where s.tenant_id = ${t()} and s.id in (${a.subscriptionId}, ${b.subscriptionId})`);
    const of = ({ subscriptionId }: Applicant) => after.find(({ id }) => id === subscriptionId);
    expect(of(won)).toMatchObject({ status: 6, accepted: 1, full: true });
    expect(of(lost)).toMatchObject({ status: 3, accepted: 0, full: true });
  });

  it("of a minor in declared mode is the guardian's, who gets the copy without a link", async () => {
    await on().many(
      sql`update offer_course_pole set vacancies = 50 where tenant_id = ${t()} returning taken`,
    );
    const who = await complete();
    await on().one(
      sql`update person set birth_date = '2010-12-31' where tenant_id = ${t()} and id = ${who.personId} returning id`,
    );
    await who.client.call('PUT /candidate/subscriptions/{id}/guardian', {
      params: { id: who.subscriptionId },
      body: {
        relationship: 'father',
        name: 'Responsável Quatro',
        cpf: '44455566619',
        birthDate: '1980-01-01',
        email: 'responsavel4@exemplo.test',
        cellPhone: '31900000104',
        sameAddress: true,
      },
    });
    await on().one(sql`insert into parameter (tenant_id, level, owner_id, internal_value, value)
      values (${t()}, 'tenant', 0, 'GuardianAcceptanceMode', '"declared"') returning owner_id`);
    const text = await shown(who);
    expect(text.FormatedContract).toContain('que o(a) representa');
    expect((await accept(who, text)).status).toBe(201);
    const kept = await on().one<{
      guardian: object;
      pdf_key: string;
    }>(sql`select guardian, pdf_key from contract_acceptance
      where tenant_id = ${t()} and subscription_id = ${who.subscriptionId}`);
    expect(kept?.guardian).toMatchObject({
      name: 'Responsável Quatro',
      cpf: '44455566619',
      birthDate: '1980-01-01',
    });
    await harness.platform.jobs.run('contract-copy');
    await harness.platform.jobs.run('outbox');
    const mails = await on().many<{ recipient: string; state: string; envelope: object }>(sql`
      select recipient, state, envelope from notification
      where tenant_id = ${t()} and template = 'N-16' and subscription_id = ${who.subscriptionId} order by id`);
    expect(mails.at(-1)).toMatchObject({
      recipient: 'responsavel4@exemplo.test',
      envelope: { link: false },
      state: 'sent',
    });
    expect(mails).toHaveLength(2);
  });
});
