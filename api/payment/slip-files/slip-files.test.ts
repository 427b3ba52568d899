import { readBoleto } from '@orbita/domain/payment';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BY_FILE, type Filing, filing, takeSlipsByFile } from '../../../testing/filing.ts';
import { type Harness, startHarness } from '../../../testing/harness.ts';

let harness: Harness;
let by: Filing;
beforeAll(async () => {
  harness = await startHarness();
  by = await filing(harness);
});
afterAll(() => harness?.stop());

describe('a slip of a bank that uses files', () => {
  it('waits for its registration, then is paid and moves the application on', async () => {
    const who = await by.payer();
    const made = await by.use.pay(who, by.use.key(), { method: 'slip' });
    expect(made.status).toBe(202);
    expect(made.body).toMatchObject({ state: 'processing', slip: null, slipWait: 'business-day' });
    const { paymentId } = made.body;
    expect(await by.slipOf(paymentId)).toMatchObject({ state: 'new', payer: { name: 'Candidata Teste' } });

    const remittance = await by.send();
    expect(remittance.body).toMatchObject({
      bank: '001',
      entries: 1,
      writeOffs: 0,
      total: 400,
      hasFile: true,
    });
    const file = await by.fileOf(remittance.body.id);
    for (const line of file.split('\r\n').slice(0, -1)) expect(line).toMatch(/^[\x20-\x5f]{240}$/);
    expect(file).toContain('CANDIDATA TESTE');
    expect(file).toContain('RUA DAS FLORES 10');
    expect(await by.slipOf(paymentId)).toMatchObject({ state: 'sent', payer: null });
    expect(await by.use.payment(who, paymentId)).toMatchObject({ state: 'processing', slip: null });

    const said = await by.read(await by.bank(file, { event: 'accept' }));
    expect(said.body.lines).toMatchObject([
      { line: 3, outcome: 'applied', movement: 'registered', paymentId },
    ]);
    const { slip, state, slipWait } = await by.use.payment(who, paymentId);
    expect(slipWait).toBeUndefined();
    expect([state, slip?.dueDate, slip?.discountUntilDue]).toEqual(['pending', '2026-01-15', 40]);
    expect(readBoleto(slip?.digitableLine ?? '', '2026-01-12')).toMatchObject({
      ok: true,
      boleto: { bank: '001', amountCents: 40_000, dueDate: '2026-01-15' },
    });
    expect((await by.use.stored(who))?.notices).toContain('N-17');
    const pdf = await who.client.call('GET /candidate/payments/{paymentId}/slip', { params: { paymentId } });
    expect(pdf.status).toBe(200);

    const paid = await by.read(await by.bank(file, { event: 'pay' }));
    expect(paid.body.counts).toEqual({ applied: 1 });
    expect(paid.body.lines).toMatchObject([{ message: 'Pago: R$ 360,00.', movement: 'settled', paid: 360 }]);
    const now = await by.use.stored(who);
    expect(now).toMatchObject({ status: 5, is_paid: true, attention: [], confirmed: 1 });
    expect(now?.payments).toMatchObject([{ state: 'paid', received: 36_000, attention: [] }]);
  });

  it('is read once, in the same file, in another file, and by the same key', async () => {
    const { who, file } = await by.registered();
    const first = await by.bank(file, { event: 'pay' });
    const key = by.use.key();
    expect((await by.read(first, 'CUA01', key)).body.counts).toEqual({ applied: 1 });
    const before = await by.everything();
    expect((await by.read(first, 'CUA01', key)).body.counts).toEqual({ applied: 1 });
    expect(await by.outcomes(first)).toEqual(['repeated']);
    const again = await by.bank(file, { event: 'pay' });
    expect(again).not.toBe(first);
    expect(await by.outcomes(again)).toEqual(['repeated']);
    const { all } = (await by.everything()) as { all: unknown[] };
    const [payments, slips, events] = (before as { all: unknown[] }).all;
    expect(all.slice(0, 3)).toEqual([payments, slips, events]);
    expect(await by.use.stored(who)).toMatchObject({ confirmed: 1, attention: [] });
  });

  it('is paid once by two reads at the same time', async () => {
    const { who, file } = await by.registered();
    const content = await by.bank(file, { event: 'pay' });
    const both = await Promise.all([by.outcomes(content), by.outcomes(content)]);
    expect(both.flat().sort()).toEqual(['applied', 'repeated']);
    expect(await by.use.stored(who)).toMatchObject({ confirmed: 1, attention: [] });
  });

  it('that the bank refuses ends, and another one can be created', async () => {
    const who = await by.payer();
    const paymentId = await by.order(who);
    const file = await by.sent();
    const said = await by.read(await by.bank(file, { event: 'reject' }));
    expect(said.body.lines).toMatchObject([{ outcome: 'applied', movement: 'rejected' }]);
    expect(said.body.lines[0]?.message).toContain('48');
    expect((await by.use.payment(who, paymentId)).state).toBe('error');
    expect((await by.use.stored(who))?.notices).toContain('N-20');
    const other = await by.order(who);
    expect(other).not.toBe(paymentId);
    await by.sent();
  });

  it('that was registered stays registered when the bank refuses a second order', async () => {
    const { who, paymentId, file } = await by.registered();
    expect(await by.outcomes(await by.bank(file, { event: 'reject' }))).toEqual(['noted']);
    expect((await by.use.payment(who, paymentId)).state).toBe('pending');
  });

  it('paid below its amount is settled at the institution; more or a later payment is marked', async () => {
    const less = await by.registered();
    const lower = await by.read(await by.bank(less.file, { event: 'pay', amount: 300 }));
    expect(lower.body.lines).toMatchObject([{ outcome: 'wrong-amount', paid: 300 }]);
    expect(await by.use.stored(less.who)).toMatchObject({ status: 11, attention: ['amount-lower'] });
    const more = await by.registered();
    expect(await by.outcomes(await by.bank(more.file, { event: 'pay', amount: 500 }))).toEqual([
      'wrong-amount',
    ]);
    expect(await by.use.stored(more.who)).toMatchObject({ is_paid: true, attention: ['amount-higher'] });
    expect(await by.outcomes(await by.bank(more.file, { event: 'pay-late', amount: 360 }))).toEqual([
      'attention',
    ]);
    expect((await by.use.stored(more.who))?.attention).toContain('second-payment');
    const none = await by.registered();
    expect(await by.outcomes(await by.bank(none.file, { event: 'pay', amount: 0 }))).toEqual(['unreadable']);
    expect((await by.use.payment(none.who, none.paymentId)).state).toBe('pending');
  });

  it('stays paid when the settlement is reversed, with a mark', async () => {
    const { who, file } = await by.registered();
    await by.read(await by.bank(file, { event: 'pay' }));
    expect(await by.outcomes(await by.bank(file, { event: 'reverse' }))).toEqual(['attention']);
    expect(await by.use.stored(who)).toMatchObject({
      status: 5,
      is_paid: true,
      attention: ['settlement-reversed'],
      payments: [{ state: 'paid', attention: ['settlement-reversed'] }],
    });
  });

  it('records fees and a changed due date', async () => {
    const { file, paymentId } = await by.registered();
    const due = await by.read(await by.bank(file, { event: 'due-date', day: '2026-01-20' }));
    expect(due.body.lines).toMatchObject([{ outcome: 'noted', movement: 'due-date-changed' }]);
    expect(due.body.lines[0]?.message).toContain('20/01/2026');
    expect((await by.read(await by.bank(file, { event: 'fee' }))).body.lines).toMatchObject([
      { outcome: 'noted', message: 'Tarifa do banco: R$ 1,90.', paymentId },
    ]);
  });
});

