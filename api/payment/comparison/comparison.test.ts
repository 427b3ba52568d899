import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Response } from '../../../testing/client.ts';
import { control, type Enrolling } from '../../../testing/enrolling.ts';
import { type Client, type Harness, startHarness } from '../../../testing/harness.ts';
import { type Paying, paying } from '../../../testing/paying.ts';
import { personAt } from '../../../testing/person-at.ts';
import { until } from '../../../testing/until.ts';

let harness: Harness;
let operations: Client;
let money: Paying;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  operations = harness.operationsOf('alfa');
  money = paying(harness);
});
afterAll(() => harness?.stop());

const on = (who: Enrolling) => harness.platform.db.tenant(who.tenantId);
const read = async (id: number) =>
  (await operations.call('GET /operations/reconciliations/{id}', { params: { id } })).body;
type Report = Awaited<ReturnType<typeof read>>;

/** Runs a comparison with a provider now; returns the report once it is done or failed. */
async function compare(provider: 'pix' | 'inter' | 'cielo' | 'pagarme' = 'pix'): Promise<Report> {
  const asked = await operations.call('POST /operations/reconciliations', {
    body: { institution: 'CUA01', provider },
  });
  expect(asked.status).toBe(202);
  await harness.platform.jobs.run('comparison');
  const id = asked.body[0]?.id ?? 0;
  return until(
    () => read(id),
    (report) => report.state === 'done' || report.state === 'failed',
  );
}
const about = (report: Report, paymentId: number) =>
  report.differences.filter((one) => one.paymentId === paymentId);
const marksOf = async (who: Enrolling) => (await money.stored(who))?.attention;

/** An applicant with an open Pix charge at the bank. */
async function charged() {
  const who = await personAt(harness, 'payment');
  const { paymentId } = (await money.pay(who)).body;
  return { who, paymentId, txid: await money.txidOf(who, paymentId) };
}
async function paid() {
  const one = await charged();
  await money.settle(one.txid);
  await money.paid(one.who);
  return one;
}
/** Falsifies the amount in our books. */
const setAsked = (who: Enrolling, paymentId: number, cents: number) =>
  on(who).many(sql`
    update payment set amount_cents = ${cents}::bigint
    where tenant_id = ${who.tenantId} and id = ${paymentId} returning id`);
const refused = ({ status, body }: Response) => [status, (body as { code?: string }).code];

