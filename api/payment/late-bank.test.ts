import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { control } from '../../testing/enrolling.ts';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { type Paying, paying } from '../../testing/paying.ts';
import { personAt } from '../../testing/person-at.ts';
import { until } from '../../testing/until.ts';
import type { PixCharge } from '../platform/ports.ts';
import { pixReport } from './instruments/pix.ts';
import { handleNotices } from './notices.ts';
import { receivedOf } from './pix-caller.ts';

/** Banks say on a charge only later what their webhook has already said (bacen/pix-api issues 319 and 321). */
let harness: Harness;
let use: Paying;
beforeAll(async () => {
  harness = await startHarness();
  use = paying(harness);
});
afterAll(() => harness?.stop());

const strange = (side: string, on: boolean) => control(harness, 'PUT', '/strange', { side, on });
const charged = async () => {
  const who = await personAt(harness, 'payment');
  const { paymentId } = (await use.pay(who)).body;
  return { who, paymentId, txid: await use.txidOf(who, paymentId) };
};

it('money counts although its charge is still open at the bank', async () => {
  const { who, txid } = await charged();
  await strange('pix-status-late', true);
  await use.settle(txid);
  expect((await use.paid(who))?.payments).toMatchObject([{ state: 'paid', received: 36_000 }]);
  await strange('pix-status-late', false);
});

it('money counts although its charge is being cancelled and still open at the bank', async () => {
  const { who, paymentId, txid } = await charged();
  const unmute = await use.muteBank();
  await strange('pix-status-late', true);
  await use.settle(txid);
  const params = { paymentId };
  await who.client.call('DELETE /candidate/payments/{paymentId}', { params });
  expect(await use.stored(who)).toMatchObject({ is_paid: true, payments: [{ state: 'paid' }] });
  await strange('pix-status-late', false);
  await unmute();
});

it('a webhook waits for money that the charge does not show yet', async () => {
  const { who, txid } = await charged();
  const on = harness.platform.db.tenant(who.tenantId);
  const waiting = () =>
    on.one<{ done: boolean; attempts: number }>(sql`
      select handled_at is not null as done, attempts from provider_notice
      where tenant_id = ${who.tenantId} and body->>'txid' = ${txid}`);
  // The attempt that follows the webhook's arrival by itself may still be going on.
  const again = async () => {
    await on.many(sql`
      update provider_notice set next_attempt_at = '2000-01-01' where tenant_id = ${who.tenantId}
        and body->>'txid' = ${txid} returning id`);
    await handleNotices(harness.platform, who.tenantId);
    return waiting();
  };
  await strange('pix-charge-late', true);
  await use.settle(txid);
  const late = await until(again, (row) => (row?.attempts ?? 0) > 1);
  expect([late?.done, (await use.stored(who))?.is_paid]).toEqual([false, false]);
  await strange('pix-charge-late', false);
  await until(again, (row) => row?.done === true);
  expect((await use.stored(who))?.is_paid).toBe(true);
});

describe('a report', () => {
  const received = (amountCents: number, refundedCents = 0) => ({
    ...{ endToEndId: `E${amountCents}`, amountCents, at: null },
    ...(refundedCents > 0 ? { refundedCents } : {}),
  });
  const of = (status: PixCharge['status'], ...money: ReturnType<typeof received>[]) => {
    const charge = {
      txid: 'a1',
      status,
      amountCents: 100,
      copyPaste: null,
      createdAt: '',
      expiresInSeconds: 1,
    };
    const report = pixReport({ ...charge, received: money });
    return [report.status, report.received.map(({ amountCents }) => amountCents)];
  };

  it.each<[PixCharge['status'], string]>([
    ['ATIVA', 'open'],
    ['REMOVIDA_PELO_USUARIO_RECEBEDOR', 'removed'],
    ['REMOVIDA_PELO_PSP', 'ended'],
    ['UNKNOWN', 'unknown'],
  ])('%s says paid only with money that did not go back', (status, word) => {
    expect(of(status)).toEqual([word, []]);
    expect(of(status, received(100))).toEqual(['paid', [100]]);
    expect(of(status, received(100, 40))).toEqual(['paid', [100]]);
    expect(of(status, received(100, 100))).toEqual([word, []]);
    expect(of(status, received(100, 100), received(60))).toEqual(['paid', [60]]);
  });

  it('CONCLUIDA says paid, and names money that went back afterwards', () => {
    expect(of('CONCLUIDA')).toEqual(['paid', []]);
    expect(of('CONCLUIDA', received(100, 100))).toEqual(['paid', [100]]);
  });
});

it.each<[string, unknown, number | undefined]>([
  ['none', undefined, undefined],
  ['null', null, undefined],
  ['text', 'x', undefined],
  ['an empty object', {}, undefined],
  ['a list with nothing readable', [null, 7, {}, { valor: '1,00', status: 'DEVOLVIDO' }], undefined],
  ['one good refund among bad ones', [{ status: null }, { valor: '0.40', status: 'DEVOLVIDO' }], 40],
])('a Pix is readable whatever its refunds are: %s', (_what, devolucoes, refunded) => {
  const [one] = receivedOf([{ endToEndId: 'E1', valor: '1.00', devolucoes }]);
  expect([one?.amountCents, one?.refundedCents]).toEqual([100, refunded]);
});