describe('the end of a slip', () => {
  it('that is in no file is sent to nobody', async () => {
    const who = await by.payer();
    const paymentId = await by.order(who);
    await who.client.call('DELETE /candidate/payments/{paymentId}', { params: { paymentId } });
    expect(await by.slipOf(paymentId)).toMatchObject({ state: 'dropped', payer: null });
    const nothing = await by.send();
    expect(nothing).toMatchObject({ status: 409, body: { code: 'NOTHING_TO_SEND' } });
  });

  it('is requested from the bank by the next file, and until then it can still be paid', async () => {
    const { who, paymentId } = await by.registered();
    await who.client.call('DELETE /candidate/payments/{paymentId}', { params: { paymentId } });
    expect(await by.slipOf(paymentId)).toMatchObject({ state: 'registered', write_off: 'wanted' });
    const made = await by.send();
    expect(made.body).toMatchObject({ entries: 0, writeOffs: 1, total: 0 });
    const said = await by.read(await by.bank(await by.fileOf(made.body.id), { event: 'accept' }));
    expect(said.body.lines).toMatchObject([{ outcome: 'applied', movement: 'written-off' }]);
    expect(await by.slipOf(paymentId)).toMatchObject({ state: 'written-off', write_off: 'sent' });
    expect((await by.use.payment(who, paymentId)).state).toBe('cancelled');
    await harness.platform.jobs.run('reconciliation');
    expect((await by.use.payment(who, paymentId)).state).toBe('cancelled');
  });

  it('that the bank refuses leaves it payable, and a late payment counts while nothing else is paid', async () => {
    const { who, paymentId, file } = await by.registered();
    await who.client.call('DELETE /candidate/payments/{paymentId}', { params: { paymentId } });
    const asked = await by.sent();
    expect(await by.outcomes(await by.bank(asked, { event: 'refuse' }))).toEqual(['applied']);
    expect(await by.slipOf(paymentId)).toMatchObject({ write_off: 'refused' });
    await harness.platform.jobs.run('reconciliation');
    expect((await by.send()).body).toMatchObject({ code: 'NOTHING_TO_SEND' });
    expect(await by.outcomes(await by.bank(file, { event: 'pay-late' }))).toEqual(['applied']);
    expect(await by.use.stored(who)).toMatchObject({ status: 5, is_paid: true });
  });

  it('that was paid is not requested, even if something still wants to end it', async () => {
    const { who, paymentId, file } = await by.registered();
    await by.read(await by.bank(file, { event: 'pay' }));
    const on = harness.platform.db.tenant(by.tenantId);
    await on.one(sql`update payment set remove_at_provider = true, next_check_at = null
      where tenant_id = ${by.tenantId} and id = ${paymentId} returning id`);
    await harness.platform.jobs.run('reconciliation');
    expect(await by.slipOf(paymentId)).toMatchObject({ state: 'registered', write_off: null });
    const flag = sql`select remove_at_provider as wanted from payment where tenant_id = ${by.tenantId} and id = ${paymentId}`;
    expect(await on.one(flag)).toEqual({ wanted: false });
    expect(await by.use.stored(who)).toMatchObject({ is_paid: true, attention: [] });
  });

  it('by the bank itself ends the charge', async () => {
    const { who, paymentId, file } = await by.registered();
    expect(await by.outcomes(await by.bank(file, { event: 'write-off' }))).toEqual(['applied']);
    expect((await by.use.payment(who, paymentId)).state).toBe('expired');
  });
});

