// Longer than other files: every act that needs a second person is requested, approved and refused by the same people.
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Approval,
  decideApproval as decide,
  setForTenant,
  showApproval as show,
  waitingOf,
} from '../../testing/approving.ts';
import type { Enrolling } from '../../testing/enrolling.ts';
import { withoutTrace } from '../../testing/fingerprint.ts';
import { type Client, type Harness, startHarness, T0 } from '../../testing/harness.ts';
import { signUp } from '../../testing/journey.ts';
import { paying } from '../../testing/paying.ts';
import { inventedPerson } from '../../testing/people.ts';
import { personAt } from '../../testing/person-at.ts';
import { versionOf } from '../../testing/seen-version.ts';
import { strongStaff } from '../../testing/staff.ts';
import { until } from '../../testing/until.ts';
import { ANONYMOUS_NAME } from '../person/personal-data.ts';

let harness: Harness;
let tenantId: number;
type Colleague = Awaited<ReturnType<typeof strongStaff>>;
let ana: Colleague;
let lia: Colleague;
let ivo: Colleague;
let julia: Colleague;
const ADM = [{ role: 'administracao' as const }];

beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  ana = await strongStaff(harness, 'Ana Administração', ADM);
  ({ tenantId } = ana);
  // The people of the demo are not administrators in this test.
  await harness.platform.db.tenant(tenantId).many(sql`
    update staff set state = 'disabled' where tenant_id = ${tenantId} and id <> ${ana.staffId} returning id`);
  ivo = await strongStaff(harness, 'Ivo Financeiro', [{ role: 'financeiro' }]);
  julia = await strongStaff(harness, 'Júlia Financeiro', [{ role: 'financeiro' }]);
});
afterAll(() => harness?.stop());
beforeEach(() => harness.clock.set(new Date(T0)));

const on = () => harness.platform.db.tenant(tenantId);
let crowd = 0;
const invite = (
  client: Client,
  role: 'financeiro' | 'gestao' | 'banca' | 'secretaria',
  email = `nova${++crowd}@equipe.test`,
) =>
  client.call('POST /operations/staff/invites', {
    body: { name: 'Nova Pessoa', email, grants: [{ role }] },
  });
const byEmail = async (email: string) =>
  (await harness.operations.call('GET /operations/staff', { query: { q: email } })).body.data[0];
const grant = (client: Client, staffId: number, role: 'financeiro' | 'gestao' | 'banca') =>
  client.call('PUT /operations/staff/{staffId}/grants', {
    params: { staffId },
    body: { grants: [{ role }] },
  });

