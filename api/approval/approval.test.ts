import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  decideApproval as decide,
  setForTenant,
  showApproval as show,
  waitingOf,
  withdrawApproval as withdraw,
} from '../../testing/approving.ts';
import { control, type Enrolling } from '../../testing/enrolling.ts';
import { withoutTrace } from '../../testing/fingerprint.ts';
import { type Client, type Harness, startHarness, T0 } from '../../testing/harness.ts';
import { type Paying, paying } from '../../testing/paying.ts';
import { personAt } from '../../testing/person-at.ts';
import { strongStaff } from '../../testing/staff.ts';
import { enterByProvider, putAccount } from '../../testing/staff-provider.ts';
import { until } from '../../testing/until.ts';
import { lookUpRefunds } from '../payment/returns.ts';

/** The parts of K06 that need no payment screen: two people and money, through API calls (spec 25.24). */
let harness: Harness;
let money: Paying;
let ivo: Awaited<ReturnType<typeof strongStaff>>;
let julia: Awaited<ReturnType<typeof strongStaff>>;
const FIN = [{ role: 'financeiro' as const }];

beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  money = paying(harness);
  ivo = await strongStaff(harness, 'Ivo Financeiro', FIN);
  julia = await strongStaff(harness, 'Júlia Financeiro', FIN);
  await setForTenant(harness, ivo.tenantId, 'RefundSecondPersonAbove', 300);
});
afterAll(() => harness?.stop());
beforeEach(() => harness.clock.set(new Date(T0)));

/** An applicant who has paid 360,00 by Pix. */
async function paidByPix() {
  const who = await personAt(harness, 'payment');
  const { body } = await money.pay(who);
  await money.settle(await money.txidOf(who, body.paymentId));
  await money.paid(who);
  return { who, id: body.paymentId };
}
const refund = (client: Client, id: number, amount: number, key?: string) =>
  client.call('POST /operations/payments/{id}/refund', {
    params: { id },
    body: { amount, reason: 'Pago duas vezes.' },
    ...(key ? { headers: { ...client.headers, 'idempotency-key': key } } : {}),
  });
/** Requests a refund that awaits approval; returns its id. */
const asked = async (client: Client, id: number, amount: number): Promise<number> =>
  waitingOf(await refund(client, id, amount)).id;
const listed = async (client: Client, state: 'waiting' | 'decided' = 'waiting') => {
  const answer = await client.call('GET /operations/approvals', { query: { state, pageSize: 100 } });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data;
};
const refundsOf = async (who: Enrolling, id: number) => {
  const { body } = await harness
    .operationsOf('alfa')
    .call('GET /operations/payments', { query: { subscriptionId: who.id } });
  return body.data.find((one) => one.id === id);
};
const noticesTo = async (email: string) => {
  await harness.platform.jobs.run('outbox');
  const { body } = await harness.operations.call('GET /operations/simulator/outbox', {
    query: { to: email },
  });
  return body.map(({ subject, text }) => `${subject}\n${text}`);
};