describe('remittances', () => {
  it('made at once never contain one slip twice, and keep their content', async () => {
    const people = await Promise.all([by.payer(), by.payer(), by.payer()]);
    for (const who of people) await by.order(who);
    const made = await Promise.all([by.send(), by.send(), by.send()]);
    const files = made.filter(({ status }) => status === 201);
    expect(files.map(({ body }) => body.entries)).toEqual([3]);
    const content = await by.fileOf(files[0]?.body.id ?? 0);
    expect(content.match(/^.{7}3.{5}P/gm)).toHaveLength(3);
    expect(await by.fileOf(files[0]?.body.id ?? 0)).toBe(content);
    const { body } = await by.operations().call('GET /operations/slip-remittances', {
      query: { institution: 'CUA01' },
    });
    const sequences = body.data.map(({ sequence }) => sequence);
    expect(new Set(sequences).size).toBe(sequences.length);
    expect(Math.max(...sequences)).toBe(sequences.length);
  });

  it('made while slips come and go contain each of them once, or none that ended before', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, by.payer));
    const ordered = people.map(async (who, at) => {
      const paymentId = await by.order(who);
      if (at % 3 === 0)
        await who.client.call('DELETE /candidate/payments/{paymentId}', { params: { paymentId } });
      return { paymentId, reference: (await by.use.txidOf(who, paymentId)).toUpperCase() };
    });
    const during = Promise.all([by.send(), by.send(), by.send()]);
    const slips = await Promise.all(ordered);
    const made = [...(await during), await by.send()]
      .filter(({ status }) => status === 201)
      .sort((one, other) => one.body.id - other.body.id);
    const orders = (await Promise.all(made.map(({ body }) => by.fileOf(body.id)))).flatMap((file) =>
      file.split('\r\n').filter((line) => line.charAt(13) === 'P'),
    );
    for (const [at, { paymentId, reference }] of slips.entries()) {
      const mine = orders.filter((line) => line.includes(reference)).map((line) => line.slice(15, 17));
      const { state } = (await by.slipOf(paymentId)) ?? {};
      if (at % 3 === 0)
        expect([state, mine]).toEqual(state === 'dropped' ? ['dropped', []] : ['sent', ['01', '02']]);
      else expect([state, mine]).toEqual(['sent', ['01']]);
    }
  });

  it('return the same file for the same key', async () => {
    await by.order(await by.payer());
    const key = by.use.key();
    const [first, again] = [await by.send('CUA01', key), await by.send('CUA01', key)];
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body.id).toBe(first.body.id);
  });

  it('are refused for institutions without files, of another tenant, and unknown ones', async () => {
    expect((await by.send('EPA01')).body).toMatchObject({ code: 'SLIPS_NOT_BY_FILE' });
    expect((await by.send('FBX01')).body).toMatchObject({ code: 'INSTITUTION_UNKNOWN' });
    expect((await by.send('NADA')).body).toMatchObject({ code: 'INSTITUTION_UNKNOWN' });
    const beta = harness.operationsOf('beta');
    const list = await beta.call('GET /operations/slip-remittances', {});
    expect(list.body.data).toEqual([]);
    const { body } = await by.operations().call('GET /operations/slip-remittances', {});
    const params = { id: body.data[0]?.id ?? 0 };
    expect((await beta.call('GET /operations/slip-remittances/{id}/file', { params })).status).toBe(404);
  });

  it('lose their content after 90 days', async () => {
    const before = harness.clock.now();
    const { body } = await by.operations().call('GET /operations/slip-remittances', {});
    harness.clock.set(new Date(before.getTime() + 91 * 24 * 3600_000));
    await harness.platform.jobs.run('retention');
    harness.clock.set(before);
    const params = { id: body.data[0]?.id ?? 0 };
    expect(
      (await by.operations().call('GET /operations/slip-remittances/{id}/file', { params })).status,
    ).toBe(404);
  });
});

it('has run out of our-numbers: the candidate pays another way', async () => {
  await takeSlipsByFile(harness, 'CUA01', { cnab: { ...BY_FILE.cnab, lastNumber: 100 } });
  const refused = await by.use.pay(await by.payer(), by.use.key(), { method: 'slip' });
  expect(refused).toMatchObject({ status: 503, body: { code: 'PROVIDER_UNAVAILABLE' } });
  await takeSlipsByFile(harness);
});
