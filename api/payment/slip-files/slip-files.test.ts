import { readBoleto } from '@orbita/domain/payment';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Enrolling, enrolling } from '../../testing/enrolling.ts';
import { type BankAnswer, BY_FILE, bankSays, slipPayer, takeSlipsByFile } from '../../testing/filing.ts';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { type Paying, paying } from '../../testing/paying.ts';

let harness: Harness;
let use: Paying;
let tenantId: number;
beforeAll(async () => {
  harness = await startHarness();
  use = paying(harness);
  tenantId = (await enrolling(harness)).tenantId;
  await takeSlipsByFile(harness);
});
afterAll(() => harness.stop());

const operations = () => harness.operationsOf('alfa');
const payer = () => slipPayer(harness);
const order = async (who: Enrolling) => (await use.pay(who, use.key(), { method: 'slip' })).body.paymentId;
const send = (institution = 'CUA01', headers: Record<string, string> = {}) =>
  operations().call('POST /operations/slip-remittances', { body: { institution }, headers });
const fileOf = async (id: number) =>
  (await operations().call('GET /operations/slip-remittances/{id}/file', { params: { id } })).body.content;
/** The file with everything that waits to be sent. */
const sent = async () => {
  const made = await send();
  expect(made.status).toBe(201);
  return fileOf(made.body.id);
};
/** What the bank says about a file. */
const bank = (file: string, answer: BankAnswer) => bankSays(harness, file, answer);
const read = (file: string, institution = 'CUA01', headers: Record<string, string> = {}) =>
  operations().call('POST /operations/slip-returns', {
    body: { institution, file: Buffer.from(file, 'latin1').toString('base64'), encoding: 'base64' },
    headers,
  });
const outcomes = async (file: string) => (await read(file)).body.lines.map(({ outcome }) => outcome);
const slipOf = (paymentId: number) =>
  harness.platform.db.tenant(tenantId).one<{ state: string; write_off: string | null; payer: unknown }>(sql`
    select state, write_off, payer from slip_registration where tenant_id = ${tenantId} and payment_id = ${paymentId}`);
/** A slip that the bank has registered, and the file that it was in. */
async function registered() {
  const who = await payer();
  const paymentId = await order(who);
  const file = await sent();
  expect(await outcomes(await bank(file, { event: 'accept' }))).toContain('applied');
  return { who, paymentId, file };
}
const everything = () =>
  harness.platform.db.tenant(tenantId).one<{ all: unknown }>(sql`
    select jsonb_build_array(
      (select jsonb_agg(y order by y.id) from payment y where y.tenant_id = ${tenantId}),
      (select jsonb_agg(r order by r.payment_id) from slip_registration r where r.tenant_id = ${tenantId}),
      (select jsonb_agg(e order by e.return_id, e.line) from slip_return_event e where e.tenant_id = ${tenantId}),
      (select count(*) from slip_return where tenant_id = ${tenantId}),
      (select count(*) from payment_event where tenant_id = ${tenantId})) as all`);