describe('K06: a refund above the limit', () => {
  it('waits for another person, is done once on approval, and names both people', async () => {
    const { who, id } = await paidByPix();
    const approval = waitingOf(await refund(ivo.client, id, 360));
    expect(approval).toMatchObject({
      kind: 'refund',
      subject: { kind: 'payment', id },
      subscriptionId: who.id,
      institutions: ['CUA01'],
      summary: `Devolver R$ 360,00 da inscrição ${who.id}`,
      amount: 360,
      reason: 'Pago duas vezes.',
      requestedBy: { staffId: ivo.staffId, name: 'Ivo Financeiro' },
      requestedAt: '2026-01-12T10:00:00-03:00',
      expiresAt: '2026-01-15T10:00:00-03:00',
      state: 'waiting',
      decidedBy: null,
      mine: true,
      mayDecide: false,
    });
    expect((await refundsOf(who, id))?.refunds).toEqual([]);
    await withoutTrace(harness, async () => {
      expect((await refund(ivo.client, id, 10)).body).toMatchObject({
        code: 'APPROVAL_PENDING',
        message: 'Já existe um pedido esperando aprovação para este item.',
      });
      expect((await refund(julia.client, id, 360)).body.code).toBe('APPROVAL_PENDING');
      const own = await decide(ivo.client, approval.id);
      expect([own.status, own.body.code, own.body.message]).toEqual([
        403,
        'OWN_APPROVAL',
        'Quem pediu não pode aprovar.',
      ]);
    });
    expect(await show(julia.client, approval.id)).toMatchObject({ mine: false, mayDecide: true });
    expect((await noticesTo(julia.email)).join()).toContain('Um pedido espera sua aprovação');
    expect((await noticesTo(julia.email)).join()).toContain(`/orbita/equipe/aprovacoes/${approval.id}`);

    const done = await decide(julia.client, approval.id);
    expect(done.status, JSON.stringify(done.body)).toBe(200);
    expect(done.body).toMatchObject({
      state: 'approved',
      decidedBy: { staffId: julia.staffId, name: 'Júlia Financeiro' },
      endedAt: '2026-01-12T10:00:00-03:00',
      failure: null,
    });
    const settled = await until(
      () => refundsOf(who, id),
      (one) => one?.state === 'refunded',
    );
    const both = 'equipe / Ivo Financeiro, com aprovação de Júlia Financeiro';
    expect(settled?.refunds).toMatchObject([
      { amount: 360, state: 'done', reason: 'Pago duas vezes.', requestedBy: both },
    ]);
    const line = await harness.operationsOf('alfa').call('GET /operations/subscriptions/{id}/timeline', {
      params: { id: who.id },
      query: { only: 'staff' },
    });
    expect(line.body.data.find(({ text }) => text.includes('360,00'))).toMatchObject({
      actor: 'staff',
      by: 'Ivo Financeiro, com aprovação de Júlia Financeiro',
    });
    const audit = await harness.operationsOf('alfa').call('GET /operations/audit', {
      query: { subject: `/orbita/api/operations/approvals/${approval.id}` },
    });
    expect(
      audit.body.data.find(({ action, status: code }) => action.startsWith('POST') && code === 200),
    ).toMatchObject({ operator: 'Júlia Financeiro', requestedBy: 'Ivo Financeiro' });
    expect((await noticesTo(ivo.email)).join()).toContain('Seu pedido foi aprovado');
    const over = await decide(julia.client, approval.id);
    expect([over.status, over.body.code]).toEqual([410, 'APPROVAL_OVER']);
    expect((await withdraw(ivo.client, approval.id)).status).toBe(410);
  });

  it('is done once when the bank is down during approval: approving again gives the same answer', async () => {
    const { who, id } = await paidByPix();
    const waits = await asked(ivo.client, id, 360);
    const { hash } = await show(julia.client, waits);
    const press = () =>
      julia.client.call('POST /operations/approvals/{id}/decision', {
        params: { id: waits },
        body: { decision: 'approved', hash },
        headers: { ...julia.client.headers, 'idempotency-key': 'one-press' },
      });
    await control(harness, 'PUT', '/faults', { port: 'pix', mode: 'down' });
    try {
      const first = await press();
      expect(first.status, JSON.stringify(first.body)).toBe(200);
      expect(first.body.state).toBe('approved');
      expect(['requested', 'processing']).toContain(first.body.refundState);
      expect((await press()).body).toEqual(first.body);
    } finally {
      await control(harness, 'PUT', '/faults', { port: 'pix', mode: 'ok' });
    }
    await lookUpRefunds(harness.platform, ivo.tenantId, { paymentId: id });
    const settled = await until(
      () => refundsOf(who, id),
      (one) => one?.state === 'refunded',
    );
    expect(settled?.refunds.map(({ amount, state }) => [amount, state])).toEqual([[360, 'done']]);
    expect((await show(julia.client, waits)).refundState).toBe('done');
  });

  it('in parts waits from the part that exceeds it; tokens are not held back', async () => {
    const { who, id } = await paidByPix();
    for (const amount of [100, 100, 100]) expect((await refund(ivo.client, id, amount)).status).toBe(200);
    const waits = await asked(ivo.client, id, 10);
    // An external system refunds the rest in the meantime.
    const byToken = await harness.operationsOf('alfa').call('POST /operations/payments/{id}/refund', {
      params: { id },
      body: { amount: 55, reason: 'Sistema' },
    });
    expect(byToken.status).toBe(200);
    const before = await refundsOf(who, id);
    const failed = await decide(julia.client, waits);
    expect(failed.body).toMatchObject({
      state: 'failed',
      failure: 'Restam só R$ 5,00 para devolver.',
      decidedBy: { name: 'Júlia Financeiro' },
      refundState: null,
    });
    expect((await refundsOf(who, id))?.refunds.length).toBe(before?.refunds.length);
    expect((await noticesTo(ivo.email)).join()).toContain('Restam só R$ 5,00 para devolver.');
  });

  it('can be refused with a reason, and withdrawn only by its requester', async () => {
    const { who, id } = await paidByPix();
    const first = await asked(ivo.client, id, 360);
    expect((await decide(julia.client, first, 'refused')).status).toBe(422);
    const refused = await decide(julia.client, first, 'refused', 'Já foi devolvido no balcão.');
    expect(refused.body).toMatchObject({
      state: 'refused',
      decisionReason: 'Já foi devolvido no balcão.',
      decidedBy: { name: 'Júlia Financeiro' },
    });
    expect((await noticesTo(ivo.email)).join()).toContain('Já foi devolvido no balcão.');
    const second = await asked(ivo.client, id, 360);
    expect((await withdraw(julia.client, second)).status).toBe(404);
    expect((await withdraw(ivo.client, second)).status).toBe(204);
    expect((await show(ivo.client, second)).state).toBe('withdrawn');
    expect((await decide(julia.client, second)).status).toBe(410);
    expect((await refundsOf(who, id))?.refunds).toEqual([]);
  });

  it('expires after 72 hours, even before the job runs, and then another one can be requested', async () => {
    const { id } = await paidByPix();
    const first = await asked(ivo.client, id, 360);
    harness.clock.set(new Date('2026-01-15T09:59:59-03:00'));
    await harness.platform.jobs.run('approval-expiry');
    expect((await show(julia.client, first)).mayDecide).toBe(true);
    harness.clock.set(new Date('2026-01-15T10:00:00-03:00'));
    expect(await show(julia.client, first)).toMatchObject({ state: 'expired', mayDecide: false });
    expect((await listed(julia.client)).map((one) => one.id)).not.toContain(first);
    expect((await decide(julia.client, first)).body.code).toBe('APPROVAL_OVER');
    expect((await withdraw(ivo.client, first)).body.code).toBe('APPROVAL_OVER');
    const second = await asked(ivo.client, id, 360);
    await harness.platform.jobs.run('approval-expiry');
    expect((await show(ivo.client, first)).state).toBe('expired');
    expect((await show(ivo.client, second)).state).toBe('waiting');
    expect((await noticesTo(ivo.email)).join()).toContain('Seu pedido foi encerrado sem aprovação');
    await withdraw(ivo.client, second);
  });

  it('requested twice with the same key is one request', async () => {
    const { id } = await paidByPix();
    const [one, other] = [
      await refund(ivo.client, id, 360, 'a-key'),
      await refund(ivo.client, id, 360, 'a-key'),
    ];
    expect([one.status, other.status]).toEqual([202, 202]);
    expect(other.body).toEqual(one.body);
  });
});

