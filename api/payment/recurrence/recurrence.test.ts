import { readBrCode } from '@orbita/domain/payment';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { control, type Enrolling } from '../../../testing/enrolling.ts';
import { type Harness, startHarness, T0 } from '../../../testing/harness.ts';
import { RECURRING_DATES, type Recurring, recurring } from '../../../testing/recurring.ts';
import { until } from '../../../testing/until.ts';
import { ProviderUnavailable } from '../../platform/ports.ts';
import { beginRecurrence } from './begin.ts';
import { endRecurrences } from './end.ts';
import { createRecurrence, lookUpRecurrence } from './provider.ts';

/** The authorisation of the later instalments by automatic Pix, against the simulated bank. */

let harness: Harness;
let use: Recurring;
beforeAll(async () => {
  harness = await startHarness();
  use = recurring(harness);
});
afterEach(async () => {
  await control(harness, 'PUT', '/faults', { port: 'pix', mode: 'ok' });
  await use.at(T0);
});
afterAll(() => harness?.stop());

const atBank = async (who: Enrolling) => {
  const answer = await control(harness, 'GET', '/recurrences');
  const all = (await answer.json()) as { contract: string; status: string; idRec: string }[];
  return all.filter(({ contract }) => contract.startsWith(`${who.id}-`));
};

describe('an authorisation that was begun', () => {
  it('D-71: is fixed for equal instalments, and has their days and amounts', async () => {
    const { who } = await use.begun();
    expect(await use.stored(who)).toMatchObject({
      ...{ state: 'created', kind: 'fixed', amount_cents: 36_000, day_of_month: 5, provider_id: null },
    });
    expect(
      (await use.cycles(who)).map(({ number, due_day, amount_cents, state }) => [
        ...[number, due_day, amount_cents, state],
      ]),
    ).toEqual([
      [2, '2026-02-05', 36_000, 'planned'],
      [3, '2026-03-05', 36_000, 'planned'],
      [4, '2026-04-05', 36_000, 'planned'],
    ]);
  });
  it('D-71: is otherwise variable with the highest as limit', async () => {
    const { who } = await use.begun([36_000, 40_000, 38_000]);
    expect(await use.stored(who)).toMatchObject({ kind: 'variable', amount_cents: 40_000 });
  });
  it('does not exist when nothing is left to charge, nor twice', async () => {
    const { who, paymentId } = await use.begun();
    const again = (amounts: number[]) =>
      harness.platform.db.write(who.tenantId, (tx) =>
        beginRecurrence(tx, harness.platform, {
          ...{ subscriptionId: who.id, paymentId, method: 'automatic-pix', dates: RECURRING_DATES },
          rows: [36_000, ...amounts].map((final, at) => ({ number: at + 1, final })),
          payer: { cpf: '11122233396', name: 'Candidata Teste' },
        }),
      );
    expect(await again([0, 0])).toBeUndefined();
    await expect(again([36_000])).rejects.toThrow();
  });
});