describe('a slip of a bank of files', () => {
  it('waits for its registration, then is paid and moves the application on', async () => {
    const who = await payer();
    const made = await use.pay(who, use.key(), { method: 'slip' });
    expect(made.status).toBe(202);
    expect(made.body).toMatchObject({ state: 'processing', slip: null, slipWait: 'business-day' });
    const { paymentId } = made.body;
    expect(await slipOf(paymentId)).toMatchObject({ state: 'new', payer: { name: 'Candidata Teste' } });

    const remittance = await send();
    expect(remittance.body).toMatchObject({
      bank: '001',
      entries: 1,
      writeOffs: 0,
      total: 400,
      hasFile: true,
    });
    const file = await fileOf(remittance.body.id);
    for (const line of file.split('\r\n').slice(0, -1)) expect(line).toMatch(/^[\x20-\x5f]{240}$/);
    expect(file).toContain('CANDIDATA TESTE');
    expect(file).toContain('RUA DAS FLORES 10');
    expect(await slipOf(paymentId)).toMatchObject({ state: 'sent', payer: null });
    expect(await use.payment(who, paymentId)).toMatchObject({ state: 'processing', slip: null });

    const said = await read(await bank(file, { event: 'accept' }));
    expect(said.body.lines).toMatchObject([
      { line: 3, outcome: 'applied', movement: 'registered', paymentId },
    ]);
    const { slip, state, slipWait } = await use.payment(who, paymentId);
    expect(slipWait).toBeUndefined();
    expect([state, slip?.dueDate, slip?.discountUntilDue]).toEqual(['pending', '2026-01-15', 40]);
    expect(readBoleto(slip?.digitableLine ?? '', '2026-01-12')).toMatchObject({
      ok: true,
      boleto: { bank: '001', amountCents: 40_000, dueDate: '2026-01-15' },
    });
    expect((await use.stored(who))?.notices).toContain('N-17');
    const pdf = await who.client.call('GET /candidate/payments/{paymentId}/slip', { params: { paymentId } });
    expect(pdf.status).toBe(200);

    const paid = await read(await bank(file, { event: 'pay' }));
    expect(paid.body.counts).toEqual({ applied: 1 });
    expect(paid.body.lines).toMatchObject([{ message: 'Pago: R$ 360,00.', movement: 'settled', paid: 360 }]);
    const now = await use.stored(who);
    expect(now).toMatchObject({ status: 5, is_paid: true, attention: [], confirmed: 1 });
    expect(now?.payments).toMatchObject([{ state: 'paid', received: 36_000, attention: [] }]);
  });

  it('is read once, in the same file, in another file, and by the same key', async () => {
    const { who, file } = await registered();
    const first = await bank(file, { event: 'pay' });
    const key = use.key();
    expect((await read(first, 'CUA01', key)).body.counts).toEqual({ applied: 1 });
    const before = await everything();
    expect((await read(first, 'CUA01', key)).body.counts).toEqual({ applied: 1 });
    expect(await outcomes(first)).toEqual(['repeated']);
    const again = await bank(file, { event: 'pay' });
    expect(again).not.toBe(first);
    expect(await outcomes(again)).toEqual(['repeated']);
    const { all } = (await everything()) as { all: unknown[] };
    const [payments, slips, events] = (before as { all: unknown[] }).all;
    expect(all.slice(0, 3)).toEqual([payments, slips, events]);
    expect(await use.stored(who)).toMatchObject({ confirmed: 1, attention: [] });
  });

  it('is paid once by two reads at the same time', async () => {
    const { who, file } = await registered();
    const content = await bank(file, { event: 'pay' });
    const both = await Promise.all([outcomes(content), outcomes(content)]);
    expect(both.flat().sort()).toEqual(['applied', 'repeated']);
    expect(await use.stored(who)).toMatchObject({ confirmed: 1, attention: [] });
  });

  it('that the bank refuses ends, and another can be made', async () => {
    const who = await payer();
    const paymentId = await order(who);
    const file = await sent();
    const said = await read(await bank(file, { event: 'reject' }));
    expect(said.body.lines).toMatchObject([{ outcome: 'applied', movement: 'rejected' }]);
    expect(said.body.lines[0]?.message).toContain('48');
    expect((await use.payment(who, paymentId)).state).toBe('error');
    expect((await use.stored(who))?.notices).toContain('N-20');
    const other = await order(who);
    expect(other).not.toBe(paymentId);
    await sent();
  });

  it('that was registered stays so when the bank refuses a second order', async () => {
    const { who, paymentId, file } = await registered();
    expect(await outcomes(await bank(file, { event: 'reject' }))).toEqual(['noted']);
    expect((await use.payment(who, paymentId)).state).toBe('pending');
  });

  it('less is settled at the institution, more and money afterwards get a mark', async () => {
    const less = await registered();
    const lower = await read(await bank(less.file, { event: 'pay', amount: 300 }));
    expect(lower.body.lines).toMatchObject([{ outcome: 'wrong-amount', paid: 300 }]);
    expect(await use.stored(less.who)).toMatchObject({ status: 11, attention: ['amount-lower'] });
    const more = await registered();
    expect(await outcomes(await bank(more.file, { event: 'pay', amount: 500 }))).toEqual(['wrong-amount']);
    expect(await use.stored(more.who)).toMatchObject({ is_paid: true, attention: ['amount-higher'] });
    expect(await outcomes(await bank(more.file, { event: 'pay-late', amount: 360 }))).toEqual(['attention']);
    expect((await use.stored(more.who))?.attention).toContain('second-payment');
    const none = await registered();
    expect(await outcomes(await bank(none.file, { event: 'pay', amount: 0 }))).toEqual(['unreadable']);
    expect((await use.payment(none.who, none.paymentId)).state).toBe('pending');
  });

  it('keeps being paid when the settlement is reversed, with a mark', async () => {
    const { who, file } = await registered();
    await read(await bank(file, { event: 'pay' }));
    expect(await outcomes(await bank(file, { event: 'reverse' }))).toEqual(['attention']);
    expect(await use.stored(who)).toMatchObject({
      status: 5,
      is_paid: true,
      attention: ['settlement-reversed'],
      payments: [{ state: 'paid', attention: ['settlement-reversed'] }],
    });
  });

  it('takes notice of fees and of another due day', async () => {
    const { file, paymentId } = await registered();
    const due = await read(await bank(file, { event: 'due-date', day: '2026-01-20' }));
    expect(due.body.lines).toMatchObject([{ outcome: 'noted', movement: 'due-date-changed' }]);
    expect(due.body.lines[0]?.message).toContain('20/01/2026');
    expect((await read(await bank(file, { event: 'fee' }))).body.lines).toMatchObject([
      { outcome: 'noted', message: 'Tarifa do banco: R$ 1,90.', paymentId },
    ]);
  });
});