describe("R6 comparing a bank's books with ours", () => {
  it('finds a payment nobody reported, applies it, and moves the application on', async () => {
    const { who, paymentId, txid } = await charged();
    const unmute = await money.muteBank();
    await money.settle(txid);
    await unmute();
    expect(await money.stored(who)).toMatchObject({ is_paid: false });
    const report = await compare();
    expect(report).toMatchObject({ state: 'done', provider: 'pix', institution: 'CUA01', nightly: false });
    expect(about(report, paymentId)).toMatchObject([
      {
        kind: 'other-state',
        state: 'applied',
        ours: { stage: 'open', received: 0 },
        theirs: { stage: 'paid', received: 360 },
      },
    ]);
    expect(await money.stored(who)).toMatchObject({ is_paid: true, status: 5, attention: [], confirmed: 1 });
    expect(about(await compare(), paymentId)).toEqual([]);
  });

  it('reports nothing where both agree: open, paid, ended and refunded', async () => {
    const open = await charged();
    const whole = await paid();
    const ended = await charged();
    const removed = await ended.who.client.call('DELETE /candidate/payments/{paymentId}', {
      params: { paymentId: ended.paymentId },
    });
    expect(removed.status).toBe(204);
    const [part, returned] = [await paid(), await paid()];
    for (const [{ paymentId: id }, amount] of [
      [part, 10],
      [returned, 360],
    ] as const) {
      const params = { id };
      const body = { amount, reason: 'x' };
      const refund = await operations.call('POST /operations/payments/{id}/refund', { params, body });
      expect(refund.status).toBe(200);
    }
    const all = [open, whole, ended, part, returned];
    const gateway = harness.platform.ports.pix.account('alfa', 'CUA01');
    /** What the bank itself says of each; it confirms a refund some time after it was requested. */
    const books = async () =>
      (await Promise.all(all.map(({ txid }) => gateway?.find(txid)))).map((charge) => [
        charge?.status,
        charge?.received.reduce((sum, { amountCents }) => sum + amountCents, 0),
        charge?.received.reduce((sum, { refundedCents = 0 }) => sum + refundedCents, 0),
      ]);
    await until(books, ([, , , one, other]) => one?.[2] !== 0 && other?.[2] !== 0);
    await harness.platform.jobs.run('reconciliation');
    expect(await books()).toEqual([
      ['ATIVA', 0, 0],
      ['CONCLUIDA', 36_000, 0],
      ['REMOVIDA_PELO_USUARIO_RECEBEDOR', 0, 0],
      ['CONCLUIDA', 36_000, 1_000],
      ['CONCLUIDA', 36_000, 36_000],
    ]);
    const report = await compare();
    expect(report.state).toBe('done');
    for (const { who, paymentId } of all) {
      expect(about(report, paymentId)).toEqual([]);
      expect(await marksOf(who)).toEqual([]);
    }
    // It read them: what differs by a cent is reported of each.
    for (const { who, paymentId } of all) await setAsked(who, paymentId, 35_999);
    const next = await compare();
    for (const { paymentId } of all) expect(about(next, paymentId)).toMatchObject([{ kind: 'other-amount' }]);
    for (const { who, paymentId } of all) await setAsked(who, paymentId, 36_000);
  });

  // bacen/pix-api issue 504: the end of a period lies in the past.
  it('includes today at a bank that refuses a period that goes on', async () => {
    const { who, txid } = await charged();
    const unmute = await money.muteBank();
    await money.settle(txid);
    await unmute();
    await control(harness, 'PUT', '/strange', { side: 'pix-no-future', on: true });
    expect(await compare()).toMatchObject({ state: 'done', failure: null });
    expect(await money.stored(who)).toMatchObject({ is_paid: true });
    await control(harness, 'PUT', '/strange', { side: 'pix-no-future', on: false });
  });

  it('compares all readable entries, and reports unreadable ones until everything was read', async () => {
    const { who, paymentId, txid } = await charged();
    const unmute = await money.muteBank();
    await money.settle(txid);
    await unmute();
    await control(harness, 'PUT', '/strange', { side: 'pix-unreadable-entry', on: true });
    const report = await compare();
    expect(report).toMatchObject({
      state: 'failed',
      failure: expect.stringMatching(
        /^\d+ entries of the provider cannot be read; all others were compared$/,
      ),
    });
    expect(about(report, paymentId)).toMatchObject([{ kind: 'other-state', state: 'applied' }]);
    expect(await money.stored(who)).toMatchObject({ is_paid: true, status: 5, confirmed: 1 });
    await control(harness, 'PUT', '/strange', { side: 'pix-unreadable-entry', on: false });
    expect(await compare()).toMatchObject({ state: 'done', failure: null });
  });

  it('marks a payment that differs by a cent until somebody gives a reason, and not again for it', async () => {
    const { who, paymentId } = await paid();
    await setAsked(who, paymentId, 35_999);
    const [found] = about(await compare(), paymentId);
    expect(found).toMatchObject({
      kind: 'other-amount',
      state: 'open',
      ours: { asked: 359.99, received: 360 },
      theirs: { asked: 360, received: 360 },
    });
    expect(await marksOf(who)).toEqual(['comparison-difference']);
    const resolve = () =>
      operations.call('POST /operations/reconciliation-differences/{id}/resolution', {
        params: { id: found?.id ?? 0 },
        body: { reason: 'Conferido no extrato' },
      });
    expect((await resolve()).body).toMatchObject({ state: 'resolved', reason: 'Conferido no extrato' });
    expect(refused(await resolve())).toEqual([409, 'STATE_CONFLICT']);
    expect(await marksOf(who)).toEqual([]);
    expect(about(await compare(), paymentId)).toMatchObject([
      { state: 'resolved', reason: 'Conferido no extrato' },
    ]);
    expect(await marksOf(who)).toEqual([]);
  });

  it('removes the mark of a difference that is gone', async () => {
    const { who, paymentId } = await paid();
    await setAsked(who, paymentId, 1);
    expect(about(await compare(), paymentId)).toMatchObject([{ state: 'open' }]);
    expect(about(await compare(), paymentId)).toMatchObject([{ state: 'open' }]);
    const open = await operations.call('GET /operations/reconciliation-differences', {
      query: { state: 'open' },
    });
    expect(open.body.data.filter((one) => one.paymentId === paymentId)).toHaveLength(1);
    await setAsked(who, paymentId, 36_000);
    expect(about(await compare(), paymentId)).toEqual([]);
    expect(await marksOf(who)).toEqual([]);
  });

  it('names charges missing at the bank, charges missing here, and refunds made only there', async () => {
    const lost = await paid();
    const foreign = await paid();
    const returned = await paid();
    await on(lost.who).many(sql`update payment set txid = ${`LOST${lost.txid.slice(4)}`}
      where tenant_id = ${lost.who.tenantId} and id = ${lost.paymentId} returning id`);
    const gateway = harness.platform.ports.pix.account('alfa', 'CUA01');
    const [received] = (await gateway?.find(returned.txid))?.received ?? [];
    await gateway?.giveBack({
      endToEndId: received?.endToEndId ?? '',
      id: 'atTheBank1',
      amountCents: 100,
      note: 'by hand',
    });
    const report = await compare();
    expect(report.differences).toContainEqual(
      expect.objectContaining({ kind: 'unknown-here', reference: lost.txid, ours: null, paymentId: null }),
    );
    expect(about(report, lost.paymentId)).toMatchObject([
      { kind: 'missing-there', theirs: null, state: 'open' },
    ]);
    expect(about(report, foreign.paymentId)).toEqual([]);
    expect(await marksOf(lost.who)).toEqual(['comparison-difference']);
    // The bank confirms a refund some time after it was requested.
    await until(
      async () => (await gateway?.findReturn(received?.endToEndId ?? '', 'atTheBank1'))?.status,
      (status) => status === 'DEVOLVIDO',
    );
    expect(about(await compare(), returned.paymentId)).toMatchObject([
      { kind: 'refund-unknown', ours: { refunded: 0 }, theirs: { refunded: 1 } },
    ]);
  });
});

