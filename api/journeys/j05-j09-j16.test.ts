import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness, T0 } from '../../testing/harness.ts';
import { grade, writeEssay } from '../../testing/journey.ts';
import { PEOPLE } from '../../testing/people.ts';
import { type Walker, walking } from '../../testing/walker.ts';

/**
 * Journeys that begin with an essay: leaving within seven days, a missed payment deadline, another course and
 * pole.
 */
let harness: Harness;
let on: ReturnType<typeof walking>;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  on = walking(harness);
});
afterAll(() => harness?.stop());
/** The steps of a journey depend on each other: each is a test and continues where the one before stopped. */
let who: Walker;
let live: Awaited<ReturnType<ReturnType<typeof walking>['listen']>>;

const SCHOOL = { level: 'high-school' } as const;
const ESSAY_STEPS = [
  ...['Inscrição', 'Redação', 'Em análise', 'Resultado', 'Dados', 'Primeiro pagamento', 'Documentos'],
  'Matriculado',
];
const CUA = 'cua.alfa.orbita.test';

const approve = async ({ client, operations, id }: Walker) =>
  (await grade(operations, await writeEssay(client, id))).status;
/** Places taken of a course at a pole, in the offer with an essay. */
const taken = async ({ tenantId }: Walker, course: string, pole: string) =>
  (
    await harness.platform.db.tenant(tenantId).one<{ taken: number }>(sql`
      select ocp.taken from offer_course_pole ocp
      join offer o on o.tenant_id = ocp.tenant_id and o.id = ocp.offer_id and o.code like '%-ESSAY'
      join course c on c.tenant_id = ocp.tenant_id and c.id = ocp.course_id and c.code = ${course}::text
      join pole p on p.tenant_id = ocp.tenant_id and p.id = ocp.pole_id and p.code = ${pole}::text
      where ocp.tenant_id = ${tenantId}`)
  )?.taken;
const leave = ({ client, id }: Walker) =>
  client.call('POST /candidate/subscriptions/{id}/cancellation', {
    params: { id },
    body: { reason: 'gave-up' },
  });
const stay = ({ client, id }: Walker) =>
  client.call('DELETE /candidate/subscriptions/{id}/cancellation', { params: { id } });

