import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ACTS, type ActName } from '../../testing/engine/acts.ts';
import { doSteps, play } from '../../testing/engine/play.ts';
import { toApproved, toContract } from '../../testing/engine/scenarios.ts';
import { Engine, type Walker } from '../../testing/engine/walker.ts';
import { control } from '../../testing/enrolling.ts';
import { type Harness, startHarness, T0 } from '../../testing/harness.ts';
import { until } from '../../testing/until.ts';

let harness: Harness;
let engine: Engine;

beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  engine = await Engine.on(harness);
});
afterAll(() => harness.stop());
afterEach(() => engine.at(T0));

const on = () => harness.platform.db.tenant(engine.tenantId);
const does = (of: Walker, name: ActName) => ACTS[name].run(of);
const paymentsOf = (of: Walker) =>
  on().many<{ method: string; state: string }>(sql`
    select method, state from payment where tenant_id = ${engine.tenantId} and subscription_id = ${of.id} order by id`);
const stepOf = async (of: Walker, code: string) => {
  const { body } = await of.candidate('GET', '/steps');
  return (body as unknown as { code: string; state: string }[]).find((step) => step.code === code)?.state;
};

describe('selection documents before a test (TR-20)', () => {
  it('are followed by the booking of the test, and the test by the contract', async () => {
    const of = await play(engine, { head: 'documents-test', steps: () => [] }, 'G');
    const { offer_id: offer, pole_id: pole } = engine.place('G', 'documents-test', 'plain');
    const slot = await on().one<{ id: number }>(sql`
      insert into schedule_slot (tenant_id, offer_id, pole_id, code, place, at, capacity)
      values (${engine.tenantId}, ${offer}, ${pole}, 'DOCUMENTS', 'Bloco A', '2026-02-03T14:00:00-03:00', 5) returning id`);
    const book = () => of.candidate('PUT', '/scheduling', { hourId: slot?.id });
    expect([await of.status(), (await book()).status]).toEqual([10, 409]);
    await doSteps(of, ['approve selection documents']);
    expect(await of.status()).toBe(1);
    expect([await stepOf(of, 'selection-documents'), await stepOf(of, 'assessment')]).toEqual([
      'done',
      'current',
    ]);

    expect((await book()).status).toBe(200);
    const passed = [{ subscriptionId: of.id, present: true, score: 700, essayScore: 700 }];
    engine.at('2026-02-03T18:00:00-03:00');
    expect((await of.institution('POST', `/schedules/${slot?.id}/results`, passed)).status).toBe(200);
    expect(await of.status()).toBe(3);
  });

  it('are followed by the decision about a bulletin, not by another look-up', async () => {
    const of = await play(
      engine,
      { head: 'documents-exam', steps: () => ['approve selection documents'] },
      'G',
    );
    await doSteps(of, ['look up the score', 'miss the score', 'send the bulletin']);
    expect(await of.status()).toBe(10);
    await doSteps(of, ['approve selection documents']);
    expect(await of.status()).toBe(10);
    await doSteps(of, ['approve the score']);
    expect(await of.status()).toBe(3);
  });
});

