// Longer than other files: requesting, deciding, refunding and withdrawing one cancellation share its application.
import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { alfa, placeAt } from '../../testing/applicant.ts';
import { type Client, type Harness, startHarness, T0 } from '../../testing/harness.ts';
import {
  acceptContract,
  apply,
  fillData,
  grade,
  payByPix,
  signUp,
  untilPaid,
  writeEssay,
} from '../../testing/journey.ts';
import { inventedPerson } from '../../testing/people.ts';
import { personAt } from '../../testing/person-at.ts';
import { settlePix } from '../../testing/requests.ts';
import { forgetCatalogue } from '../tenancy/memory.ts';

// All tests share one harness in one file, because starting it takes longer than most of these tests.
let harness: Harness;
let operations: Client;
let n = 40;

beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  operations = harness.operationsOf('alfa');
});
afterAll(() => harness.stop());

/** A new person whose application for Administração in BH is waiting for payment. */
async function atPayment() {
  n += 1;
  const person = inventedPerson(n);
  const client = harness.visitor();
  const me = await signUp(client, person);
  const applied = await apply(client);
  await grade(operations, await writeEssay(client, applied.id));
  await fillData(client, me.personId, applied.id, person);
  await acceptContract(client, applied.id);
  return { client, id: applied.id, person, me };
}
const newcomer = async () => {
  n += 1;
  const client = harness.visitor();
  await signUp(client, inventedPerson(n));
  return { client, id: (await apply(client)).id };
};
const statusOf = async (client: Client, id: number) =>
  (await client.call('GET /candidate/subscriptions/{id}/status', { params: { id } })).body;
const shown = async (client: Client, id: number) => {
  const { payloadToken } = (await client.call('GET /candidate/users/check/')).body;
  const answer = await client.call('GET /candidate/users/{uuid}/subscription/{id}', {
    params: { uuid: payloadToken.uuid, id },
  });
  return answer.body;
};
const places = async (pole: string, course: string) => {
  const tenantId = await alfa(harness);
  return harness.platform.db.tenant(tenantId).one<{ taken: number; course_id: number; pole_id: number }>(sql`
    select ocp.taken, ocp.course_id, ocp.pole_id from offer_course_pole ocp
    join offer o on o.tenant_id = ocp.tenant_id and o.id = ocp.offer_id and o.code = 'ADM-ESSAY'
    join course c on c.tenant_id = ocp.tenant_id and c.id = ocp.course_id and c.code = ${course}
    join pole p on p.tenant_id = ocp.tenant_id and p.id = ocp.pole_id and p.code = ${pole}
    where ocp.tenant_id = ${tenantId}`);
};
const idsOf = async (pole: string, course: string) => {
  const found = await places(pole, course);
  return { courseId: found?.course_id ?? 0, poleId: found?.pole_id ?? 0 };
};
const change = (client: Client, id: number, to: { courseId: number; poleId: number }) =>
  client.call('PUT /candidate/subscriptions/{id}', { params: { id }, body: { ...to, subscriptionId: id } });
const cancel = (client: Client, id: number, body: { reason: 'gave-up' | 'other'; details?: string }) =>
  client.call('POST /candidate/subscriptions/{id}/cancellation', { params: { id }, body });
const pay = async (client: Client, id: number) => {
  const { paymentId } = await payByPix(client, id);
  await settlePix(operations, paymentId);
  await untilPaid(client, paymentId);
};
/** Returns the ids that blocking the person stopped and the ids that lifting the block restored. */
const blockAndLift = async ({ cpf }: { cpf: string }) => {
  const body = { documentType: 'cpf' as const, document: cpf, reason: 'Documento falso' };
  const made = await operations.call('POST /operations/blocks', { body });
  const lifted = await operations.call('DELETE /operations/blocks/{id}', { params: { id: made.body.id } });
  return [made.body.subscriptions, lifted.body.subscriptions];
};
const setParameter = async (name: string, value: unknown) => {
  const tenantId = await alfa(harness);
  await harness.platform.db.tenant(tenantId).one(sql`
    update parameter set value = ${JSON.stringify(value)}::jsonb
    where tenant_id = ${tenantId} and internal_value = ${name} returning internal_value`);
  forgetCatalogue(harness.platform);
};