describe('J05 over HTTP, paid by Pix instead of automatic Pix', () => {
  beforeAll(() => on.travel(T0));

  it('signs in with an RNE, accepts on the next day and pays', async () => {
    const host = 'beta.orbita.test';
    await expect(on.arrive({ ...PEOPLE[5], document: 'V000000-0' }, host)).rejects.toThrow('RNE inválido.');
    who = await on.arrive(PEOPLE[5], host);
    const data = await who.client.call('GET /candidate/users/{uuid}/person-data', {
      params: { uuid: who.uuid },
    });
    expect(data.body).toMatchObject({ documentType: 'rne', rne: 'V1234567' });
    expect(await on.enter(who, 1, 'Sistemas de Informação', SCHOOL)).toMatchObject({ subscriptionStatus: 1 });
    expect(await approve(who)).toBe(3);
    await on.fill(who, 'school');
    await on.travel('2026-01-13T10:00:00-03:00', who);
    expect(await on.accept(who)).toMatchObject({ status: 6 });
    expect(await taken(who, 'SIS', 'MZ')).toBe(1);
    live = await on.listen(who);
    const { body: charge } = await on.pay(who);
    expect(charge).toMatchObject({ amount: 350, state: 'pending' });
    await on.bankPays(who, charge.paymentId);
    await live.waitFor('payment.created', 'payment.confirmed');
    await live.waitFor('6 → 5');
    expect(await on.shown(who)).toMatchObject({ isPaid: true, subscriptionStatus: 5 });
  });

  it('withdraws on the seventh day, cancels the withdrawal, withdraws again and gets 350,00 back', async () => {
    await on.travel('2026-01-19T09:00:00-03:00', who);
    const { client, operations, id } = who;
    const preview = await client.call('GET /candidate/subscriptions/{id}/cancellation', { params: { id } });
    const refund = { due: true, amount: 350, legalBasis: 'withdrawal' };
    expect(preview.body).toMatchObject({ atOnce: false, refund });
    expect((await leave(who)).body).toEqual({ status: 12, refund });
    expect(await on.pageOf(who)).toBe('pending-cancel');
    expect(await on.sent(who, 'N-28')).toMatchObject([
      {
        subject: 'Cancelamento da inscrição',
        text: expect.stringMatching(
          new RegExp(
            `Chegou seu pedido para cancelar a inscrição nº ${id} em [\\s\\S]*Valor a devolver: R\\$ 350,00\\.`,
          ),
        ),
      },
    ]);
    const wish = async () =>
      (await operations.call('GET /operations/cancellations', { query: { state: 'open' } })).body.data.find(
        ({ subscriptionId }) => subscriptionId === id,
      );
    const decide = async (body: { decision: 'confirmed' | 'denied'; reason?: string; refund?: number }) =>
      operations.call('POST /operations/cancellations/{id}/decision', {
        params: { id: (await wish())?.id ?? 0 },
        body,
      });
    expect(await wish()).toMatchObject({ withdrawalRight: true, paidTotal: 350 });
    expect(await decide({ decision: 'denied', reason: 'Fora do prazo' })).toMatchObject({
      status: 409,
      body: { status: 12 },
    });
    expect((await stay(who)).body).toEqual({ status: 5 });
    expect(await leave(who)).toMatchObject({ body: { status: 12, refund } });
    expect(await on.subjects(who, 'N-28')).toHaveLength(2);
    expect((await decide({ decision: 'confirmed', refund: 350 })).body).toMatchObject({
      state: 'confirmed',
      status: 13,
    });

    await live.waitFor('5 → 12', '12 → 5', '5 → 12', '12 → 13');
    await live.waitFor('payment.confirmed', 'payment.refunded');
    expect(await on.moves(who)).toEqual([
      ...['0 → 1', '1 → 3', '3 → 4', '4 → 6', '6 → 5'],
      ...['5 → 12', '12 → 5', '5 → 12', '12 → 13'],
    ]);
    const charges = await client.call('GET /candidate/subscriptions/{id}/payments', { params: { id } });
    expect(charges.body).toMatchObject([{ state: 'refunded', amount: 350 }]);
    expect(await on.pageOf(who)).toBe('canceled');
    expect(await taken(who, 'SIS', 'MZ')).toBe(0);
    const notice = await on.sent(who, 'N-28');
    expect(notice.at(-1)?.text).toMatch(new RegExp(`Sua inscrição nº ${id} em .+ foi cancelada\\.`));
    expect(notice.at(-1)?.text).toContain('Valor a devolver: R$ 350,00.');
    // The RNE that she added is a way in, of which the contacts from before are told.
    expect(await on.mails(who)).toBe('N-01 N-05 N-08 N-09 N-16 N-19 N-28×3 N-33 N-35');
    expect(await on.labels(who)).toEqual(ESSAY_STEPS);
    live.close();
  });
});