describe('roles', () => {
  it('S36: wait a day and notify the whole team while there is no other administrator', async () => {
    const email = 'sozinha@equipe.test';
    const waits = waitingOf(await invite(ana.client, 'secretaria', email));
    expect(waits).toMatchObject({ aloneAt: '2026-01-13T10:00:00-03:00', mine: true, mayDecide: false });
    await harness.platform.jobs.run('outbox');
    for (const { email: to } of [ana, ivo, julia]) {
      const { body } = await harness.operations.call('GET /operations/simulator/outbox', { query: { to } });
      const [mail] = body.filter(({ template }) => template === 'NE-12');
      expect(mail?.text, to).toContain('Quem pediu: Ana Administração.');
      expect(mail?.text).toContain('será feito em 13/01/2026');
    }
    expect((await decide(ana.client, waits.id)).body.code).toBe('OWN_APPROVAL');
    harness.clock.set(new Date(Date.parse(T0) + 23.9 * 3_600_000));
    await harness.platform.jobs.run('approval-expiry');
    expect(await byEmail(email)).toBeUndefined();
    harness.clock.set(new Date(Date.parse(T0) + 24 * 3_600_000));
    await harness.platform.jobs.run('approval-expiry');
    expect(await byEmail(email)).toMatchObject({ state: 'invited', grants: [{ role: 'secretaria' }] });
    expect(await show(ana.client, waits.id)).toMatchObject({ state: 'approved', decidedBy: null });
    const audit = await harness.operationsOf('alfa').call('GET /operations/audit', {
      query: { subject: `/orbita/api/operations/approvals/${waits.id}` },
    });
    expect(audit.body.data.map(({ operator }) => operator)).toContain(
      'Ana Administração, sem segunda pessoa',
    );
    // It is done once, however often the job runs.
    await harness.platform.jobs.run('approval-expiry');
    const [rows] = await on().many<{ count: number }>(sql`
      select count(*)::int as count from staff_invite i join staff s on s.tenant_id = i.tenant_id and s.id = i.staff_id
      where i.tenant_id = ${tenantId} and s.email = ${email}`);
    expect(rows?.count).toBe(1);
  });

  it('S36: requested by the only administrator wait for one who joins meanwhile', async () => {
    const email = 'depois-dela@equipe.test';
    const waits = waitingOf(await invite(ana.client, 'secretaria', email));
    lia = await strongStaff(harness, 'Lia Administração', ADM);
    harness.clock.set(new Date(Date.parse(T0) + 25 * 3_600_000));
    await harness.platform.jobs.run('approval-expiry');
    expect(await byEmail(email)).toBeUndefined();
    expect(await show(lia.client, waits.id)).toMatchObject({
      state: 'waiting',
      aloneAt: null,
      mayDecide: true,
    });
    expect((await decide(lia.client, waits.id, 'refused', 'Não conheço.')).body.state).toBe('refused');
  });

  it('K10: given by invite wait for a second administrator, and then the invite is sent', async () => {
    const email = 'fabio@equipe.test';
    const answer = await invite(ana.client, 'financeiro', email);
    const waits = waitingOf(answer);
    expect(waits).toMatchObject({
      kind: 'grant',
      subject: { kind: 'staff', id: null },
      institutions: null,
      summary: 'Convidar uma pessoa para a equipe',
      amount: null,
      reason: null,
    });
    expect(await byEmail(email)).toBeUndefined();
    await withoutTrace(harness, async () => {
      expect((await invite(ana.client, 'gestao', 'FABIO@equipe.test')).body.code).toBe('APPROVAL_PENDING');
      expect((await decide(ana.client, waits.id)).body.code).toBe('OWN_APPROVAL');
      expect((await decide(ivo.client, waits.id)).status).toBe(404);
    });
    const done = await decide(lia.client, waits.id);
    expect(done.body, JSON.stringify(done.body)).toMatchObject({ state: 'approved', failure: null });
    expect(await byEmail(email)).toMatchObject({
      state: 'invited',
      grants: [{ role: 'financeiro', source: 'manual' }],
    });
    const sent = await harness.operations.call('GET /operations/simulator/outbox', { query: { to: email } });
    expect(sent.body[0]?.text).toMatch(
      /Ana Administração, com aprovação de Lia Administração[\s\S]*convite#/,
    );
    const [row] = await on().many<{ granted_by: string }>(sql`
      select g.granted_by from staff_grant g join staff s on s.tenant_id = g.tenant_id and s.id = g.staff_id
      where g.tenant_id = ${tenantId} and s.email = ${email}`);
    expect(row?.granted_by).toBe('equipe / Ana Administração, com aprovação de Lia Administração');
  });

  it('that the giver also holds, or that were held before, need no approval; tokens are not held back', async () => {
    const both = await strongStaff(harness, 'Bia Banca', [{ role: 'banca' }, ...ADM]);
    expect((await invite(both.client, 'banca')).status).toBe(201);
    expect(waitingOf(await invite(ana.client, 'banca')).state).toBe('waiting');
    const known = await byEmail('fabio@equipe.test');
    expect((await grant(ana.client, known?.staffId ?? 0, 'financeiro')).status).toBe(200);
    expect((await invite(harness.operationsOf('alfa'), 'gestao')).status).toBe(201);
  });

  it('of a team member wait, fail if they changed meanwhile, and cannot be approved by that member', async () => {
    const gil = await strongStaff(harness, 'Gil Banca', [{ role: 'banca' }]);
    const first = waitingOf(await grant(ana.client, gil.staffId, 'gestao'));
    expect(first).toMatchObject({
      subject: { kind: 'staff', id: gil.staffId },
      summary: 'Mudar as funções de uma pessoa da equipe',
    });
    await harness.operationsOf('alfa').call('PUT /operations/staff/{staffId}/grants', {
      params: { staffId: gil.staffId },
      body: { grants: [{ role: 'secretaria' }] },
    });
    expect((await decide(lia.client, first.id)).body).toMatchObject({
      state: 'failed',
      failure: 'Este item mudou enquanto você olhava. Confira de novo antes de decidir.',
    });
    const mia = await strongStaff(harness, 'Mia Administração', ADM);
    const second = waitingOf(await grant(ana.client, mia.staffId, 'financeiro'));
    expect((await decide(mia.client, second.id)).body.code).toBe('OWN_GRANT');
    expect((await show(mia.client, second.id)).mayDecide).toBe(false);
    expect((await decide(lia.client, second.id)).body.state).toBe('approved');
    const { body } = await harness.operations.call('GET /operations/staff/{staffId}', {
      params: { staffId: mia.staffId },
    });
    expect(body.grants.map(({ role }) => role)).toEqual(['financeiro']);
    // What she requested earlier as an administrator would be withdrawn now; she no longer is one.
    expect((await invite(mia.client, 'banca')).status).toBe(403);
  });

  it('requested by somebody who is no longer an administrator are not given', async () => {
    const noa = await strongStaff(harness, 'Noa Administração', ADM);
    const waits = waitingOf(await invite(noa.client, 'gestao', 'depois@equipe.test'));
    // As another node would leave it between the end of the role and the withdrawal.
    await on().many(sql`
      update staff_grant set ended_at = now(), ended_by = 'x' where tenant_id = ${tenantId}
        and staff_id = ${noa.staffId} returning id`);
    expect((await decide(lia.client, waits.id)).body).toMatchObject({
      state: 'failed',
      failure: 'Quem pediu não tem mais a função para isso.',
    });
    expect(await byEmail('depois@equipe.test')).toBeUndefined();
  });

  it('whose invite cannot be sent are shown as failed', async () => {
    const waits = waitingOf(await invite(ana.client, 'gestao', 'sem-correio@equipe.test'));
    const { send } = harness.platform.ports.mail;
    harness.platform.ports.mail.send = () => Promise.reject(new Error('down'));
    try {
      const { status, body } = await decide(lia.client, waits.id);
      expect([status, body]).toMatchObject([
        200,
        { state: 'failed', failure: 'Falha ao enviar o convite. Tente de novo.' },
      ]);
    } finally {
      harness.platform.ports.mail.send = send;
    }
  });
});