describe('change of course and pole (S-35)', () => {
  it('keeps the status before the contract, increments the version and notifies the sockets', async () => {
    const { client, id } = await newcomer();
    const before = await shown(client, id);
    const to = await idsOf('CT', 'CCO');
    const answer = await change(client, id, to);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ ...to, subscriptionStatus: before.subscriptionStatus });
    expect(answer.body.version).toBe(before.version + 1);
    const event = await harness.platform.db.tenant(await alfa(harness)).one<{ data: unknown }>(sql`
      select data from outbox_event where type = 'subscription.course-changed' and subscription_id = ${id}`);
    expect(event?.data).toEqual(to);
    const again = await change(client, id, to);
    expect(again.body.version).toBe(before.version + 1);
  });

  it('after the contract voids the acceptance, ends the charge and releases the place', async () => {
    const { client, id } = await atPayment();
    await payByPix(client, id);
    const taken = (await places('BH', 'ADM'))?.taken ?? 0;
    const answer = await change(client, id, await idsOf('BH', 'CCO'));
    expect(answer.body).toMatchObject({ subscriptionStatus: 3, courseCode: 'CCO', paymentDeadline: null });
    expect((await places('BH', 'ADM'))?.taken).toBe(taken - 1);
    const whole = (await operations.call('GET /operations/subscriptions/{id}', { params: { id } })).body;
    expect(whole.acceptances.every(({ voidedAt }) => voidedAt !== null)).toBe(true);
    expect(whole.payments.map(({ state }) => state)).toEqual(['cancelled']);
  });

  it('refuses in HTML after a payment and without vacancies', async () => {
    const paid = await atPayment();
    await pay(paid.client, paid.id);
    const late = await change(paid.client, paid.id, await idsOf('BH', 'CCO'));
    expect(late.status).toBe(409);
    expect(late.headers.get('content-type')).toContain('text/html');
    expect(String(late.body)).toBe('<p>A alteração não está disponível para esta inscrição.</p>');

    const tenantId = await alfa(harness);
    const { courseId, poleId } = await idsOf('CT', 'ADM');
    await harness.platform.db.tenant(tenantId).one(sql`
      update offer_course_pole set taken = vacancies where tenant_id = ${tenantId} and course_id = ${courseId}
        and pole_id = ${poleId} returning taken`);
    const { client, id } = await newcomer();
    const full = await change(client, id, { courseId, poleId });
    expect([full.status, String(full.body)]).toEqual([409, '<p>Não há mais vagas para este curso.</p>']);
    await harness.platform.db.tenant(tenantId).one(sql`
      update offer_course_pole set taken = 0 where tenant_id = ${tenantId} and course_id = ${courseId}
        and pole_id = ${poleId} returning taken`);
  });

  it("accepts the seed's call without subscriptionId, and refuses any error in HTML", async () => {
    const { client, id } = await newcomer();
    const { client: stranger } = await newcomer();
    const to = await idsOf('CT', 'CCO');
    const put = (by: Client, body: object, of = id) =>
      by.call('PUT /candidate/subscriptions/{id}', { params: { id: of }, body: body as never });
    const notFound = '<p>Registro não encontrado.</p>';
    for (const [answer, status, html] of [
      [await put(stranger, to), 404, notFound],
      [await put(client, { ...to, subscriptionId: id + 1 }), 404, notFound],
      [await put(client, to, 0), 404, notFound],
      [await put(client, { ...to, courseId: 999_999 }), 422, '<p>Escolha um curso desta oferta.</p>'],
      [await put(client, { ...to, poleId: 999_999 }), 422, '<p>Escolha um polo deste curso.</p>'],
      [await put(client, {}), 422, '<p>Obrigatório.</p>'],
    ] as const) {
      expect([answer.status, String(answer.body)]).toEqual([status, html]);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    }
    expect(await put(harness.visitor(), to)).toMatchObject({
      status: 401,
      body: { code: 'UNAUTHENTICATED' },
    });
    await setParameter('AllowPoleUpdate', false);
    const forbidden = await put(client, to);
    await setParameter('AllowPoleUpdate', true);
    expect([forbidden.status, String(forbidden.body)]).toEqual([
      403,
      '<p>Você não tem permissão para acessar este conteúdo.</p>',
    ]);
    expect((await put(client, to)).status).toBe(200);
  });

  it('refuses in every status that allows no change, also for the same course and pole', async () => {
    const { client, id } = await newcomer();
    const { courseId, poleId } = await shown(client, id);
    const unavailable = [409, '<p>A alteração não está disponível para esta inscrição.</p>'];
    for (const status of [7, 8, 9, 11, 12, 13]) {
      await placeAt(harness, id, status);
      for (const to of [await idsOf('BH', 'CCO'), { courseId, poleId }]) {
        const answer = await change(client, id, to);
        expect([answer.status, String(answer.body)], `status ${status}`).toEqual(unavailable);
      }
    }
    const paid = await atPayment();
    await pay(paid.client, paid.id);
    const same = await change(paid.client, paid.id, await idsOf('BH', 'ADM'));
    expect([same.status, String(same.body)]).toEqual(unavailable);
  });

  it('is refused after the contract if the institution forbids it (CourseChangeAfterContract)', async () => {
    const tenantId = await alfa(harness);
    const before = await newcomer();
    const { client, id } = await atPayment();
    const to = await idsOf('BH', 'CCO');
    await harness.platform.db.tenant(tenantId).one(sql`
      insert into parameter (tenant_id, level, owner_id, internal_value, value)
      values (${tenantId}, 'tenant', 0, 'CourseChangeAfterContract', 'false') returning internal_value`);
    forgetCatalogue(harness.platform);
    const late = await change(client, id, to);
    expect([late.status, String(late.body)]).toEqual([
      409,
      '<p>A alteração não está disponível para esta inscrição.</p>',
    ]);
    expect(await shown(client, id)).toMatchObject({
      subscriptionStatus: 6,
      courseCode: 'ADM',
      permissions: { changeCourse: false },
    });
    expect((await change(before.client, before.id, to)).status).toBe(200);
    await setParameter('CourseChangeAfterContract', true);
    expect((await shown(client, id)).permissions.changeCourse).toBe(true);
    expect((await change(client, id, to)).body).toMatchObject({ subscriptionStatus: 3 });
  });

  it('refuses every change if the institution does not allow it', async () => {
    const { client, id } = await newcomer();
    const { courseId, poleId } = await idsOf('BH', 'CCO');
    await setParameter('AllowPoleUpdate', false);
    const forbidden = await change(client, id, { courseId, poleId });
    expect(forbidden.status).toBe(403);
    expect((await shown(client, id)).permissions.changeCourse).toBe(false);
    await setParameter('AllowPoleUpdate', true);
    expect((await shown(client, id)).permissions.changeCourse).toBe(true);
  });
});