describe('J09 over HTTP', () => {
  let before = 0;
  beforeAll(() => on.travel(T0));

  it('lets a code expire and gets another one', async () => {
    who = await on.arrive(PEOPLE[9], CUA);
    await on.enter(who, 1, 'Administração', SCHOOL, 'Belo Horizonte');
    await approve(who);
    await on.fill(who, 'school');
    before = (await taken(who, 'ADM', 'BH')) ?? 0;
    await on.accept(who);
    expect((await on.stateOf(who)).deadlines.payment).toBe('2026-01-19T23:59:59-03:00');
    live = await on.listen(who);
    const { body: first } = await on.pay(who);
    expect(first.pix?.expiresAt).toBe('2026-01-12T11:00:00-03:00');

    await on.travel('2026-01-12T11:00:01-03:00', who);
    await live.waitFor('payment.created', 'payment.expired');
    expect(await on.subjects(who, 'N-18')).toEqual(['Seu código Pix expirou']);
    const { client } = who;
    const renew = (paymentId: number) =>
      client.call('POST /candidate/payments/{paymentId}/renew', {
        params: { paymentId },
        headers: { 'idempotency-key': `renew-${paymentId}-${harness.clock.now().getTime()}` },
      });
    const fault = (mode: 'down' | 'ok') =>
      harness.operations.call('PUT /operations/simulator/faults', { body: { port: 'pix', mode } });
    await fault('down');
    expect(await renew(first.paymentId)).toMatchObject({
      status: 503,
      body: { code: 'PROVIDER_UNAVAILABLE' },
    });
    await fault('ok');
    await on.travel('2026-01-12T11:05:00-03:00', who);
    const second = await renew(first.paymentId);
    expect(second).toMatchObject({ status: 201, body: { state: 'pending', amount: 360 } });
    expect(second.body.pix?.copyPaste).not.toBe(first.pix?.copyPaste);
  });

  it('is reminded two days and one day before the last day, each once', async () => {
    const reminders: number[] = [];
    for (const day of ['16T12', '17T00', '17T23', '18T08', '19T12']) {
      await on.travel(`2026-01-${day}:30:00-03:00`, who);
      reminders.push((await on.sent(who, 'N-22')).filter(({ channel }) => channel === 'email').length);
    }
    expect(reminders).toEqual([0, 1, 1, 2, 2]);
    expect(await on.subjects(who, 'N-22')).toEqual([
      ...['Seu prazo de pagamento termina em 19/01/2026', 'Seu prazo de pagamento termina em 19/01/2026'],
      ...['sms', 'sms'],
    ]);
  });

  it('ends unpaid after the last day, and starts again', async () => {
    await on.travel('2026-01-19T23:30:00-03:00', who);
    const last = await on.pay(who);
    // Never beyond the deadline.
    expect(last.body.pix?.expiresAt).toBe('2026-01-19T23:59:59-03:00');
    expect((await on.stateOf(who)).status).toBe(6);
    await on.travel('2026-01-20T00:00:01-03:00', who);
    await live.waitFor('6 → 13');
    expect(await on.moves(who)).toEqual(['0 → 1', '1 → 3', '3 → 4', '4 → 6', '6 → 13']);
    expect((await on.stateOf(who)).history.at(-1)?.event).toBe('payment-deadline-expired');
    const charges = await who.client.call('GET /candidate/subscriptions/{id}/payments', {
      params: { id: who.id },
    });
    expect(charges.body.map(({ state }) => state)).toEqual(['expired', 'expired', 'error', 'expired']);
    expect(await on.pageOf(who)).toBe('canceled');
    expect(await on.subjects(who, 'N-23')).toEqual(['O prazo do seu processo terminou']);
    expect(await on.mails(who)).toBe('N-01 N-05 N-08 N-09 N-16 N-18×2 N-22×2 N-23');
    expect(await on.labels(who)).toEqual(ESSAY_STEPS);
    expect(await taken(who, 'ADM', 'BH')).toBe(before);
    const former = who.id;
    expect(await on.enter(who, 1, 'Administração', SCHOOL, 'Belo Horizonte')).toMatchObject({
      subscriptionStatus: 1,
    });
    expect(who.id).not.toBe(former);
    live.close();
  });
});