describe('requested from the bank', () => {
  it("has one code for the first instalment and the authorisation; the payer's data is dropped here", async () => {
    const { who, copyPaste } = await use.asked();
    expect(readBrCode(copyPaste ?? '')).toMatchObject({
      ok: true,
      code: { kind: 'dynamic', recurrenceUrl: expect.stringContaining('/rec/') },
    });
    expect(await use.stored(who)).toMatchObject({
      ...{ state: 'created', copy_paste: copyPaste, payer_name: null, payer_cpf: null },
      provider_id: expect.stringMatching(/^RR/),
    });
  });
  it.each(['approved', 'rejected'] as const)(
    'is %s with the payment of the first instalment',
    async (state) => {
      const { who } = await use.decided(state);
      await use.use.paid(who);
      expect(await use.use.stored(who)).toMatchObject({ is_paid: true });
      expect(await use.events(who)).toEqual(['recurrence.updated']);
      const states = (await use.cycles(who)).map((cycle) => cycle.state);
      expect(new Set(states)).toEqual(new Set([state === 'approved' ? 'planned' : 'cancelled']));
    },
  );
  it('is not created while the bank is down, and once when its answer comes late', async () => {
    const { who, id } = await use.begun();
    await control(harness, 'PUT', '/faults', { port: 'pix', mode: 'down' });
    await expect(createRecurrence(harness.platform, who.tenantId, id)).rejects.toBeInstanceOf(
      ProviderUnavailable,
    );
    await control(harness, 'PUT', '/faults', { port: 'pix', mode: 'ok' });
    await use.run(who);
    await use.run(who);
    expect(await atBank(who)).toHaveLength(1);
    expect(await use.stored(who)).toMatchObject({ copy_paste: expect.stringMatching(/^000201/) });
  });
  it('is found again by our number when the answer was lost', async () => {
    const { who, id } = await use.asked();
    const { tenantId } = who;
    await harness.platform.db.tenant(tenantId).many(sql`
      update recurrence set provider_id = null, copy_paste = null, payer_cpf = '11122233396', payer_name = 'C'
      where tenant_id = ${tenantId} and id = ${id} returning id`);
    const noFuture = (on: boolean) => control(harness, 'PUT', '/strange', { side: 'pix-no-future', on });
    await noFuture(true);
    await lookUpRecurrence(harness.platform, tenantId, id);
    await noFuture(false);
    expect(await atBank(who)).toHaveLength(1);
    expect(await use.stored(who)).toMatchObject({
      provider_id: (await atBank(who))[0]?.idRec,
      copy_paste: expect.stringMatching(/^000201/),
    });
  });
  it('is given up when its charge ended unpaid', async () => {
    const { who, paymentId } = await use.asked();
    await who.client.call('DELETE /candidate/payments/{paymentId}', { params: { paymentId } });
    await use.run(who);
    expect(await use.stored(who)).toMatchObject({ state: 'cancelled', ended_by: 'institution' });
    await use.run(who);
    expect(await atBank(who)).toMatchObject([{ status: 'CANCELADA' }]);
    expect(await use.stored(who)).toMatchObject({ cancel_at_provider: false });
  });
});

describe('the end', () => {
  it('by the payer is received, with who ended it', async () => {
    const { who } = await use.decided();
    const [rec] = await atBank(who);
    await use.play(`/recurrences/${rec?.idRec}`, 'cancelled');
    await until(
      () => use.stored(who),
      (row) => row?.state === 'cancelled',
    );
    expect(await use.stored(who)).toMatchObject({ ended_by: 'payer', end_code: 'SLDB' });
    expect(new Set((await use.cycles(who)).map(({ state }) => state))).toEqual(new Set(['cancelled']));
  });
  it('by us is sent to the bank after the commit', async () => {
    const { who } = await use.decided();
    const ended = await harness.platform.db.write(who.tenantId, (tx) =>
      endRecurrences(tx, harness.platform, who.id),
    );
    expect(ended).toBe(1);
    expect(await atBank(who)).toMatchObject([{ status: 'APROVADA' }]);
    await use.run(who);
    expect(await atBank(who)).toMatchObject([{ status: 'CANCELADA' }]);
    expect(await use.stored(who)).toMatchObject({ state: 'cancelled', cancel_at_provider: false });
    expect(await use.events(who)).toEqual(['recurrence.updated', 'recurrence.updated']);
  });
  it('comes with the cancellation of the application', async () => {
    const { who } = await use.asked();
    const answer = await who.client.call('POST /candidate/subscriptions/{id}/cancellation', {
      params: { id: who.id },
      body: { reason: 'gave-up' },
      headers: { 'idempotency-key': `leave-${who.id}` },
    });
    expect((answer as { status: number }).status).toBeLessThan(300);
    expect(await use.stored(who)).toMatchObject({ state: 'cancelled', cancel_at_provider: true });
  });
  it('stays, though the bank later reports that the payer agreed', async () => {
    const { who, txid, id } = await use.asked();
    await harness.platform.db.write(who.tenantId, (tx) => endRecurrences(tx, harness.platform, who.id));
    await use.use.settle(txid, { result: 'paid', recurrence: 'approved' });
    await lookUpRecurrence(harness.platform, who.tenantId, id);
    expect(await use.stored(who)).toMatchObject({ state: 'cancelled', cancel_at_provider: true });
    // The bank's notice may hold the row when the job first gets to it; the job then tries again.
    await until(
      async () => {
        await use.run(who);
        return atBank(who);
      },
      ([one]) => one?.status === 'CANCELADA',
    );
  });
});
