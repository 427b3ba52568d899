import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Admission, admission, GRADUATE } from '../../testing/admission.ts';
import { type Harness, startHarness, T0 } from '../../testing/harness.ts';
import { PEOPLE } from '../../testing/people.ts';
import { type Walker, walking } from '../../testing/walker.ts';

/** Journeys without a test of the candidate: questionnaire and interview, fee, classes. */
let harness: Harness;
let on: ReturnType<typeof walking>;
let steps: Admission;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  on = walking(harness);
  steps = await admission(harness);
});
afterAll(() => harness?.stop());
/** The steps of a journey depend on each other: each is a test and continues where the one before stopped. */
let who: Walker;
let live: Awaited<ReturnType<ReturnType<typeof walking>['listen']>>;

const CUA = 'cua.alfa.orbita.test';
const EPA = 'epa.alfa.orbita.test';
const DEGREE = { level: 'degree' } as const;
/** The applicant in the shape the admission fixtures use. */
const asked = ({ client, id, personId, person }: Walker) => ({ client, id, personId, email: person.email });

const classes = async ({ client, id }: Walker) =>
  (await client.call('GET /candidate/subscriptions/{id}/classes', { params: { id } })).body;
async function choose(who: Walker, name: string) {
  const { availableClasses } = await classes(who);
  return who.client.call('PUT /candidate/subscriptions/{id}/class', {
    params: { id: who.id },
    body: { academicClassId: availableClasses.find((one) => one.name === name)?.id ?? 0 },
  });
}
const freeOf = async (who: Walker, name: string) =>
  (await classes(who)).availableClasses.find((one) => one.name === name)?.slots ?? 0;

/** A card an acquirer refused, that long before the contract was accepted. */
const deniedCard = ({ tenantId, id }: Walker, before: string) =>
  harness.platform.db.tenant(tenantId).one(sql`
    insert into payment (tenant_id, subscription_id, purpose, method, state, installments, amount_cents, created_at,
      updated_at)
    select tenant_id, subscription_id, 'enrollment', 'credit-card', 'denied', 12, 660000,
      accepted_at - ${before}::interval, accepted_at from contract_acceptance
    where tenant_id = ${tenantId} and subscription_id = ${id} returning id`);

/** All ten sections, one row each. */
const SECTIONS: Record<string, Record<string, string | number>> = {
  graduate: GRADUATE,
  specialist: { institution: 'Universidade Exemplo', course: 'Finanças', conclusionYear: 2014 },
  masters: {
    institution: 'Universidade Exemplo',
    program: 'Gestão',
    conclusionYear: 2016,
    title: 'Dissertação',
  },
  doctorate: { institution: 'Universidade Exemplo', program: 'Gestão', conclusionYear: 2020 },
  residency: { institution: 'Hospital Exemplo', specialty: 'Clínica', startYear: 2014, conclusionYear: 2016 },
  publications: { title: 'Artigo', vehicle: 'Revista', year: 2020, link: 'https://revista.test/1' },
  'academic-links': { kind: 'lattes', description: 'Currículo', link: 'https://lattes.test/1' },
  volunteering: { organization: 'Abrigo', activity: 'Aulas', start: '2015-03', end: '2016-02' },
  languages: { language: 'Inglês', level: 'fluent', certificate: 'Exame' },
  extra: { motivation: 'Gosto do tema.', source: 'Amigos' },
};