describe('a provider that does not answer', () => {
  it('is reported, and compared again', async () => {
    const { who, paymentId, txid } = await charged();
    const unmute = await money.muteBank();
    await money.settle(txid);
    await control(harness, 'PUT', '/faults', { port: 'pix', mode: 'down' });
    const failed = await compare();
    await control(harness, 'PUT', '/faults', { port: 'pix', mode: 'ok' });
    await unmute();
    expect(failed).toMatchObject({ state: 'failed', endedAt: null, attempts: 1 });
    expect(failed.failure).toBeTruthy();
    expect(failed.nextAttemptAt).toBeTruthy();
    // Requested manually, the same report runs again at once.
    const again = await compare();
    expect(again).toMatchObject({ id: failed.id, state: 'done', failure: null });
    expect(about(again, paymentId)).toMatchObject([{ state: 'applied' }]);
    expect(await money.stored(who)).toMatchObject({ is_paid: true });
  });
});

describe('every night', () => {
  it('the three days before are compared once, however often the job runs', async () => {
    await paid();
    harness.clock.set(new Date('2026-01-13T02:59:00-03:00'));
    await harness.platform.jobs.run('comparison');
    const nightly = async () =>
      (await operations.call('GET /operations/reconciliations', { query: {} })).body.data.filter(
        (one) => one.nightly,
      );
    expect(await nightly()).toEqual([]);
    harness.clock.set(new Date('2026-01-13T03:00:00-03:00'));
    await Promise.all([1, 2].map(() => harness.platform.jobs.run('comparison')));
    await harness.platform.jobs.run('comparison');
    expect(await nightly()).toMatchObject([
      { provider: 'pix', fromDay: '2026-01-10', untilDay: '2026-01-12', state: 'done' },
    ]);
  });
});

it('only accounts that exist are compared', async () => {
  const ask = (institution: string, provider: 'pix' | 'inter' | null = null) =>
    operations.call('POST /operations/reconciliations', { body: { institution, provider } });
  expect(refused(await ask('NADA'))).toEqual([404, 'INSTITUTION_UNKNOWN']);
  const count = async () =>
    (await harness.platform.db.tenant(1).many(sql`select id from reconciliation where tenant_id = 1`)).length;
  const before = await count();
  const { ports } = harness.platform;
  const none = [vi.spyOn(ports.pix, 'account'), vi.spyOn(ports.slip, 'account')];
  for (const spy of none) spy.mockReturnValue(undefined);
  const { status, body } = await ask('CUA01', 'pix');
  expect([status, body]).toMatchObject([
    422,
    { errors: [{ field: 'provider', message: 'No account of CUA01 at pix' }] },
  ]);
  expect(await count()).toBe(before);
  const providers = async () => (await ask('EPA01')).body.map(({ provider }) => provider);
  const left = await providers();
  for (const one of ['pix', 'inter']) expect(left).not.toContain(one);
  for (const spy of none) spy.mockRestore();
  expect(await providers()).toEqual(expect.arrayContaining(['pix', ...left]));
});