describe('the end of a slip', () => {
  it('that is in no file is told to nobody', async () => {
    const who = await payer();
    const paymentId = await order(who);
    await who.client.call('DELETE /candidate/payments/{paymentId}', { params: { paymentId } });
    expect(await slipOf(paymentId)).toMatchObject({ state: 'dropped', payer: null });
    const nothing = await send();
    expect(nothing).toMatchObject({ status: 409, body: { code: 'NOTHING_TO_SEND' } });
  });

  it('is asked of the bank by the next file, and it may still be paid until then', async () => {
    const { who, paymentId } = await registered();
    await who.client.call('DELETE /candidate/payments/{paymentId}', { params: { paymentId } });
    expect(await slipOf(paymentId)).toMatchObject({ state: 'registered', write_off: 'wanted' });
    const made = await send();
    expect(made.body).toMatchObject({ entries: 0, writeOffs: 1, total: 0 });
    const said = await read(await bank(await fileOf(made.body.id), { event: 'accept' }));
    expect(said.body.lines).toMatchObject([{ outcome: 'applied', movement: 'written-off' }]);
    expect(await slipOf(paymentId)).toMatchObject({ state: 'written-off', write_off: 'sent' });
    expect((await use.payment(who, paymentId)).state).toBe('cancelled');
    await harness.platform.jobs.run('reconciliation');
    expect((await use.payment(who, paymentId)).state).toBe('cancelled');
  });

  it('that the bank refuses leaves it payable, and late money counts while nothing else is paid', async () => {
    const { who, paymentId, file } = await registered();
    await who.client.call('DELETE /candidate/payments/{paymentId}', { params: { paymentId } });
    const asked = await sent();
    expect(await outcomes(await bank(asked, { event: 'refuse' }))).toEqual(['applied']);
    expect(await slipOf(paymentId)).toMatchObject({ write_off: 'refused' });
    await harness.platform.jobs.run('reconciliation');
    expect((await send()).body).toMatchObject({ code: 'NOTHING_TO_SEND' });
    expect(await outcomes(await bank(file, { event: 'pay-late' }))).toEqual(['applied']);
    expect(await use.stored(who)).toMatchObject({ status: 5, is_paid: true });
  });

  it('that was paid is not asked for, whoever still wants to end it', async () => {
    const { who, paymentId, file } = await registered();
    await read(await bank(file, { event: 'pay' }));
    const on = harness.platform.db.tenant(tenantId);
    await on.one(sql`update payment set remove_at_provider = true, next_check_at = null
      where tenant_id = ${tenantId} and id = ${paymentId} returning id`);
    await harness.platform.jobs.run('reconciliation');
    expect(await slipOf(paymentId)).toMatchObject({ state: 'registered', write_off: null });
    const flag = sql`select remove_at_provider as wanted from payment where tenant_id = ${tenantId} and id = ${paymentId}`;
    expect(await on.one(flag)).toEqual({ wanted: false });
    expect(await use.stored(who)).toMatchObject({ is_paid: true, attention: [] });
  });

  it('by the bank itself ends the charge', async () => {
    const { who, paymentId, file } = await registered();
    expect(await outcomes(await bank(file, { event: 'write-off' }))).toEqual(['applied']);
    expect((await use.payment(who, paymentId)).state).toBe('expired');
  });
});

