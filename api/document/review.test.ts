import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Applicant, placeAt } from '../../testing/applicant.ts';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { acceptContract, fillData } from '../../testing/journey.ts';
import { CANDIDATE_01, inventedPerson } from '../../testing/people.ts';
import { personAt } from '../../testing/person-at.ts';
import { upload } from '../../testing/requests.ts';
import { type ReviewCommand, reviewDocumentIn } from './review.ts';

let harness: Harness;
let one: Applicant;
const lines: string[] = [];

/** An applicant who has accepted and paid, and has documents to send. */
const inStatus5 = async (person = CANDIDATE_01): Promise<Applicant> => {
  const who = await personAt(harness, 'approved', { person });
  await fillData(who.client, who.personId, who.subscriptionId, person);
  await acceptContract(who.client, who.subscriptionId);
  await harness.platform.db.tenant(who.tenantId).one(sql`update subscription set is_paid = true
    where tenant_id = ${who.tenantId} and id = ${who.subscriptionId} returning id`);
  await placeAt(harness, who.subscriptionId, 5);
  return who;
};

beforeAll(async () => {
  harness = await startHarness({ writeLog: (line) => lines.push(line) });
  one = await inStatus5();
});
afterAll(() => harness.stop());

const list = async (who = one) =>
  (
    await who.client.call('GET /candidate/subscriptions/{id}/documents', {
      params: { id: who.subscriptionId },
      query: { stage: 'enrollment' },
    })
  ).body;
const reviewDocument = (command: ReviewCommand, tenantId = one.tenantId) =>
  harness.platform.db.write(tenantId, (tx) => reviewDocumentIn(tx, harness.platform, command));
const review = (command: ReviewCommand) =>
  reviewDocument(command).catch((error) => ({
    code: error.code,
    errors: error.errors,
    ...error.extra,
  }));
const deliver = async (documentId: number, who = one) => {
  await upload(who.client, who.subscriptionId, documentId);
  await harness.platform.jobs.run('scan');
};
const messages = (template: string) =>
  harness.platform.db.tenant(one.tenantId).many<{ channel: string; data: object }>(sql`select channel, data
    from notification where tenant_id = ${one.tenantId} and template = ${template}
    and subscription_id = ${one.subscriptionId} order by id`);

/** The rejected documents named in her own list of applications. */
const refused = async () => {
  const { body } = await one.client.call('GET /candidate/users/{uuid}/subscriptions', {
    params: { uuid: one.client.cookies.get('uuid') ?? '' },
  });
  return body.find(({ id }) => id === one.subscriptionId)?.refusedDocuments;
};
const lastReviewed = async () =>
  (
    await harness.platform.db.tenant(one.tenantId).one<{ data: object }>(sql`select data
      from outbox_event where tenant_id = ${one.tenantId} and type = 'document.reviewed' order by id desc limit 1`)
  )?.data;