describe('a change after a waived contract (TR-84, S-35)', () => {
  /** Adds a price in CT for the course of G, which is free in BH. */
  const priceInCuritiba = () =>
    on().one(sql`
      with listed as (
        insert into price_list (tenant_id, institution_id, course_id, intake_id, pole_id)
        select pl.tenant_id, pl.institution_id, pl.course_id, pl.intake_id, p.id
        from price_list pl
        join course c on c.tenant_id = pl.tenant_id and c.id = pl.course_id and c.code = 'GFREE'
        join pole p on p.tenant_id = pl.tenant_id and p.code = 'CT'
        where pl.tenant_id = ${engine.tenantId} returning id)
      insert into price (tenant_id, price_list_id, code, kind, description, plan)
      select ${engine.tenantId}, id, 'E-GFREE-CT', 'enrollment', 'Primeira parcela', '[40000, 40000]' from listed returning id`);

  it('requires the payment of the new choice after a free first choice', async () => {
    await priceInCuritiba();
    const of = await play(engine, { tail: 'free', steps: toContract }, 'G');
    expect(await of.snapshot()).toMatchObject({ status: 5, is_paid: true });
    await doSteps(of, ['change the pole']);
    expect(await of.snapshot()).toMatchObject({ status: 3, is_paid: false });
    await doSteps(of, ['accept the contract']);
    expect(await of.snapshot()).toMatchObject({ status: 6, is_paid: false });
    await doSteps(of, ['pay by pix']);
    expect(await of.snapshot()).toMatchObject({ status: 5, is_paid: true });
    expect(await stepOf(of, 'payment')).toBe('done');
    expect((await does(of, 'change the pole back')).status).toBe(409);
  });

  it('releases the voucher, which can be used again only while it is valid', async () => {
    const of = await play(engine, { steps: toContract }, 'G');
    await doSteps(of, ['use a voucher for everything', 'change the pole']);
    expect(await paymentsOf(of)).toEqual([{ method: 'waived', state: 'cancelled' }]);
    await doSteps(of, ['accept the contract', 'use a voucher for everything']);
    expect(await of.snapshot()).toMatchObject({ status: 5, is_paid: true });

    await doSteps(of, ['change the pole back']);
    await on().one(sql`
      update voucher set valid_to = '2026-01-11' where tenant_id = ${engine.tenantId} and code = 'TUDO' returning id`);
    await doSteps(of, ['accept the contract']);
    expect(await of.snapshot()).toMatchObject({ status: 6, is_paid: false });
    expect((await does(of, 'use a voucher for everything')).body).toMatchObject({ code: 'VOUCHER_INVALID' });
    await doSteps(of, ['pay by pix']);
    expect(await of.snapshot()).toMatchObject({ status: 5, is_paid: true, received_cents: 40_000 });
    await on().one(sql`
      update voucher set valid_to = '2026-03-06' where tenant_id = ${engine.tenantId} and code = 'TUDO' returning id`);
  });
});

const expire = async () => {
  await engine.runJob('payment-deadline');
  await engine.runJob('intake-expiry');
};
const deadlineOf = async (of: Walker) => {
  const { body } = await of.candidate('GET', '/status');
  return (body as unknown as { deadlines: { payment?: string } }).deadlines.payment;
};

describe('a decision that took longer than the payment period', () => {
  const LATE = { clock: 'payment deadline' } as const;

  it('on documents before the payment leaves the whole payment period (TR-76)', async () => {
    const of = await play(engine, { tail: 'before', steps: toContract }, 'G');
    await doSteps(of, [LATE]);
    expect(await deadlineOf(of)).toBeNull();
    await doSteps(of, ['approve documents']);
    await expire();
    expect([await of.status(), await deadlineOf(of)]).toEqual([6, '2026-02-01T23:59:59-03:00']);
    await doSteps(of, ['pay by pix']);
    expect(await of.status()).toBe(7);
  });

  it('on documents after the end of the intake gives the days of a late decision (TR-76)', async () => {
    const of = await play(engine, { tail: 'before', steps: toContract }, 'G');
    await doSteps(of, [{ clock: 'intake' }, 'approve documents']);
    await expire();
    expect([await of.status(), await deadlineOf(of)]).toEqual([6, '2026-02-17T23:59:59-03:00']);
  });

  it('on a withdrawn cancellation request leaves the whole payment period (TR-93)', async () => {
    const paidFee = ['take the fee', 'settle by hand', 'fill in and accept the contract'] as const;
    const of = await play(engine, { steps: () => paidFee }, 'T');
    await doSteps(of, ['cancel', LATE, 'take the cancellation back']);
    await expire();
    expect([await of.status(), await deadlineOf(of)]).toEqual([6, '2026-02-01T23:59:59-03:00']);
  });

  it('gives no new time to a candidate who has paid', async () => {
    const of = await play(engine, { steps: toContract }, 'G');
    await doSteps(of, ['pay by pix', 'cancel', LATE, 'take the cancellation back']);
    const row = await on().one<{ payment_deadline: Date }>(sql`
      select payment_deadline from subscription where tenant_id = ${engine.tenantId} and id = ${of.id}`);
    expect([await of.status(), row?.payment_deadline]).toEqual([
      5,
      new Date('2026-01-19T23:59:59.999-03:00'),
    ]);
  });
});