describe('J11 over HTTP, the first instalment paid by Pix instead of a card', () => {
  beforeAll(() => on.travel(T0));

  it('fills in the questionnaire, which is returned once', async () => {
    who = await on.arrive(PEOPLE[11], EPA);
    const studying = await on.request(who, 2, 'MBA em Gestão', {
      level: 'degree-in-progress',
      expectedYear: 2027,
    });
    expect(studying).toMatchObject({
      status: 422,
      body: {
        code: 'NOT_ELIGIBLE',
        message: 'Este curso exige graduação concluída até o início das aulas.',
      },
    });
    expect(await on.enter(who, 2, 'MBA em Gestão', DEGREE)).toMatchObject({ subscriptionStatus: 16 });
    expect(await on.moves(who)).toEqual(['0 → 1', '1 → 16']);
    expect(await on.subjects(who, 'N-05')).toEqual(['Inscrição recebida', 'sms']);
    live = await on.listen(who);

    const applicant = asked(who);
    expect(await steps.submit(applicant)).toMatchObject({
      status: 422,
      body: { message: 'Preencha as seções obrigatórias: Graduação.' },
    });
    const publication = { ...SECTIONS.publications, link: 'abc' };
    expect((await steps.save(applicant, 'publications', [publication])).body.errors).toEqual([
      { field: 'rows.0.link', message: 'Informe um endereço válido (https://…).' },
    ]);
    for (const [key, row] of Object.entries(SECTIONS)) {
      expect((await steps.save(applicant, key, [row])).status, key).toBe(200);
    }
    expect((await steps.submit(applicant)).body).toEqual({ state: 'submitted', status: 20 });
    expect(await on.current(who)).toBe('Questionário');
    expect(await on.pageOf(who)).toBe('review');
    await steps.judge(applicant, 'returned', 'Envie o nome completo da graduação.');
    expect(await on.sent(who, 'N-14')).toMatchObject([
      {
        subject: 'Seu questionário foi analisado',
        text: expect.stringContaining('Envie o nome completo da graduação.'),
      },
    ]);
    const returned = await steps.questionnaire(applicant);
    expect([returned.state, returned.comment]).toEqual(['returned', 'Envie o nome completo da graduação.']);
    await steps.submit(applicant);
    expect((await steps.judge(applicant, 'approved')).body).toMatchObject({ state: 'approved', status: 18 });
    await live.waitFor('16 → 20', '20 → 16', 'questionnaire.decided', '16 → 20', '20 → 18');
  });

  it('has the interview', async () => {
    const applicant = asked(who);
    expect((await steps.ask(applicant, null)).body.errors).toEqual([
      { field: 'channel', message: 'Selecione uma forma de contato.' },
    ]);
    expect((await steps.ask(applicant, 'whatsapp')).body).toMatchObject({
      state: 'requested',
      channel: 'whatsapp',
    });
    expect((await steps.interview(applicant)).whatsappLink).toMatch(/^https:\/\/wa\.me\/\d+\?text=/);
    await steps.appoint(applicant, '2026-01-15T14:00:00-03:00');
    const [appointment] = await on.sent(who, 'N-15');
    expect(appointment).toMatchObject({
      subject: 'Entrevista agendada',
      text: expect.stringContaining('15/01/2026 às 14:00: Sala 2'),
    });
    await on.travel('2026-01-15T15:00:00-03:00', who);
    expect((await steps.outcome(applicant, true)).body.status).toBe(19);
    expect((await steps.decide(applicant, 'approved')).body.status).toBe(3);
    await live.waitFor('interview.scheduled', '18 → 19', '19 → 3', 'interview.decided');
    expect(await on.subjects(who, 'N-09')).toEqual(['Você foi aprovado(a)!', 'sms']);
  });

  it('accepts; only the first instalment can be paid another way after a denied card (D-67)', async () => {
    await on.fill(who, 'degree');
    expect(await on.accept(who)).toMatchObject({ status: 6 });
    const { prices, fallback } = await on.optionsOf(who, 'enrollment');
    expect(prices).toMatchObject([{ kind: 'total', amount: 6600, maxInstallments: 12 }]);
    expect(fallback).toEqual({ firstInstallment: true, recurrence: true });
    const first = { mode: 'first-installment', installments: 12 } as const;
    const refusal = { status: 422, body: { code: 'METHOD_UNAVAILABLE' } };
    expect(await on.pay(who, 'enrollment', first)).toMatchObject(refusal);
    await deniedCard(who, '1 minute');
    expect(await on.pay(who, 'enrollment', first)).toMatchObject(refusal);
    await deniedCard(who, '0');
    const { body: charge } = await on.pay(who, 'enrollment', first);
    expect(charge.amount).toBe(550);
    await on.bankPays(who, charge.paymentId);
    expect(await on.current(who)).toBe('Documentos');
  });

  it('is enrolled when the last required document is approved', async () => {
    const { names, statuses } = await on.approveDocuments(who);
    expect(names.join()).toMatch(/Diploma de graduação.*Histórico da graduação/);
    expect(statuses).toEqual([...Array.from({ length: names.length - 1 }, () => 5), 7]);
    await live.waitFor('3 → 4', '4 → 6', '6 → 5', '5 → 7');
    expect(await on.moves(who)).toEqual([
      ...['0 → 1', '1 → 16', '16 → 20', '20 → 16', '16 → 20', '20 → 18', '18 → 19', '19 → 3'],
      ...['3 → 4', '4 → 6', '6 → 5', '5 → 7'],
    ]);
    expect(await on.labels(who)).toEqual([
      ...['Inscrição', 'Questionário', 'Entrevista', 'Resultado', 'Dados', 'Pagamento', 'Documentos'],
      'Matriculado',
    ]);
    expect(await on.mails(who)).toBe('N-01 N-05 N-09 N-14×2 N-15×2 N-16 N-19 N-25 N-26');
    live.close();
  });
});