describe('remittances', () => {
  it('made at once never hold one slip twice, and keep what they were', async () => {
    const people = await Promise.all([payer(), payer(), payer()]);
    for (const who of people) await order(who);
    const made = await Promise.all([send(), send(), send()]);
    const files = made.filter(({ status }) => status === 201);
    expect(files.map(({ body }) => body.entries)).toEqual([3]);
    const content = await fileOf(files[0]?.body.id ?? 0);
    expect(content.match(/^.{7}3.{5}P/gm)).toHaveLength(3);
    expect(await fileOf(files[0]?.body.id ?? 0)).toBe(content);
    const { body } = await operations().call('GET /operations/slip-remittances', {
      query: { institution: 'CUA01' },
    });
    const sequences = body.data.map(({ sequence }) => sequence);
    expect(new Set(sequences).size).toBe(sequences.length);
    expect(Math.max(...sequences)).toBe(sequences.length);
  });

  it('made while slips come and go hold each of them once, or none that ended before', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, payer));
    const ordered = people.map(async (who, at) => {
      const paymentId = await order(who);
      if (at % 3 === 0)
        await who.client.call('DELETE /candidate/payments/{paymentId}', { params: { paymentId } });
      return { paymentId, reference: (await use.txidOf(who, paymentId)).toUpperCase() };
    });
    const during = Promise.all([send(), send(), send()]);
    const slips = await Promise.all(ordered);
    const made = [...(await during), await send()].filter(({ status }) => status === 201);
    const orders = (await Promise.all(made.map(({ body }) => fileOf(body.id)))).flatMap((file) =>
      file.split('\r\n').filter((line) => line.charAt(13) === 'P'),
    );
    for (const [at, { paymentId, reference }] of slips.entries()) {
      const mine = orders.filter((line) => line.includes(reference)).map((line) => line.slice(15, 17));
      const { state } = (await slipOf(paymentId)) ?? {};
      if (at % 3 === 0)
        expect([state, mine]).toEqual(state === 'dropped' ? ['dropped', []] : ['sent', ['01', '02']]);
      else expect([state, mine]).toEqual(['sent', ['01']]);
    }
  });

  it('answer the same key with the same file', async () => {
    await order(await payer());
    const key = use.key();
    const [first, again] = [await send('CUA01', key), await send('CUA01', key)];
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body.id).toBe(first.body.id);
  });

  it('are refused for institutions of another way, of another tenant, and unknown ones', async () => {
    expect((await send('EPA01')).body).toMatchObject({ code: 'SLIPS_NOT_BY_FILE' });
    expect((await send('FBX01')).body).toMatchObject({ code: 'INSTITUTION_UNKNOWN' });
    expect((await send('NADA')).body).toMatchObject({ code: 'INSTITUTION_UNKNOWN' });
    const beta = harness.operationsOf('beta');
    const list = await beta.call('GET /operations/slip-remittances', {});
    expect(list.body.data).toEqual([]);
    const { body } = await operations().call('GET /operations/slip-remittances', {});
    const params = { id: body.data[0]?.id ?? 0 };
    expect((await beta.call('GET /operations/slip-remittances/{id}/file', { params })).status).toBe(404);
  });

  it('lose their content after 90 days', async () => {
    const before = harness.clock.now();
    const { body } = await operations().call('GET /operations/slip-remittances', {});
    harness.clock.set(new Date(before.getTime() + 91 * 24 * 3600_000));
    await harness.platform.jobs.run('retention');
    harness.clock.set(before);
    const params = { id: body.data[0]?.id ?? 0 };
    expect((await operations().call('GET /operations/slip-remittances/{id}/file', { params })).status).toBe(
      404,
    );
  });
});