describe('a removed block (TR-95)', () => {
  it.each([
    [6, 'G', {}, toContract],
    [21, 'G', { tail: 'class' }, toContract],
    [17, 'T', {}, () => []],
  ] as const)('gives a candidate in %i the payment period again', async (status, letter, way, steps) => {
    const of = await play(engine, { ...way, steps }, letter);
    await doSteps(of, ['block', { clock: 'payment deadline' }, 'unblock']);
    await expire();
    expect(await of.status()).toBe(status);
    expect(await deadlineOf(of)).toBe('2026-02-01T23:59:59-03:00');
    engine.at('2026-02-02T00:01:00-03:00');
    await expire();
    expect(await of.status()).toBe(13);
  });

  it('also gives it when documents come before the payment', async () => {
    const of = await play(engine, { tail: 'before', steps: toContract }, 'G');
    await doSteps(of, ['block', { clock: 'payment deadline' }, 'unblock', 'approve documents']);
    await expire();
    expect(await of.status()).toBe(6);
  });

  it('extends the period to accept the contract after the end of the intake', async () => {
    const of = await play(engine, { steps: toApproved }, 'G');
    await doSteps(of, ['block', { clock: 'intake' }, 'unblock']);
    await expire();
    expect(await of.status()).toBe(3);
  });
});

describe('an expired application that is reinstated (TR-98)', () => {
  const LATE = { clock: 'payment deadline' } as const;
  const OVER = { clock: 'intake' } as const;

  it('waits for its fee again, with a new payment period', async () => {
    const of = await play(engine, { steps: () => [LATE] }, 'T');
    expect(await of.status()).toBe(13);
    await doSteps(of, ['reinstate']);
    expect(await of.status()).toBe(17);
    await engine.runJob('payment-deadline');
    await doSteps(of, ['pay the fee by pix']);
    expect(await of.snapshot()).toMatchObject({ status: 3, is_tax_paid: true });
  });

  it('continues after the fee when it was paid late', async () => {
    const of = await play(engine, { head: 'documents', steps: () => [] }, 'T');
    const options = await of.candidate('GET', '/payment-options?purpose=tax');
    const { prices } = options.body as unknown as { prices: { priceId: number }[] };
    const wanted = { purpose: 'tax', priceId: prices[0]?.priceId, method: 'pix', installments: 1 };
    expect((await of.candidate('POST', '/payments', wanted)).status).toBe(201);
    engine.at('2026-01-25T10:00:00-03:00');
    await engine.runJob('charge-expiry');
    await engine.runJob('payment-deadline');
    expect(await of.status()).toBe(13);
    const marks = async () =>
      (
        await on().one<{ attention: string[] }>(
          sql`select attention from subscription where tenant_id = ${engine.tenantId} and id = ${of.id}`,
        )
      )?.attention;
    const charge = await on().one<{ txid: string }>(sql`
      select txid from payment where tenant_id = ${engine.tenantId} and subscription_id = ${of.id}`);
    await control(harness, 'POST', `/pix/${charge?.txid}`, { result: 'paid', late: true });
    await until(marks, (now) => now?.includes('late-payment') === true);

    await doSteps(of, ['reinstate']);
    const { history, ...after } = await of.snapshot();
    expect(after).toMatchObject({ status: 10, is_tax_paid: true, received_cents: 12_000 });
    expect(history.slice(-2).map(({ event, to }) => [event, to])).toEqual([
      ['reinstated', 17],
      ['tax-paid', 10],
    ]);
    expect(await marks()).toEqual([]);
  });

  it('returns to its status before the contract, with days to continue', async () => {
    const of = await play(engine, { steps: (letter) => [...toApproved(letter), OVER] }, 'E');
    expect(await of.status()).toBe(13);
    await doSteps(of, ['reinstate']);
    await engine.runJob('intake-expiry');
    expect(await of.status()).toBe(3);
    await doSteps(of, ['fill in and accept the contract']);
    expect(await of.status()).toBe(6);
  });

  it('stays ended while the person is blocked', async () => {
    const of = await play(engine, { steps: (letter) => [...toContract(letter), LATE, 'block'] }, 'G');
    const refused = await does(of, 'reinstate');
    expect([refused.status, refused.body.code, await of.status()]).toEqual([403, 'BLOCKED', 13]);
    await doSteps(of, ['unblock', 'reinstate']);
    expect(await of.status()).toBe(6);
  });
});