describe('K10: a service token', () => {
  let tia: Colleague;
  beforeAll(async () => {
    const roles = ['financeiro', 'coordenacao'] as const;
    tia = await strongStaff(harness, 'Tia Administração', [...ADM, ...roles.map((role) => ({ role }))]);
  });
  const make = (client: Client, scopes: string[], name = `Token ${++crowd}`) =>
    client.call('POST /operations/tokens', {
      body: {
        name,
        tenant: 'alfa',
        scopes: scopes as ['documents.read'],
        expiresAt: '2026-12-31T10:00:00-03:00',
      },
    });
  const secretOf = (client: Client, id: number) =>
    client.call('POST /operations/approvals/{id}/token', { params: { id } });
  const uses = async (token: string) => {
    const client = harness.visitor('operations.test');
    client.headers = { authorization: `Bearer ${token}` };
    return (
      await client.call('POST /operations/payments/{id}/refund', {
        params: { id: 1 },
        body: { amount: 1, reason: 'x' },
      })
    ).status;
  };

  it('that moves money waits, and shows its secret once, to the person who requested it', async () => {
    expect((await make(tia.client, ['documents.read'])).status).toBe(201);
    const waits = waitingOf(await make(tia.client, ['payments.refund'], 'Financeiro'));
    expect(waits).toMatchObject({ kind: 'token', summary: 'Criar um token de serviço' });
    expect((await make(tia.client, ['payments'], 'Financeiro')).body.code).toBe('APPROVAL_PENDING');
    expect((await secretOf(tia.client, waits.id)).status).toBe(410);
    expect((await decide(ivo.client, waits.id)).status).toBe(404);
    expect((await decide(lia.client, waits.id)).body).toMatchObject({
      state: 'approved',
      mayShowToken: false,
    });
    expect((await show(tia.client, waits.id)).mayShowToken).toBe(true);
    expect((await secretOf(lia.client, waits.id)).status).toBe(404);
    const shown = await secretOf(tia.client, waits.id);
    expect([shown.status, shown.body]).toMatchObject([
      201,
      { name: 'Financeiro', scopes: ['payments.refund'] },
    ]);
    expect(await uses(shown.body.token)).toBe(404);
    expect(await uses(`${shown.body.token}x`)).toBe(401);
    expect((await secretOf(tia.client, waits.id)).status).toBe(410);
    expect((await show(tia.client, waits.id)).mayShowToken).toBe(false);
  });

  it.each([['payments'], ['privacy'], ['privacy.erase'], ['essays']])('with %s waits', async (scope) => {
    expect(waitingOf(await make(tia.client, [scope])).state).toBe('waiting');
  });

  it.each([['platform'], ['test'], ['staff'], ['staff.manage'], ['tokens']])(
    'with %s cannot be created by the team, and none may last more than a year',
    async (scope) => {
      const answer = await make(ana.client, [scope]);
      expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([403, 'scopes.0']);
      const long = await ana.client.call('POST /operations/tokens', {
        body: { name: 'Longo', tenant: 'alfa', scopes: ['messages'], expiresAt: '2027-01-20T10:00:00-03:00' },
      });
      expect(long.status).toBe(422);
    },
  );
});