describe('J12 over HTTP', () => {
  beforeAll(() => on.travel(T0));

  it('pays the fee, but no enrolment', async () => {
    who = await on.arrive(PEOPLE[12], EPA);
    expect(await on.enter(who, 4, 'Gestão em Saúde', DEGREE)).toMatchObject({
      subscriptionStatus: 17,
      applicationType: 'tax',
    });
    expect(await on.pageOf(who)).toBe('tax-payment');
    live = await on.listen(who);
    const { body: fee } = await on.pay(who, 'tax');
    expect(fee).toMatchObject({ amount: 120, purpose: 'tax' });
    await on.bankPays(who, fee.paymentId);
    await live.waitFor('payment.confirmed');
    await live.waitFor('17 → 16');
    expect(await on.shown(who)).toMatchObject({ isTaxPaid: true, isPaid: false, subscriptionStatus: 16 });
    expect((await on.sent(who, 'N-19'))[0]?.text).toContain('Recebemos R$ 120,00.');
  });

  it('has two interviews', async () => {
    const applicant = asked(who);
    await steps.save(applicant, 'graduate', [GRADUATE]);
    await steps.submit(applicant);
    expect((await steps.judge(applicant, 'approved')).body.status).toBe(18);
    expect((await steps.ask(applicant, 'email')).body).toMatchObject({
      state: 'requested',
      channel: 'email',
    });
    await steps.appoint(applicant);
    await steps.outcome(applicant, true);
    expect((await steps.decide(applicant, 'repeat')).body.status).toBe(18);
    await steps.appoint(applicant, '2026-01-21T09:30:00-03:00');
    await steps.outcome(applicant, true);
    expect((await steps.decide(applicant, 'approved')).body.status).toBe(3);
    await live.waitFor('18 → 19', '19 → 18', '18 → 19', '19 → 3');
  });

  it('chooses a class and pays at the institution, which finds the payment on its second check', async () => {
    await on.fill(who, 'degree');
    expect(await on.accept(who)).toMatchObject({ status: 21 });
    expect((await choose(who, 'Turma de sexta')).body).toMatchObject({ status: 6 });
    const { operations } = who;
    const decide = (id: number, body: { decision: 'settled' | 'refused'; reason?: string }) =>
      operations.call('POST /operations/manual-payments/{id}/decision', { params: { id }, body });
    const first = await on.pay(who, 'enrollment', { method: 'manual' });
    expect(first).toMatchObject({ status: 201, body: { amount: 7200, method: 'manual', state: 'pending' } });
    expect(await on.pageOf(who)).toBe('manual-payment');
    const refused = await decide(first.body.paymentId, { decision: 'refused', reason: 'Não consta' });
    expect(refused.body).toMatchObject({ state: 'refused', status: 6 });
    const [notice] = await on.sent(who, 'N-21');
    expect(notice).toMatchObject({ subject: 'Atualização do seu pagamento' });
    expect(notice?.text).toContain('Não consta');
    const second = await on.pay(who, 'enrollment', { method: 'manual' });
    expect((await decide(second.body.paymentId, { decision: 'settled' })).body).toMatchObject({
      state: 'settled',
      status: 5,
    });
    await live.waitFor('payment.manual-requested', 'payment.manual-decided', 'payment.manual-requested');
    expect(await on.subjects(who, 'N-21')).toHaveLength(2);
    expect(await on.shown(who)).toMatchObject({ isPaid: true, isTaxPaid: true });
    expect(await on.moves(who)).toEqual([
      ...['0 → 1', '1 → 17', '17 → 16', '16 → 20', '20 → 18', '18 → 19', '19 → 18', '18 → 19', '19 → 3'],
      ...['3 → 4', '4 → 21', '21 → 6', '6 → 11', '11 → 6', '6 → 11', '11 → 5'],
    ]);
    await live.waitFor('4 → 21', '21 → 6', '6 → 11', '11 → 6', '6 → 11', '11 → 5');
    expect(await on.labels(who)).toEqual([
      ...['Inscrição', 'Taxa de inscrição', 'Questionário', 'Entrevista', 'Resultado', 'Dados', 'Turma'],
      ...['Pagamento', 'Documentos', 'Matriculado'],
    ]);
    expect(await on.mails(who)).toBe('N-01 N-05 N-09 N-14 N-15×4 N-16 N-19 N-21×2');
    live.close();
  });

  it('has the fee waived by a voucher, without a charge', async () => {
    who = await on.arrive(PEOPLE[13], EPA);
    await on.enter(who, 4, 'Gestão em Saúde', DEGREE);
    live = await on.listen(who);
    const waived = await on.pay(who, 'tax', { voucher: 'TAXAZERO' });
    expect(waived).toMatchObject({
      status: 201,
      body: { method: 'waived', state: 'paid', amount: 0, pix: null },
    });
    await live.waitFor('17 → 16');
    expect(await on.shown(who)).toMatchObject({ isTaxPaid: true, isPaid: false });
    const row = await harness.platform.db.tenant(who.tenantId).one(sql`
      select count(*)::int as charged from payment where tenant_id = ${who.tenantId}
        and subscription_id = ${who.id} and txid is not null`);
    expect(row).toEqual({ charged: 0 });
    const ticket = await who.client.call('POST /candidate/print-tickets', {
      body: { kind: 'receipt', subscriptionId: who.id, refId: waived.body.paymentId },
    });
    const receipt = await who.client.call('GET /candidate/print/{ticket}', {
      params: { ticket: ticket.body.ticket },
    });
    expect(receipt.body.html).toContain('Isento');
    live.close();
  });
});