describe('leaving (S-36)', () => {
  it('ends an unpaid application at once and releases its place', async () => {
    const { client, id } = await atPayment();
    const taken = (await places('BH', 'ADM'))?.taken ?? 0;
    const blank = await cancel(client, id, { reason: 'other', details: '  ' });
    const missing = { errors: [{ field: 'details', message: 'Obrigatório.' }] };
    expect([blank.status, blank.body]).toMatchObject([422, missing]);
    const answer = await cancel(client, id, { reason: 'other', details: 'Mudei de cidade' });
    expect(answer.body).toEqual({ status: 13, refund: { due: false, amount: null, legalBasis: null } });
    expect((await statusOf(client, id)).reason).toBe('Mudei de cidade');
    expect((await places('BH', 'ADM'))?.taken).toBe(taken - 1);
    expect((await cancel(client, id, { reason: 'gave-up' })).status).toBe(409);
  });

  it('is refused and changes nothing while an earlier request is open', async () => {
    const { client, id } = await atPayment();
    await pay(client, id);
    await cancel(client, id, { reason: 'gave-up' });
    await placeAt(harness, id, 5);
    const { status, body } = await cancel(client, id, { reason: 'gave-up' });
    expect([status, body]).toMatchObject([409, { code: 'TRANSITION_NOT_ALLOWED', status: 5 }]);
    expect((await statusOf(client, id)).status).toBe(5);
  });

  it('within seven days refunds everything, cannot be denied and can be withdrawn', async () => {
    const { client, id } = await atPayment();
    await pay(client, id);
    expect((await statusOf(client, id)).status).toBe(5);
    const before = await client.call('GET /candidate/subscriptions/{id}/cancellation', { params: { id } });
    expect(before.body).toMatchObject({
      atOnce: false,
      refund: { due: true, legalBasis: 'withdrawal' },
      paid: [{ purpose: 'enrollment', withdrawal: true }],
      contractAccepted: true,
    });
    const asked = await cancel(client, id, { reason: 'gave-up' });
    expect(asked.body).toMatchObject({ status: 12, refund: { due: true, legalBasis: 'withdrawal' } });
    const back = await client.call('DELETE /candidate/subscriptions/{id}/cancellation', { params: { id } });
    expect(back.body).toEqual({ status: 5 });
    const second = await cancel(client, id, { reason: 'gave-up' });
    const amount = second.body.refund.amount;
    const list = await operations.call('GET /operations/cancellations', { query: { state: 'open' } });
    const wish = list.body.data.find(({ subscriptionId }) => subscriptionId === id);
    expect(wish).toMatchObject({ withdrawalRight: true, paidTotal: amount, reason: 'gave-up' });
    const decide = (body: { decision: 'confirmed' | 'denied'; reason?: string; refund?: number }) =>
      operations.call('POST /operations/cancellations/{id}/decision', {
        params: { id: wish?.id ?? 0 },
        body,
      });
    expect((await decide({ decision: 'denied', reason: 'Não' })).status).toBe(409);
    expect((await decide({ decision: 'confirmed', refund: 1 })).status).toBe(422);
    const done = await decide({ decision: 'confirmed', refund: amount ?? 0 });
    expect(done.body).toMatchObject({ state: 'confirmed', status: 13, subscriptionId: id });
    expect((await decide({ decision: 'confirmed', refund: amount ?? 0 })).status).toBe(409);
    const steps = await client.call('GET /candidate/subscriptions/{id}/steps', { params: { id } });
    const stateOf = (code: string) => steps.body.find((step) => step.code === code)?.state;
    expect([stateOf('data'), stateOf('payment'), stateOf('documents')]).toEqual(['done', 'done', 'blocked']);
    const sent = await harness.platform.db
      .tenant(await alfa(harness))
      .many<{ data: { variante?: string } }>(sql`
      select data from notification where subscription_id = ${id} and template = 'N-28' order by id`);
    expect(sent.at(-1)?.data).toMatchObject({ variante: 'concluido' });
  });
});