describe('K10: an erasure', () => {
  const asked = async () => {
    const client = harness.visitor();
    const { uuid, personId } = await signUp(client, inventedPerson(900 + ++crowd));
    const { body } = await client.call('POST /candidate/users/{uuid}/privacy-requests', {
      params: { uuid },
      body: { kind: 'deletion' },
    });
    return { id: body.id, personId };
  };
  const conclude = (client: Client, id: number) =>
    client.call('POST /operations/privacy-requests/{id}/decision', {
      params: { id },
      body: { decision: 'concluded' },
    });
  const nameOf = async (personId: number) =>
    (
      await on().one<{ name: string }>(sql`
      select name from person where tenant_id = ${tenantId} and id = ${personId}`)
    )?.name;

  it('waits for another person with the permission, and is done once', async () => {
    const { id, personId } = await asked();
    const waits = waitingOf(await conclude(ana.client, id));
    expect(waits).toMatchObject({
      kind: 'erasure',
      subject: { kind: 'privacy-request', id },
      summary: `Apagar os dados de quem fez o pedido ${id}`,
    });
    expect((await conclude(lia.client, id)).body.code).toBe('APPROVAL_PENDING');
    expect((await decide(ana.client, waits.id)).body.code).toBe('OWN_APPROVAL');
    expect((await decide(ivo.client, waits.id)).status).toBe(404);
    expect(await nameOf(personId)).not.toBe(ANONYMOUS_NAME);
    const gestao = await strongStaff(harness, 'Lia Gestão', [{ role: 'gestao' }]);
    expect((await decide(gestao.client, waits.id)).body).toMatchObject({ state: 'approved', failure: null });
    expect(await nameOf(personId)).toBe(ANONYMOUS_NAME);
    const [request] = await on().many<{ state: string; answered_by: string }>(sql`
      select state, answered_by from privacy_request where tenant_id = ${tenantId} and id = ${id}`);
    expect(request).toEqual({
      state: 'concluded',
      answered_by: 'equipe / Ana Administração, com aprovação de Lia Gestão',
    });
    expect((await conclude(ana.client, id)).body.code).toBe('STATE_CONFLICT');
  });

  it('cannot be requested while an application is active, and fails where one began since', async () => {
    const { id, personId } = await asked();
    const who = await personAt(harness, 'payment');
    const adopt = (person: number) =>
      on().many(sql`
        update subscription set person_id = ${person} where tenant_id = ${tenantId} and id = ${who.id} returning id`);
    await adopt(personId);
    expect((await conclude(ana.client, id)).body).toMatchObject({
      code: 'STATE_CONFLICT',
      message: 'Cancele antes as inscrições em andamento.',
    });
    await adopt(who.personId);
    const waits = waitingOf(await conclude(ana.client, id));
    await adopt(personId);
    expect((await decide(lia.client, waits.id)).body).toMatchObject({
      state: 'failed',
      failure: 'Cancele antes as inscrições em andamento.',
    });
    expect(await nameOf(personId)).not.toBe(ANONYMOUS_NAME);
  });
});

