import { formatLine } from '@orbita/domain/payment';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FullPerson, fullPerson, tenantIdOf } from '../../../testing/full-person.ts';
import { type Client, type Harness, startHarness } from '../../../testing/harness.ts';
import { paying } from '../../../testing/paying.ts';
import { inventedPerson } from '../../../testing/people.ts';
import { personAt } from '../../../testing/person-at.ts';
import { strongStaff } from '../../../testing/staff.ts';

let harness: Harness;
let one: FullPerson;
let ivo: Client;
let far: Client;
let tenantId: number;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  one = await fullPerson(harness, inventedPerson(33));
  tenantId = await tenantIdOf(harness, 'alfa');
  ({ client: ivo } = await strongStaff(harness, 'Ivo Financeiro', [
    { role: 'financeiro', institutions: ['CUA01'] },
  ]));
  ({ client: far } = await strongStaff(harness, 'Lia Financeiro', [
    { role: 'financeiro', institutions: ['EPA01'] },
  ]));
});
afterAll(() => harness?.stop());

type Wish = { q?: string; amount?: number; paidOn?: string };
const find = (client: Client, body: Wish) => client.call('POST /operations/payments/search', { body });
const ids = async (client: Client, body: Wish) => (await find(client, body)).body.data.map(({ id }) => id);
const slip = async () =>
  harness.platform.db
    .tenant(tenantId)
    .one<{ digitable_line: string; barcode: string; our_number: string }>(sql`
    select digitable_line, barcode, our_number from payment_slip
    where tenant_id = ${tenantId} and payment_id = ${one.paymentId}`);
const txid = async () =>
  (
    await harness.platform.db.tenant(tenantId).one<{ txid: string }>(sql`
      select txid from payment where tenant_id = ${tenantId} and id = ${one.paymentId}`)
  )?.txid ?? '';