describe('leaving with only the fee paid (7.5)', () => {
  const FEE = { offer: 'SAUDE-TAX', course: 'GSA', pole: 'SP', type: 'tax' } as const;
  it.each([
    ['2026-01-05T09:00:00-03:00', true, { due: true, amount: 150, legalBasis: 'withdrawal' }],
    ['2026-01-02T09:00:00-03:00', false, { due: false, amount: null, legalBasis: 'contract' }],
  ])('received on %s: within seven days of the fee %s, without an accepted contract', async (...row) => {
    const [receivedAt, withdrawal, refund] = row;
    const { client, id } = await personAt(harness, 'fee', FEE);
    const params = { id };
    const asked = await operations.call('POST /operations/subscriptions/{id}/manual-payments', {
      params,
      body: { purpose: 'tax', amount: 150, reason: 'Paga em dinheiro' },
    });
    const money = async () =>
      (await client.call('GET /candidate/subscriptions/{id}/cancellation', { params })).body;
    const open = { atOnce: false, refund: { due: false, amount: null, legalBasis: null }, paid: [] };
    expect(await money()).toEqual({ ...open, contractAccepted: false });
    await operations.call('POST /operations/manual-payments/{id}/decision', {
      params: { id: asked.body.id },
      body: { decision: 'settled', receivedAt },
    });
    expect(await money()).toEqual({
      ...{ atOnce: false, refund, contractAccepted: false },
      paid: [{ purpose: 'tax', withdrawal }],
    });
    await cancel(client, id, { reason: 'gave-up' });
    const list = await operations.call('GET /operations/cancellations', { query: { state: 'open' } });
    const wish = list.body.data.find(({ subscriptionId }) => subscriptionId === id);
    const confirmed = await operations.call('POST /operations/cancellations/{id}/decision', {
      params: { id: wish?.id ?? 0 },
      body: { decision: 'confirmed' },
    });
    // A decision that mentions no amount refunds nothing, which is rejected within the right of withdrawal.
    expect(confirmed.status).toBe(withdrawal ? 422 : 200);
    if (!withdrawal) expect(confirmed.body).toMatchObject({ state: 'confirmed', status: 13 });
  });
});