describe('money received at the institution and refunds on leaving', () => {
  const settle = async (client: Client, { who, id }: { who: Enrolling; id: number }) =>
    client.call('POST /operations/manual-payments/{id}/decision', {
      params: { id },
      body: { decision: 'settled', proof: 'Recibo 12', version: await versionOf(client, who.id) },
    });

  it('a settlement needs two people only above its limit', async () => {
    const operations = harness.operationsOf('alfa');
    const requested = async () => {
      const who = await personAt(harness, 'payment');
      const { body } = await operations.call('POST /operations/subscriptions/{id}/manual-payments', {
        params: { id: who.id },
        body: { purpose: 'enrollment', amount: 440, reason: 'Paga em dinheiro' },
      });
      return { who, id: body.id };
    };
    const free = await requested();
    expect((await settle(ivo.client, free)).status).toBe(200);
    await setForTenant(harness, tenantId, 'ManualSettlementSecondPersonAbove', 400);
    const asked = await requested();
    const { who, id } = asked;
    const waits = waitingOf(await settle(ivo.client, asked));
    expect(waits).toMatchObject({ kind: 'settlement', amount: 440, subscriptionId: who.id });
    expect((await settle(julia.client, asked)).body.code).toBe('APPROVAL_PENDING');
    expect((await decide(julia.client, waits.id)).body).toMatchObject({ state: 'approved', failure: null });
    const [row] = await on().many<{ state: string; proof: string; decided_by: string }>(sql`
      select y.state, m.proof, m.decided_by from payment y
      join manual_payment m on m.tenant_id = y.tenant_id and m.payment_id = y.id
      where y.tenant_id = ${tenantId} and y.id = ${id}`);
    expect(row).toEqual({
      state: 'paid',
      proof: 'Recibo 12',
      decided_by: 'equipe / Ivo Financeiro, com aprovação de Júlia Financeiro',
    });
    const refused = await requested();
    const answer = await ivo.client.call('POST /operations/manual-payments/{id}/decision', {
      params: { id: refused.id },
      body: { decision: 'refused', reason: 'Não veio', version: await versionOf(ivo.client, refused.who.id) },
    });
    expect(answer.status).toBe(200);
  });

  it('K06: a cancellation with a refund is confirmed by two people', async () => {
    const money = paying(harness);
    await setForTenant(harness, tenantId, 'RefundSecondPersonAbove', 300);
    const who = await personAt(harness, 'payment');
    const { body: paid } = await money.pay(who);
    await money.settle(await money.txidOf(who, paid.paymentId));
    await money.paid(who);
    await who.client.call('POST /candidate/subscriptions/{id}/cancellation', {
      params: { id: who.id },
      body: { reason: 'gave-up' },
    });
    const open = await ivo.client.call('GET /operations/cancellations', { query: { state: 'open' } });
    const wish = open.body.data.find(({ subscriptionId }) => subscriptionId === who.id);
    const seen = (
      await ivo.client.call('GET /operations/cancellations/{id}', { params: { id: wish?.id ?? 0 } })
    ).body;
    const confirm = (client: Client, refund = 360) =>
      client.call('POST /operations/cancellations/{id}/decision', {
        params: { id: wish?.id ?? 0 },
        body: { decision: 'confirmed', refund, version: seen.version },
      });
    expect((await confirm(ivo.client, 1)).status).toBe(422);
    const waits: Approval = waitingOf(await confirm(ivo.client));
    expect(waits).toMatchObject({
      kind: 'cancellation',
      subject: { kind: 'cancellation', id: wish?.id },
      amount: 360,
      summary: `Confirmar a saída da inscrição ${who.id} e devolver R$ 360,00`,
    });
    // The pending amount also counts for a refund of the same payment.
    const beside = await ivo.client.call('POST /operations/payments/{id}/refund', {
      params: { id: paid.paymentId },
      body: { amount: 1, reason: 'Troco' },
    });
    const small = waitingOf(beside);
    expect((await decide(julia.client, small.id, 'refused', 'Já está no outro pedido.')).status).toBe(200);
    const lia = await strongStaff(harness, 'Lia Gestão', [{ role: 'gestao' }]);
    expect((await decide(lia.client, waits.id)).body).toMatchObject({ state: 'approved', failure: null });
    const row = await until(
      () =>
        on().one<{ status: number; state: string; decided_by: string; refund: string }>(sql`
          select s.status, c.state, c.decided_by,
            (select r.state from refund r where r.tenant_id = c.tenant_id and r.approval_id = ${waits.id}) as refund
          from cancellation c join subscription s on s.tenant_id = c.tenant_id and s.id = c.subscription_id
          where c.tenant_id = ${tenantId} and c.id = ${wish?.id ?? 0}`),
      (now) => now?.refund === 'done',
    );
    expect(row).toMatchObject({
      status: 13,
      state: 'confirmed',
      decided_by: 'equipe / Ivo Financeiro, com aprovação de Lia Gestão',
    });
  });
});