describe('J13 over HTTP, paid by Pix instead of a card', () => {
  beforeAll(() => on.travel(T0));

  let thirteen: Walker;
  let fourteen: Walker;

  it('is approved on applying and reserves the last place of a class before another candidate', async () => {
    thirteen = await on.arrive(PEOPLE[13], CUA);
    fourteen = await on.arrive(PEOPLE[14], CUA);
    for (const one of [thirteen, fourteen]) {
      expect(await on.enter(one, 3, 'Excel para Negócios', { level: 'high-school' })).toMatchObject({
        subscriptionStatus: 3,
      });
      await on.fill(one, 'level');
      expect(await on.accept(one)).toMatchObject({ status: 21 });
      expect(await on.moves(one)).toEqual(['0 → 1', '1 → 3', '3 → 4', '4 → 21']);
    }
    expect(await classes(fourteen)).toMatchObject({ showInfo: true, expiration: null, slots: 31 });
    live = await on.listen(thirteen);
    expect((await choose(thirteen, 'Turma 1')).body).toMatchObject({
      status: 6,
      expiration: '2026-01-12T10:30:00-03:00',
    });
    expect(await freeOf(fourteen, 'Turma 1')).toBe(0);
    expect(await choose(fourteen, 'Turma 1')).toMatchObject({
      status: 409,
      body: { message: 'A turma selecionada não possui mais vagas ou o tempo da oferta expirou.' },
    });
  });

  it('loses the place to the other candidate after half an hour', async () => {
    await on.travel('2026-01-12T10:25:00-03:00');
    await live.waitFor('class.hold-expiring');
    expect((await on.sent(thirteen, 'N-30'))[0]?.text).toContain('termina às 10:30');
    expect((await on.stateOf(thirteen)).status).toBe(6);
    await on.travel('2026-01-12T10:30:01-03:00');
    await live.waitFor('21 → 6', 'class.hold-expiring', '6 → 21');
    expect(await on.subjects(thirteen, 'N-30')).toHaveLength(2);
    expect((await choose(fourteen, 'Turma 1')).body.status).toBe(6);
  });

  it('pays for the second class while the other candidate leaves', async () => {
    expect((await choose(thirteen, 'Turma 2')).body.status).toBe(6);
    const { body: charge } = await on.pay(thirteen);
    expect(charge.amount).toBe(180);
    await on.bankPays(thirteen, charge.paymentId);
    await live.waitFor('6 → 21', '21 → 6', '6 → 7');
    expect(await on.pageOf(thirteen)).toBe('enrolled');
    expect(await on.labels(thirteen)).toEqual(['Inscrição', 'Dados', 'Turma', 'Pagamento', 'Matriculado']);
    expect(await on.subjects(thirteen, 'N-26')).toHaveLength(2);

    const { client, id } = fourteen;
    const left = await client.call('POST /candidate/subscriptions/{id}/cancellation', {
      params: { id },
      body: { reason: 'gave-up' },
    });
    expect(left.body).toMatchObject({ status: 13, refund: { due: false } });
    expect((await on.moves(fourteen)).slice(-2)).toEqual(['21 → 6', '6 → 13']);
    expect(await on.pageOf(fourteen)).toBe('canceled');
    const row = await harness.platform.db.tenant(thirteen.tenantId).many(sql`
      select code, taken from academic_class where tenant_id = ${thirteen.tenantId} and code in ('T1', 'T2')
      order by code`);
    expect(row).toEqual([
      { code: 'T1', taken: 0 },
      { code: 'T2', taken: 1 },
    ]);
    live.close();
  });
});