describe('returns', () => {
  const refusal = async (file: string, institution = 'CUA01') => {
    const before = await everything();
    const said = await read(file, institution);
    expect(await everything()).toEqual(before);
    const { code, problems } = said.body as unknown as {
      code: string;
      problems: { line: number; message: string }[];
    };
    return { code, problems };
  };

  it('that are damaged, foreign or none are refused as a whole, line by line', async () => {
    const { file } = await registered();
    const good = await bank(file, { event: 'pay' });
    const lines = good.split('\r\n');
    const joined = (change: (lines: string[]) => void) => {
      const copy = [...lines];
      change(copy);
      return copy.join('\r\n');
    };
    const refused = async (content: string, line: number, text: RegExp) => {
      const { code, problems } = await refusal(content);
      expect(code).toBe('RETURN_REFUSED');
      expect(problems).toContainEqual({ line, message: expect.stringMatching(text) });
    };
    await refused(
      joined((all) => all.splice(3, 1)),
      3,
      /fora de ordem/,
    );
    await refused(
      joined((all) => all.splice(2, 1, (all[2] ?? '').slice(0, 100))),
      3,
      /cortada/,
    );
    await refused(lines.slice(0, -2).join('\r\n'), 5, /fora de ordem/);
    await refused(file, 1, /não é um retorno/);
    await refused(good.replaceAll(/^001/gm, '237'), 1, /banco 237; os boletos daqui são do banco 001/);
    await refused(good.replace('12ABC34501DE35', '34EPA001000102'), 1, /CNPJ 34EPA001000102/);
    await refused(`${good}${'x\n'.repeat(10_001)}`, 10_000, /linhas demais/);
    expect((await read(good)).body.counts).toEqual({ applied: 1 });
  });

  it('of another institution of the same company are refused', async () => {
    await takeSlipsByFile(harness, 'EPA01', {
      ...BY_FILE,
      receiver: { name: 'CENTRO UNIV ALFA EXEMPLO', city: 'BELO HORIZONTE', document: '12ABC34501DE35' },
      slipAgreement: { bank: '001', agreement: '7654321', wallet: '17' },
    });
    const { file } = await registered();
    const good = await bank(file, { event: 'pay' });
    const { code, problems } = await refusal(good, 'EPA01');
    expect([code, problems]).toEqual([
      'RETURN_REFUSED',
      [{ line: 1, message: 'O convênio 2874611 do arquivo é da instituição CUA01.' }],
    ]);
  });

  it('say line by line what is not ours and what cannot be read, and read the rest', async () => {
    const people = [await payer(), await payer(), await payer()];
    const ids: number[] = [];
    for (const who of people) ids.push(await order(who));
    const file = await sent();
    const good = await bank(file, { event: 'accept', sequence: 700 });
    const lines = good.split('\r\n');
    const [second = '', third = ''] = [lines[4], lines[6]];
    // The second is a slip of another system, the third has letters where its amount should be.
    lines[4] = second.replace(/2874611\d{10}/, '28746110000099999');
    lines[6] = `${third.slice(0, 81)}X${third.slice(82)}`;
    const said = await read(lines.join('\r\n'));
    expect(said.body.lines).toMatchObject([
      { line: 3, outcome: 'applied', paymentId: ids[0] },
      { line: 5, outcome: 'unknown-number', paymentId: null },
      { line: 7, outcome: 'unreadable', movement: null },
    ]);
    expect(said.body.lines[1]?.message).toContain('28746110000099999');
    expect(said.body.lines[2]?.message).toContain('valor do boleto');
    // The bank's file comes again, whole: only what was not read yet is read.
    expect(await outcomes(good)).toEqual(['repeated', 'applied', 'applied']);
    for (const [at, who] of people.entries())
      expect((await use.payment(who, ids[at] ?? 0)).state).toBe('pending');
  });

  it('under a known number with another content change nothing', async () => {
    const { file } = await registered();
    await read(await bank(file, { event: 'fee', sequence: 800 }));
    expect(await outcomes(await bank(file, { event: 'pay', sequence: 800 }))).toEqual(['conflict']);
  });

  it('name another slip under a number of ours: nothing moves', async () => {
    const { file, who, paymentId } = await registered();
    const good = await bank(file, { event: 'pay' });
    const strange = good
      .split('\r\n')
      .map((line) =>
        line.charAt(13) === 'T' ? `${line.slice(0, 105)}${'OUTRO'.padEnd(25)}${line.slice(130)}` : line,
      );
    expect(await outcomes(strange.join('\r\n'))).toEqual(['unknown-number']);
    expect((await use.payment(who, paymentId)).state).toBe('pending');
  });

  it('pay a slip twice on one day: the second is marked', async () => {
    const { file, who } = await registered();
    const lines = (await bank(file, { event: 'pay' })).split('\r\n');
    const details = lines.slice(2, 4);
    const count = (line = '', more = 0) =>
      line.replace(/^(.{17})(\d{6})(\d{0,6})/, (_whole, head: string, one: string, two: string) =>
        two && line.charAt(7) === '9'
          ? `${head}${one}${String(Number(two) + more).padStart(6, '0')}`
          : `${head}${String(Number(one) + more).padStart(6, '0')}${two}`,
      );
    const twice = [...lines.slice(0, 4), ...details, count(lines[4], 2), count(lines[5], 2), ''];
    expect(await outcomes(twice.join('\r\n'))).toEqual(['applied', 'attention']);
    expect((await use.stored(who))?.attention).toEqual(['second-payment']);
  });
});

it('has no more our-numbers: the candidate pays in another way', async () => {
  await takeSlipsByFile(harness, 'CUA01', { cnab: { ...BY_FILE.cnab, lastNumber: 100 } });
  const refused = await use.pay(await payer(), use.key(), { method: 'slip' });
  expect(refused).toMatchObject({ status: 503, body: { code: 'PROVIDER_UNAVAILABLE' } });
  await takeSlipsByFile(harness);
});
