import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  decideApproval as decide,
  setForTenant,
  showApproval as show,
  waitingOf,
  withdrawApproval as withdraw,
} from '../../testing/approving.ts';
import { type Client, type Harness, startHarness, T0 } from '../../testing/harness.ts';
import { type Node, secondNode } from '../../testing/many-people.ts';
import { paying } from '../../testing/paying.ts';
import { personAt } from '../../testing/person-at.ts';
import { strongStaff } from '../../testing/staff.ts';

/** Two people and the expiry of a request, simultaneously on two nodes (spec 25.23). */
let harness: Harness;
let node: Node;
let tenantId: number;
let ivo: Client;
let approvers: [Client, Client];
let money: ReturnType<typeof paying>;
const FIN = [{ role: 'financeiro' as const }];
const ROUNDS = 12;

beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  node = await secondNode(harness, () => undefined);
  money = paying(harness);
  const asker = await strongStaff(harness, 'Ivo Financeiro', FIN);
  ({ client: ivo, tenantId } = asker);
  const julia = await strongStaff(harness, 'Júlia Financeiro', FIN);
  const lia = await strongStaff(harness, 'Lia Gestão', [{ role: 'gestao' }]);
  approvers = [julia.client, node.client(lia)];
}, 120_000);
afterAll(async () => {
  await node?.stop();
  await harness?.stop();
});

/** Payment of an applicant received at the institution: its refund only needs to be recorded. */
async function received(amount: number): Promise<number> {
  const who = await personAt(harness, 'payment');
  const { body } = await money.pay(who);
  await harness.platform.db.tenant(tenantId).many(sql`
    update payment set method = 'manual', state = 'paid', amount_cents = ${amount * 100}::bigint,
      received_cents = ${amount * 100}::bigint, paid_at = created_at
    where tenant_id = ${tenantId} and id = ${body.paymentId} returning id`);
  return body.paymentId;
}
const refund = (client: Client, id: number, amount: number) =>
  client.call('POST /operations/payments/{id}/refund', {
    params: { id },
    body: { amount, reason: 'Pago a mais.', outside: true },
  });
const backOf = async (id: number): Promise<number> => {
  const row = await harness.platform.db.tenant(tenantId).one<{ cents: number }>(sql`
    select coalesce(sum(amount_cents), 0)::int as cents from refund
    where tenant_id = ${tenantId} and payment_id = ${id} and state <> 'failed'`);
  return (row?.cents ?? 0) / 100;
};

it('six refunds of 100,00 at a limit of 500,00: five are paid back, one waits', async () => {
  await setForTenant(harness, tenantId, 'RefundSecondPersonAbove', 500);
  for (let round = 0; round < 3; round++) {
    const id = await received(1000);
    const clients = [ivo, ...approvers.slice(0, 1)];
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, at) => refund(clients[at % clients.length] ?? ivo, id, 100)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 202]);
    expect(await backOf(id)).toBe(500);
    const waits = waitingOf(answers.find(({ status }) => status === 202) ?? { status: 0, body: {} });
    expect((await refund(ivo, id, 1)).body.code).toBe('APPROVAL_PENDING');
    const [, lia] = approvers;
    expect((await decide(lia, waits.id)).body.state).toBe('approved');
    expect(await backOf(id)).toBe(600);
  }
}, 120_000);

it('two approvals at once: it is done once, and the second approver learns that it is over', async () => {
  await setForTenant(harness, tenantId, 'RefundSecondPersonAbove', 300);
  for (let round = 0; round < ROUNDS; round++) {
    const id = await received(360);
    const waits = waitingOf(await refund(ivo, id, 360));
    const answers = await Promise.all(approvers.map((client) => decide(client, waits.id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
    expect(await backOf(id)).toBe(360);
  }
}, 120_000);

it('approved, withdrawn, refused and expired at once: one of these wins, and money is paid back only if approved', async () => {
  const outcomes = new Set<string>();
  const [julia, lia] = approvers;
  const end = new Date('2026-01-15T10:00:00-03:00');
  for (let round = 0; round < ROUNDS; round++) {
    harness.clock.set(new Date(T0));
    const id = await received(360);
    const waits = waitingOf(await refund(ivo, id, 360));
    const acts: (() => Promise<{ status: number }>)[] = [
      () => decide(julia, waits.id),
      () => withdraw(ivo, waits.id),
      () => decide(lia, waits.id, 'refused', 'Não'),
      async () => {
        // The clock jumps past the expiry while the others act.
        if (round % 2 === 0) harness.clock.set(end);
        return { status: (await harness.platform.jobs.run('approval-expiry')) ? 200 : 410 };
      },
    ];
    const turned = [...acts.slice(round % acts.length), ...acts.slice(0, round % acts.length)];
    const answers = await Promise.all(turned.map((act) => act()));
    const { state } = await show(ivo, waits.id);
    outcomes.add(state);
    expect(['approved', 'withdrawn', 'refused', 'expired']).toContain(state);
    const done = answers.filter(({ status }) => status < 300).length;
    // The job skips a row locked by somebody who is then refused: it ends with the next run, and counts as over until then.
    if (state === 'expired') expect(done, JSON.stringify(answers)).toBeLessThanOrEqual(1);
    else expect(done, JSON.stringify([state, answers])).toBe(1);
    await harness.platform.jobs.run('approval-expiry');
    expect((await show(ivo, waits.id)).state).toBe(state);
    expect(await backOf(id)).toBe(state === 'approved' ? 360 : 0);
  }
  harness.clock.set(new Date(T0));
  expect(outcomes.size).toBeGreaterThan(1);
}, 120_000);

it('requested by two people at once: one request waits', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const id = await received(360);
    const answers = await Promise.all([refund(ivo, id, 360), refund(approvers[0], id, 350)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
    expect(await backOf(id)).toBe(0);
  }
}, 120_000);

it("a role that ends while its holder's request is approved: the request is withdrawn or done, never both", async () => {
  const [julia] = approvers;
  const administration = harness.operationsOf('alfa');
  for (let round = 0; round < ROUNDS / 2; round++) {
    const gil = await strongStaff(harness, `Gil ${round}`, FIN);
    const id = await received(360);
    const waits = waitingOf(await refund(gil.client, id, 360));
    const [approved, changed] = await Promise.all([
      decide(julia, waits.id),
      administration.call('PUT /operations/staff/{staffId}/grants', {
        params: { staffId: gil.staffId },
        body: { grants: [{ role: 'banca' }] },
      }),
    ]);
    expect(changed.status).toBe(200);
    const { state } = await show(julia, waits.id);
    expect(['approved', 'withdrawn', 'failed']).toContain(state);
    expect(approved.status).toBe(state === 'withdrawn' ? 410 : 200);
    expect(await backOf(id)).toBe(state === 'approved' ? 360 : 0);
  }
}, 120_000);