describe('ended, reinstated and blocked by operations', () => {
  it('disqualifies permanently and reinstates only expired applications', async () => {
    const { client, id } = await newcomer();
    const send = (event: 'reinstated' | 'disqualified') =>
      operations.call('POST /operations/subscriptions/{id}/events', {
        params: { id },
        body: { event, reason: 'Fraude comprovada' },
        headers: { 'idempotency-key': randomUUID() },
      });
    expect((await send('reinstated')).status).toBe(409);
    expect((await send('disqualified')).body).toMatchObject({ status: 9, state: 'disqualified' });
    const retake = await client.call('PUT /candidate/subscriptions/{id}/status', {
      params: { id },
      body: { status: 1 },
    });
    expect(retake.status).toBe(409);
  });

  it('reinstates an application that expired before its payment', async () => {
    const { client, id } = await atPayment();
    const tenantId = await alfa(harness);
    await harness.platform.db.tenant(tenantId).one(sql`
      update subscription set payment_deadline = ${new Date('2026-01-11T00:00:00-03:00')}::timestamptz
      where tenant_id = ${tenantId} and id = ${id} returning id`);
    await harness.platform.jobs.run('payment-deadline');
    expect((await statusOf(client, id)).status).toBe(13);
    const back = await operations.call('POST /operations/subscriptions/{id}/events', {
      params: { id },
      body: { event: 'reinstated', reason: 'Pagamento atrasado' },
    });
    expect(back.body).toMatchObject({ status: 6 });
    expect((await statusOf(client, id)).deadlines.payment).toBe('2026-01-19T23:59:59-03:00');
  });

  it('blocks a person with all active applications and removes the block again', async () => {
    const { client, id, person } = await atPayment();
    const block = await operations.call('POST /operations/blocks', {
      body: { documentType: 'cpf', document: person.cpf, reason: 'Documento falso' },
    });
    expect([block.status, block.body.subscriptions]).toEqual([201, [id]]);
    expect((await statusOf(client, id)).status).toBe(8);
    const refused = await client.call('POST /candidate/subscriptions', {
      headers: { 'x-institution-code': 'CUA01' },
      body: {
        offerId: (await shown(client, id)).offerId,
        ...(await idsOf('BH', 'CCO')),
        schooling: { level: 'high-school' },
      },
    });
    expect([refused.status, (refused.body as never as { code: string }).code]).toEqual([403, 'BLOCKED']);
    const lifted = await operations.call('DELETE /operations/blocks/{id}', {
      params: { id: block.body.id },
    });
    expect(lifted.body).toEqual({ id: block.body.id, subscriptions: [id] });
    expect((await statusOf(client, id)).status).toBe(6);
  });

  it('blocks active applications and the last refused one, not earlier refused ones', async () => {
    const person = inventedPerson(++n);
    const { client, subscriptionId: first } = await personAt(harness, 'failed', { person });
    const second = (await apply(client)).id;
    expect(await blockAndLift(person)).toEqual([[second], [second]]);
    expect((await statusOf(client, second)).status).toBe(1);
    await placeAt(harness, second, 9);
    expect(await blockAndLift(person)).toEqual([[second], [second]]);
    expect([(await statusOf(client, first)).status, (await statusOf(client, second)).status]).toEqual([9, 9]);
  });

  it('returns a cancellation request to its former status, also after a block and its removal', async () => {
    const { client, id, person } = await atPayment();
    await pay(client, id);
    await cancel(client, id, { reason: 'gave-up' });
    expect(await blockAndLift(person)).toEqual([[id], [id]]);
    expect((await statusOf(client, id)).status).toBe(12);
    const back = await client.call('DELETE /candidate/subscriptions/{id}/cancellation', { params: { id } });
    expect(back.body).toEqual({ status: 5 });

    await cancel(client, id, { reason: 'gave-up' });
    expect(await blockAndLift(person)).toEqual([[id], [id]]);
    expect(await blockAndLift(person)).toEqual([[id], [id]]);
    harness.clock.set(new Date('2026-03-02T10:00:00-03:00'));
    const list = await operations.call('GET /operations/cancellations', { query: { state: 'open' } });
    const wish = list.body.data.find(({ subscriptionId }) => subscriptionId === id);
    const denied = await operations.call('POST /operations/cancellations/{id}/decision', {
      params: { id: wish?.id ?? 0 },
      body: { decision: 'denied', reason: 'As aulas já começaram' },
    });
    harness.clock.set(new Date(T0));
    expect(denied.body).toMatchObject({ state: 'denied', status: 5 });
  });

  it('keeps the steps at the fee while it is being paid at the institution', async () => {
    const { client, id } = await personAt(harness, 'fee', {
      offer: 'SAUDE-TAX',
      course: 'GSA',
      pole: 'SP',
      type: 'tax',
    });
    await operations.call('POST /operations/subscriptions/{id}/manual-payments', {
      params: { id },
      body: { purpose: 'tax', amount: 120, reason: 'Paga em dinheiro' },
    });
    const current = async () =>
      (await client.call('GET /candidate/subscriptions/{id}/steps', { params: { id } })).body.find(
        ({ state }) => state === 'current',
      )?.code;
    expect(await current()).toBe('tax');
    expect((await cancel(client, id, { reason: 'gave-up' })).body.status).toBe(12);
    const back = await client.call('DELETE /candidate/subscriptions/{id}/cancellation', { params: { id } });
    expect([back.body.status, await current()]).toEqual([11, 'tax']);
  });

  it('does not block enrolled applications', async () => {
    const { id, person } = await atPayment();
    await placeAt(harness, id, 7);
    const block = await operations.call('POST /operations/blocks', {
      body: { documentType: 'cpf', document: person.cpf, reason: 'Documento falso' },
    });
    expect(block.body.subscriptions).toEqual([]);
  });
});