describe('a request', () => {
  it('is visible only to its requester and to possible approvers, within its institution', async () => {
    const { id } = await paidByPix();
    const waits = await asked(ivo.client, id, 360);
    const other = [{ role: 'gestao' as const, institutions: ['EPA01'] }];
    const lia = await strongStaff(harness, 'Lia de Outra', other);
    const clara = await strongStaff(harness, 'Clara Secretaria', [{ role: 'secretaria' }]);
    const ana = await strongStaff(harness, 'Ana Administração', [{ role: 'administracao' }]);
    const beto = await strongStaff(harness, 'Beto de Beta', FIN, 'beta');
    await withoutTrace(harness, async () => {
      for (const { client } of [lia, ana, beto]) {
        expect((await client.call('GET /operations/approvals/{id}', { params: { id: waits } })).status).toBe(
          404,
        );
        expect((await decide(client, waits)).status).toBe(404);
        expect((await listed(client)).map((one) => one.id)).not.toContain(waits);
      }
      expect((await decide(clara.client, waits)).status).toBe(403);
      const token = harness.operationsOf('alfa');
      expect((await decide(token, waits)).status).toBe(403);
      expect((await withdraw(token, waits)).status).toBe(403);
    });
    expect((await listed(julia.client)).map((one) => one.id)).toContain(waits);
    const counts = async (client: Client) =>
      (await client.call('GET /operations/queues')).body.queues.find(({ queue }) => queue === 'approvals');
    expect((await counts(julia.client))?.count).toBeGreaterThan(0);
    expect((await counts(lia.client))?.count).toBe(0);
    expect(await counts(clara.client)).toBeUndefined();
    const before = (await counts(ivo.client))?.count ?? 0;
    const after = await counts(julia.client);
    expect(before).toBeLessThan(after?.count ?? 0);
    harness.clock.set(new Date('2026-01-13T10:00:00-03:00'));
    expect(await counts(julia.client)).toMatchObject({ late: 0, atRisk: after?.count });
  });

  it('is withdrawn when its requester loses the role, directly or with the access', async () => {
    const gil = await strongStaff(harness, 'Gil Financeiro', FIN);
    const administration = harness.operationsOf('alfa');
    const { id } = await paidByPix();
    const first = await asked(gil.client, id, 360);
    const params = { staffId: gil.staffId };
    const grant = (role: 'financeiro' | 'secretaria') =>
      administration.call('PUT /operations/staff/{staffId}/grants', { params, body: { grants: [{ role }] } });
    await grant('financeiro');
    expect((await show(julia.client, first)).state).toBe('waiting');
    await grant('secretaria');
    expect((await show(julia.client, first)).state).toBe('withdrawn');
    await grant('financeiro');
    const second = await asked(gil.client, id, 360);
    await administration.call('POST /operations/staff/{staffId}/state', {
      params,
      body: { state: 'disabled', reason: 'Saiu' },
    });
    expect((await show(julia.client, second)).state).toBe('withdrawn');
  });

  it('is withdrawn with the SSO group that gave its requester the role', async () => {
    await putAccount(harness, 'fin-da-conta', { groups: ['fin', 'sec-cua'] });
    const { client } = await enterByProvider(harness, 'fin-da-conta');
    const { id } = await paidByPix();
    const request = await asked(client, id, 360);
    expect((await show(julia.client, request)).state).toBe('waiting');
    await putAccount(harness, 'fin-da-conta', { groups: ['sec-cua'] });
    harness.clock.set(new Date(new Date(T0).getTime() + 61 * 60_000));
    await harness.platform.db.tenant(ivo.tenantId).many(sql`
      update staff_session set last_input_at = ${harness.clock.now()}::timestamptz
      where tenant_id = ${ivo.tenantId} and revoked_at is null returning id`);
    await harness.platform.jobs.run('staff-recheck');
    const after = await strongStaff(harness, 'Rita Financeiro', FIN);
    expect((await show(after.client, request)).state).toBe('withdrawn');
  });
});