describe('J16 over HTTP', () => {
  let other: Walker;
  let first: Place;
  let contagem: Place;
  type Place = { courseId: number; poleId: number };
  const change = ({ client, id }: Walker, { courseId, poleId }: Place) =>
    client.call('PUT /candidate/subscriptions/{id}', {
      params: { id },
      body: { courseId, poleId, subscriptionId: id },
    });
  beforeAll(() => on.travel(T0));

  it('moves to the last place of another pole', async () => {
    who = await on.arrive(PEOPLE[16], CUA);
    const entered = await on.enter(who, 1, 'Administração', SCHOOL, 'Belo Horizonte');
    first = { courseId: entered.courseId, poleId: entered.poleId };
    await approve(who);
    const { client } = who;
    const params = { offerId: entered.offerId };
    const courses = await client.call('GET /candidate/offers/{offerId}/courses', { params });
    const courseId = courses.body.find(({ name }) => name === 'Ciências Contábeis')?.id ?? 0;
    const poles = await client.call('GET /candidate/offers/{offerId}/poles', {
      params,
      query: { c: courseId },
    });
    const poleId = poles.body.find(({ description }) => description.includes('Contagem'))?.id ?? 0;
    contagem = { courseId, poleId };
    expect(await change(who, { courseId, poleId: 0 })).toMatchObject({
      status: 422,
      body: expect.stringContaining('Obrigatório.'),
    });
    expect((await change(who, contagem)).body).toMatchObject({
      subscriptionStatus: 3,
      courseName: 'Ciências Contábeis',
      campusPolo: 'Polo Contagem',
    });
    await on.fill(who, 'school');
    expect(await on.accept(who)).toMatchObject({ status: 6 });
    expect(await taken(who, 'CCO', 'CT')).toBe(1);
    other = await on.arrive(PEOPLE[15], CUA);
    await on.enter(other, 1, 'Administração', SCHOOL, 'Belo Horizonte');
    expect((await change(other, contagem)).status).toBe(409);
  });

  it('frees the place with acceptance and charge while unpaid, and stays once paid', async () => {
    live = await on.listen(who);
    const { body: charge } = await on.pay(who);
    expect(charge.amount).toBe(380);
    expect((await change(who, first)).body).toMatchObject({
      subscriptionStatus: 3,
      campusPolo: 'Polo Belo Horizonte',
    });
    await live.waitFor('payment.cancelled');
    await live.waitFor('6 → 3', 'subscription.course-changed');
    expect(await taken(who, 'CCO', 'CT')).toBe(0);
    const whole = await who.operations.call('GET /operations/subscriptions/{id}', {
      params: { id: who.id },
    });
    expect(whole.body.acceptances.every(({ voidedAt }) => voidedAt !== null)).toBe(true);
    expect(whole.body.payments.map(({ state }) => state)).toEqual(['cancelled']);
    expect((await change(other, contagem)).status).toBe(200);

    await on.accept(who);
    await on.bankPays(who, (await on.pay(who)).body.paymentId);
    await live.waitFor('6 → 3', '3 → 4', '4 → 6', '6 → 5');
    expect((await on.shown(who)).permissions.changeCourse).toBe(false);
    expect((await change(who, contagem)).status).toBe(409);
    live.close();
  });
});

describe('J20 over HTTP', () => {
  beforeAll(() => on.travel(T0));

  it('lists three applications on the group host, and those of the institution on a brand host', async () => {
    who = await on.arrive(PEOPLE[20], 'alfa.orbita.test');
    const journeys = [
      [1, 'Administração', SCHOOL],
      [3, 'Excel para Negócios', SCHOOL],
      [2, 'MBA em Gestão', { level: 'degree' }],
    ] as const;
    for (const [type, course, schooling] of journeys) {
      await on.enter(who, type, course, schooling);
      if (type === 1) live = await on.listen(who);
    }
    const listed = async (host: string) => {
      const browser = harness.visitor(host);
      browser.token = who.client.token;
      for (const [name, value] of who.client.cookies) browser.cookies.set(name, value);
      const answer = await browser.call('GET /candidate/users/{uuid}/subscriptions', {
        params: { uuid: who.uuid },
      });
      return answer.body.map(({ courseName, subscriptionStatus }) => `${courseName} ${subscriptionStatus}`);
    };
    expect(await listed('alfa.orbita.test')).toEqual([
      ...['MBA em Gestão 16', 'Excel para Negócios 3', 'Administração 1'],
    ]);
    expect(await listed(CUA)).toEqual(['Excel para Negócios 3', 'Administração 1']);
    expect(await listed('epa.alfa.orbita.test')).toEqual(['MBA em Gestão 16']);
    // One socket also reports applications that were created after it was opened.
    await live.waitFor('1 → 3', '1 → 16');
    live.close();
    const stranger = harness.visitor('beta.orbita.test');
    const refused = await stranger.call('POST /platform/auth/signin/tenants/{tenant}', {
      params: { tenant: 'beta' },
      body: {
        ...{ documentType: 'cpf', document: PEOPLE[20].document, password: 'Senha#2026' },
        captchaToken: 'simulator-token',
      },
    });
    expect([refused.status, refused.body.message]).toEqual([404, 'Usuário não encontrado.']);
  });
});