describe('review', () => {
  it('refuses to decide about a file that nobody could see', async () => {
    const [first] = await list();
    expect(await review({ documentId: 999_999, decision: 'approved' })).toMatchObject({ code: 'NOT_FOUND' });
    expect(await review({ documentId: first?.documentId ?? 0, decision: 'approved' })).toMatchObject({
      code: 'STATE_CONFLICT',
      state: 'pending',
      status: 5,
    });
    const institutions = ['EPA01'];
    expect(
      await review({ documentId: first?.documentId ?? 0, decision: 'waived', institutions }),
    ).toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(
      reviewDocument({ documentId: first?.documentId ?? 0, decision: 'waived' }, one.tenantId + 1),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it.each([
    ['unreadable', null],
    ['file-error', null],
    ['wrong-file', null],
    ['missing-information', null],
    ['other', 'Falta o verso'],
  ])('rejects for %s, with a message whose SMS omits the reason', async (reason, note) => {
    const [first] = await list();
    const documentId = first?.documentId ?? 0;
    await deliver(documentId);
    const before = (await messages('N-24')).length;
    expect(await review({ documentId, decision: 'rejected' })).toMatchObject({
      code: 'VALIDATION',
      errors: [{ field: 'reason', message: 'Obrigatório.' }],
    });
    expect(await review({ documentId, decision: 'rejected', reason: 'other', note: ' ' })).toMatchObject({
      errors: [{ field: 'note', message: 'Obrigatório.' }],
    });
    expect(await review({ documentId, decision: 'rejected', reason, note })).toEqual({
      id: documentId,
      state: 'rejected',
      subscriptionId: one.subscriptionId,
      status: 5,
    });
    expect((await list())[0]).toMatchObject({ state: 'rejected', rejection: { reason, note } });
    // Her start page and the live event name the document.
    expect(await refused()).toEqual([first?.name]);
    expect(await lastReviewed()).toMatchObject({ name: first?.name, state: 'rejected', reason });
    const sent = (await messages('N-24')).slice(before);
    expect(sent.map(({ channel }) => channel).sort()).toEqual(['email', 'sms']);
    expect(sent[0]?.data).toMatchObject({ documento: first?.name });
    expect(await review({ documentId, decision: 'approved' })).toMatchObject({
      code: 'STATE_CONFLICT',
      state: 'rejected',
    });
    await deliver(documentId);
    expect((await list())[0]).toMatchObject({ state: 'sent', rejection: null });
    expect(await refused()).toEqual([]);
    for (const file of (await list())[0]?.files ?? []) {
      await one.client.call('DELETE /candidate/documents/files/{fileId}', {
        params: { fileId: file.fileId },
      });
    }
    expect((await list())[0]?.state).toBe('pending');
  });

  it('of the last required document enrols the candidate; optional ones never block', async () => {
    const required = (await list()).filter(({ required: asked }) => asked);
    const statuses: number[] = [];
    for (const [at, { documentId }] of required.entries()) {
      if (at === 1) {
        statuses.push((await reviewDocument({ documentId, decision: 'waived' })).status);
        continue;
      }
      await deliver(documentId);
      statuses.push((await reviewDocument({ documentId, decision: 'approved' })).status);
    }
    expect(statuses.slice(0, -1).every((status) => status === 5)).toBe(true);
    expect(statuses.at(-1)).toBe(7);
    expect((await messages('N-25')).map(({ channel }) => channel)).toEqual(['email']);
    expect((await list()).some(({ state }) => state === 'pending')).toBe(true);
    expect(await lastReviewed()).toMatchObject({ state: 'approved' });
  });

  it('of the last two documents at once enrols the candidate once', async () => {
    const who = await inStatus5(inventedPerson(7));
    const open = (await list(who)).filter(({ required }) => required).map(({ documentId }) => documentId);
    const waive = (documentId: number) => reviewDocument({ documentId, decision: 'waived' });
    for (const id of open.slice(2)) await waive(id);
    const answers = await Promise.all(open.slice(0, 2).map(waive));
    expect(answers.map(({ status }) => status).sort()).toEqual([5, 7]);
    const enrolled = await harness.platform.db.tenant(who.tenantId).many(sql`
      select id from status_history where tenant_id = ${who.tenantId} and subscription_id = ${who.subscriptionId}
        and to_status = 7`);
    expect(enrolled).toHaveLength(1);
    const told = await harness.platform.db.tenant(who.tenantId).many(sql`
      select id from notification where tenant_id = ${who.tenantId} and subscription_id = ${who.subscriptionId}
        and template = 'N-25' and channel = 'email'`);
    expect(told).toHaveLength(1);
  });
});

describe('print', () => {
  const order = (kind: string, who = one, client = who.client) =>
    client.call('POST /candidate/print-tickets', {
      body: { kind: kind as never, subscriptionId: who.subscriptionId },
    });
  const show = (ticket: string, host?: string) =>
    harness.visitor(host).call('GET /candidate/print/{ticket}', { params: { ticket } });

  it('shows the accepted contract with its evidence to the holder of the ticket, for five minutes', async () => {
    const { status, body } = await order('contract');
    expect(status).toBe(200);
    expect(body.url).toBe(`/orbita/candidate/print?ticket=${body.ticket}`);
    const print = await show(body.ticket);
    expect(print.body).toMatchObject({
      kind: 'contract',
      title: 'Contrato de prestação de serviços educacionais',
    });
    expect(print.body.html).toContain('Candidata Um');
    expect(print.body.html).toContain('Registro do aceite eletrônico');
    expect((await show(body.ticket, 'beta.orbita.test')).status).toBe(410);
    harness.clock.set(new Date('2026-01-12T10:05:00-03:00'));
    expect(await show(body.ticket)).toMatchObject({
      status: 410,
      body: { code: 'TICKET_EXPIRED', message: 'Não há nada para imprimir.' },
    });
    harness.clock.set(new Date('2026-01-12T10:04:59-03:00'));
    expect((await show(body.ticket)).status, 'again, as long as it is valid').toBe(200);
    harness.clock.set(new Date('2026-01-12T10:00:00-03:00'));
    const kept = lines.filter((line) => line.includes('"event":"print"'));
    const outcomes = kept.map((line) => JSON.parse(line)).filter(({ kind }) => kind === 'contract');
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['ordered', 'shown', 'shown']);
    expect(outcomes[0]).toMatchObject({ tenant: 'alfa', subscription: one.subscriptionId });
    expect(kept.join()).not.toContain(body.ticket);
    expect((await show('nada')).status).toBe(410);
  });

  it('proves the enrolment and a payment, to the owner only', async () => {
    const proof = await show((await order('enrolment-proof')).body.ticket);
    expect(proof.body.html).toContain('<dt>Curso</dt><dd>Administração</dd>');
    expect(await order('receipt')).toMatchObject({ status: 409, body: { code: 'STATE_CONFLICT' } });
    expect((await order('essay-result')).status).toBe(409);
    expect((await order('slip')).body.code).toBe('SLIP_ERROR');
    await harness.platform.db
      .tenant(one.tenantId)
      .one(sql`insert into payment (tenant_id, subscription_id, purpose, method,
      state, installments, amount_cents, created_at, paid_at, updated_at) values (${one.tenantId}, ${one.subscriptionId},
      'enrollment', 'pix', 'paid', 6, 36000, ${harness.clock.now()}::timestamptz, ${harness.clock.now()}::timestamptz,
      ${harness.clock.now()}::timestamptz) returning id`);
    const receipt = await show((await order('receipt')).body.ticket);
    expect(receipt.body).toMatchObject({ kind: 'receipt', title: 'Comprovante de pagamento' });
    expect(receipt.body.html).toContain('R$ 360,00');
    expect(receipt.body.html).toContain('12/01/2026 às 10:00');
    const other = await personAt(harness, 'approved', { person: inventedPerson(8) });
    expect((await order('contract', one, other.client)).status).toBe(404);
    expect((await order('enrolment-proof', other)).status).toBe(409);
    expect((await order('contract', other)).status).toBe(200);
  });

  it('names the guardian who accepted as contracting party and payer', async () => {
    const guardian = { name: 'Responsável Um', cpf: '44455566619', email: 'responsavel@exemplo.test' };
    await harness.platform.db.asOwner((run) =>
      run('update contract_acceptance set guardian = $1 where tenant_id = $2 and subscription_id = $3', [
        JSON.stringify(guardian),
        one.tenantId,
        one.subscriptionId,
      ]),
    );
    const receipt = (await show((await order('receipt')).body.ticket)).body.html;
    expect(receipt).toContain('<dt>Aluno(a)</dt><dd>Candidata Um</dd>');
    expect(receipt).toContain(
      '<dt>Pagador(a)</dt><dd>Responsável Um</dd><dt>CPF</dt><dd>444.555.666-19</dd>',
    );
    const proof = (await show((await order('enrolment-proof')).body.ticket)).body.html;
    expect(proof).toContain('<dt>Contratante</dt><dd>Responsável Um, CPF 444.555.666-19</dd>');
  });
});