describe('finding payments', () => {
  it('by each number on a slip, with or without punctuation', async () => {
    const { digitable_line: line = '', barcode = '', our_number: number = '' } = (await slip()) ?? {};
    for (const q of [line, formatLine(line), barcode, number, number.replace(/^0+/, '')])
      expect(await ids(ivo, { q }), q).toContain(one.paymentId);
  });

  it('by txid, document, application and payment, saying which one matched', async () => {
    for (const [q, by] of [
      [await txid(), 'charge'],
      [one.document, 'cpf'],
      [one.document.replace(/(\d{3})(\d{3})(\d{3})/, '$1.$2.$3-'), 'cpf'],
      [String(one.subscriptionId), 'application'],
      [String(one.paymentId), 'payment'],
    ] as const) {
      const found = (await find(ivo, { q })).body.data.find(({ id }) => id === one.paymentId);
      expect(found?.foundBy, q).toContain(by);
    }
  });

  it('by end-to-end id, and by amount on its day', async () => {
    const money = paying(harness);
    const who = await personAt(harness, 'payment');
    const { body } = await money.pay(who);
    await money.settle(await money.txidOf(who, body.paymentId));
    await money.paid(who);
    const { provider, received, paidAt } = (
      await ivo.call('GET /operations/payments/{id}', { params: { id: body.paymentId } })
    ).body;
    const paidOn = (paidAt ?? '').slice(0, 10);
    expect(await ids(ivo, { q: provider.endToEndIds[0] ?? '' })).toEqual([body.paymentId]);
    expect(await ids(ivo, { amount: received ?? 0, paidOn })).toContain(body.paymentId);
    expect(await ids(ivo, { paidOn })).toContain(body.paymentId);
    expect(await ids(ivo, { amount: (received ?? 0) + 0.01, paidOn })).not.toContain(body.paymentId);
    const listed = await ivo.call('GET /operations/payments', {
      query: { paidFrom: paidOn, paidUntil: paidOn },
    });
    expect(listed.body.data.map(({ id }) => id)).toContain(body.paymentId);
    const before = await ivo.call('GET /operations/payments', { query: { paidUntil: '2020-01-01' } });
    expect(before.body.data).toEqual([]);
  });

  it('on a day with hundreds of payments of another institution', async () => {
    const on = harness.platform.db.tenant(tenantId);
    await on.many(sql`
      insert into payment select (jsonb_populate_record(null::payment, to_jsonb(y) || jsonb_build_object(
        'id', 900000 + n, 'txid', null, 'provider_id', null, 'state', 'expired', 'paid_at', '2026-01-10T12:00:00-03:00'))).*
      from payment y, generate_series(0, 300) n where y.tenant_id = ${tenantId} and y.id = ${one.paymentId}`);
    await on.many(sql`
      update payment set paid_at = '2026-01-10T09:00:00-03:00', institution_id = (
        select id from institution where tenant_id = ${tenantId} and code = 'EPA01')
      where tenant_id = ${tenantId} and id = 900000`);
    expect(await ids(far, { paidOn: '2026-01-10' })).toEqual([900_000]);
    await on.many(sql`delete from payment where tenant_id = ${tenantId} and id >= 900000`);
  });

  it('only in the caller’s institutions and tenant', async () => {
    const beta = harness.operationsOf('beta');
    for (const q of [await txid(), one.document, String(one.subscriptionId), (await slip())?.barcode ?? '']) {
      expect(await ids(far, { q }), q).not.toContain(one.paymentId);
      expect(await ids(beta, { q }), q).not.toContain(one.paymentId);
    }
  });

  it.each<[string, Wish, string]>([
    ['nothing', {}, 'q'],
    ['spaces', { q: '   ' }, 'q'],
    ['a name', { q: 'Candidata Modelo' }, 'q'],
    ['SQL', { q: "1' or '1'='1" }, 'q'],
    ['an amount without its day', { amount: 360 }, 'paidOn'],
  ])('not by %s', async (_what, body, field) => {
    const { status, body: said } = await find(ivo, body);
    expect([status, (said as unknown as { errors: { field: string }[] }).errors[0]?.field]).toEqual([
      422,
      field,
    ]);
  });
});

describe('refunds', () => {
  it('are listed with their outcome, and those without an answer separately', async () => {
    const money = paying(harness);
    const who = await personAt(harness, 'payment');
    const { body } = await money.pay(who);
    await money.settle(await money.txidOf(who, body.paymentId));
    await money.paid(who);
    const given = await ivo.call('POST /operations/payments/{id}/refund', {
      params: { id: body.paymentId },
      body: { amount: 10, reason: 'Pago a mais', outside: true },
    });
    expect(given.status).toBe(200);
    const list = async (client: Client, state?: 'waiting') =>
      (
        await client.call('GET /operations/refunds', {
          query: { pageSize: 100, ...(state ? { state } : {}) },
        })
      ).body.data;
    const mine = (await list(ivo)).find(({ paymentId }) => paymentId === body.paymentId);
    expect(mine).toMatchObject({ amount: 10, state: 'done', institution: 'CUA01', subscriptionId: who.id });
    expect((await list(far)).map(({ paymentId }) => paymentId)).not.toContain(body.paymentId);
    expect((await list(ivo, 'waiting')).map(({ paymentId }) => paymentId)).not.toContain(body.paymentId);
    const count = async () =>
      (await ivo.call('GET /operations/queues', {})).body.queues.find(({ queue }) => queue === 'refunds')
        ?.count ?? 0;
    const before = await count();
    await harness.platform.db.tenant(who.tenantId).one(sql`
      update refund set state = 'processing' where tenant_id = ${who.tenantId} and payment_id = ${body.paymentId} returning id`);
    expect((await list(ivo, 'waiting')).map(({ paymentId }) => paymentId)).toContain(body.paymentId);
    expect(await count()).toBe(before + 1);
  });
});
