import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CardPaying, cardPaying } from '../../testing/card-paying.ts';
import { CARDS } from '../../testing/cards.ts';
import { control, type Enrolling } from '../../testing/enrolling.ts';
import { slipPayer } from '../../testing/filing.ts';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { personAt } from '../../testing/person-at.ts';
import type { Charge } from '../../testing/requests.ts';
import { until } from '../../testing/until.ts';

let harness: Harness;
let use: CardPaying;
beforeAll(async () => {
  harness = await startHarness();
  use = cardPaying(harness);
});
afterAll(() => harness.stop());

type Command = { headers: { 'idempotency-key': string }; more: Partial<Charge> };

/** Puts the payment into the state left by a process killed before it gets the answer to its order. */
async function killedMeanwhile(who: Enrolling, paymentId: number, txid?: string): Promise<void> {
  const on = harness.platform.db.tenant(who.tenantId);
  await on.one(sql`
    update payment set state = 'created', txid = coalesce(${txid ?? null}::text, txid), pix_copy_paste = null,
      provider_id = null, checks = 0, next_check_at = null
    where tenant_id = ${who.tenantId} and id = ${paymentId} returning id`);
  await on.many(sql`delete from idempotency_key where tenant_id = ${who.tenantId} returning key`);
}

const reconciled = <T>(read: () => Promise<T>, is: (now: T) => boolean) =>
  until(async () => {
    await harness.platform.jobs.run('reconciliation');
    return read();
  }, is);
const slipsOf = async (who: Enrolling, paymentId: number) => {
  const reference = await use.txidOf(who, paymentId);
  const all = (await (await control(harness, 'GET', '/slips')).json()) as { seuNumero: string }[];
  return all.filter(({ seuNumero }) => seuNumero === reference);
};

/** Pays, loses the process, and lets the page repeat the same command while the provider fails with `mode`. */
async function repeatedWhile(who: Enrolling, mode: 'ok' | 'down', port: string, more: Partial<Charge>) {
  const command: Command = { headers: use.key(), more };
  const { paymentId } = (await use.pay(who, command.headers, command.more)).body;
  await killedMeanwhile(who, paymentId);
  await use.fault(port, mode);
  const repeated = await use.pay(who, command.headers, command.more);
  await use.fault(port, 'ok');
  return { paymentId, repeated };
}

describe('a process killed while it created a charge', () => {
  it('leaves the charge to the reconciliation', async () => {
    const who = await personAt(harness, 'payment');
    const { body } = await use.pay(who);
    const txid = 'K'.repeat(32);
    await killedMeanwhile(who, body.paymentId, txid);
    await harness.platform.jobs.run('reconciliation');
    const found = await use.payment(who, body.paymentId);
    expect(found).toMatchObject({ state: 'pending', amount: 360 });
    expect(found.pix?.copyPaste).not.toBe(body.pix?.copyPaste);
    await use.settle(txid);
    await use.paid(who);
  });

  it('S28: does not fail the charge because the provider refuses the repeated command', async () => {
    const who = await personAt(harness, 'payment');
    const { paymentId, repeated } = await repeatedWhile(who, 'down', 'pix', {});
    expect(repeated).toMatchObject({ status: 202, body: { paymentId, state: 'processing' } });
    const found = await reconciled(
      () => use.payment(who, paymentId),
      ({ state }) => state === 'pending',
    );
    expect(found.pix?.copyPaste).toBeTruthy();
    expect(await use.stored(who)).toMatchObject({ payments: [{ state: 'pending' }] });
  });

  it('S28: gets its code by the repeated command', async () => {
    const who = await personAt(harness, 'payment');
    const { paymentId, repeated } = await repeatedWhile(who, 'ok', 'pix', {});
    expect(repeated).toMatchObject({ status: 201, body: { paymentId, state: 'pending' } });
  });

  it.each(['ok', 'down'] as const)('S28: has created one slip, with the bank %s', async (mode) => {
    const who = await slipPayer(harness);
    const { paymentId, repeated } = await repeatedWhile(who, mode, 'slip', { method: 'slip' });
    expect(repeated.body).toMatchObject({ paymentId });
    expect(repeated.status).toBeLessThan(300);
    await reconciled(
      () => use.payment(who, paymentId),
      ({ state }) => state === 'pending',
    );
    expect(await slipsOf(who, paymentId)).toHaveLength(1);
  });

  it.each(['ok', 'down'] as const)('S28: has charged the card once, with the acquirer %s', async (mode) => {
    const who = await personAt(harness, 'payment');
    const card = await use.cardOf(who, CARDS.processing);
    const { paymentId, repeated } = await repeatedWhile(who, mode, 'cielo', { method: 'credit-card', card });
    expect(repeated).toMatchObject({ status: 202, body: { paymentId, state: 'processing' } });
    const orderId = await use.txidOf(who, paymentId);
    await use.decide('cielo', orderId, { result: 'approve', silent: true });
    const paid = await reconciled(
      () => use.stored(who),
      (now) => now?.is_paid === true,
    );
    expect(paid).toMatchObject({ payments: [{ state: 'paid', received: 36_000 }], attention: [] });
    expect((await use.atAcquirers()).filter((one) => one.orderId === orderId)).toHaveLength(1);
  });
});
