import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ACTS, type ActName } from '../testing/engine/acts.ts';
import { doSteps, play } from '../testing/engine/play.ts';
import { toContract } from '../testing/engine/scenarios.ts';
import { Engine, type Walker } from '../testing/engine/walker.ts';
import { type Harness, startHarness, T0 } from '../testing/harness.ts';

let harness: Harness;
let engine: Engine;

beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  engine = await Engine.on(harness);
});
afterAll(() => harness.stop());
afterEach(() => engine.at(T0));

const on = () => harness.house.db.tenant(engine.tenantId);
const does = (of: Walker, name: ActName) => ACTS[name].run(of);
const paymentsOf = (of: Walker) =>
  on().many<{ method: string; state: string }>(sql`
    select method, state from payment where tenant_id = ${engine.tenantId} and subscription_id = ${of.id} order by id`);
const stepOf = async (of: Walker, code: string) => {
  const { body } = await of.candidate('GET', '/steps');
  return (body as unknown as { code: string; state: string }[]).find((step) => step.code === code)?.state;
};

describe('selection documents before a test (TR-20)', () => {
  it('lead back to the booking of the test, and the test to the contract', async () => {
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
  /** In CT the course of G that costs nothing in BH costs something. */
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

  it('asks for the money of what is chosen, however free the first choice was', async () => {
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

  it('gives the voucher back, which holds only while it is valid', async () => {
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
