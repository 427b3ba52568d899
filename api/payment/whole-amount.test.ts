import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CardPaying, cardPaying } from '../../testing/card-paying.ts';
import { CARDS } from '../../testing/cards.ts';
import type { Enrolling } from '../../testing/enrolling.ts';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { personAt } from '../../testing/person-at.ts';

let harness: Harness;
let use: CardPaying;
beforeAll(async () => {
  harness = await startHarness();
  use = cardPaying(harness);
});
afterAll(() => harness.stop());

/** A course of R$ 3.000,00, in ten parts of R$ 300,00. */
const student = () =>
  personAt(harness, 'payment', { type: 'postgraduate', offer: 'POS-DADOS', course: 'CDA', pole: 'SP' });
const simulated = async (who: Enrolling, method: 'pix' | 'credit-card', voucher: string) => {
  const { body } = await who.client.call('POST /candidate/subscriptions/{id}/simulateinstallments', {
    params: { id: who.id },
    body: { priceId: who.priceId, method, voucher },
  });
  return body.Data;
};

/** Keeps a new voucher of whole amounts with the payment, and returns what S-29 shows of card instalments then. */
async function withVoucher(who: Enrolling, code: string, takes: { cents: number } | { percent: number }) {
  const { id, tenantId, client } = who;
  const [cents, percent] = 'cents' in takes ? [takes.cents, null] : [null, takes.percent];
  await harness.platform.db.tenant(tenantId).one(sql`
    insert into voucher (tenant_id, code, amount_cents, percent, applies_to, kinds, valid_from, valid_to)
    values (${tenantId}, ${code}, ${cents}::bigint, ${percent}::numeric, 'all', '["total"]', '2026-01-01', '2026-12-31')
    returning id`);
  const kept = await client.call('PUT /candidate/subscriptions/{id}/payment-voucher', {
    params: { id },
    body: { purpose: 'enrollment', voucher: code },
  });
  expect(kept.status).toBe(204);
  const [byPix] = await simulated(who, 'pix', code);
  const { prices } = await use.options(who);
  const whole = prices.find(({ kind }) => kind === 'total');
  return {
    said: [byPix?.maxCardInstallments, whole?.maxInstallments, whole?.cardInstallments.length],
    byCard: (await simulated(who, 'credit-card', code)).map(({ installments }) => installments),
    total: whole?.cardInstallments.at(-1)?.total,
  };
}

describe('S-29: the most instalments of a card', () => {
  it.each([
    ['R$ 110,00 are left, two of R$ 55,00', { cents: 289_000 }, 2, 110],
    ['R$ 99,00 are left, less than two of R$ 50,00', { cents: 290_100 }, 1, 99],
    ['nothing is left', { percent: 100 }, 1, 0],
    ['enough is left for all ten', { percent: 50 }, 10, 1500],
  ])('%s', async (what, takes, most, total) => {
    const who = await student();
    const found = await withVoucher(who, `MAX${what.length}`, takes);
    expect(found).toEqual({
      said: [most, most, most],
      byCard: Array.from({ length: most }, (_, at) => at + 1),
      total,
    });
  });
});

describe('D-74: a voucher for the first instalment of a whole amount', () => {
  it('takes off the share of instalment 1, whatever is paid at once', async () => {
    const who = await student();
    expect(await simulated(who, 'pix', 'ALFA50')).toMatchObject([{ firstValue: 2850, total: 2850 }]);
    const charge = await use.pay(who, use.key(), { voucher: 'ALFA50', installments: 1 });
    expect(charge).toMatchObject({ status: 201, body: { amount: 2850 } });
  });

  it('takes off the whole if it names whole amounts alone, and a card then divides what is left', async () => {
    const who = await student();
    await harness.platform.db.tenant(who.tenantId).one(sql`
      insert into voucher (tenant_id, code, amount_cents, applies_to, kinds, valid_from, valid_to)
      values (${who.tenantId}, 'QUASETUDO', 289000, 'first', '["total"]', '2026-01-01', '2026-12-31') returning id`);
    expect((await simulated(who, 'credit-card', 'ALFA50')).length).toBe(10);
    const left = await simulated(who, 'credit-card', 'QUASETUDO');
    expect(left).toMatchObject([1, 2].map((installments) => ({ installments, firstValue: 110 })));
    const order = { voucher: 'QUASETUDO', provider: 'cielo' } as const;
    expect(await use.payWithCard(who, CARDS.approved, { ...order, installments: 3 })).toMatchObject({
      ...{ status: 422, body: { errors: [{ field: 'installments' }] } },
    });
    expect(await use.payWithCard(who, CARDS.approved, { ...order, installments: 2 })).toMatchObject({
      ...{ status: 201, body: { amount: 110, state: 'paid' } },
    });
  });
});
