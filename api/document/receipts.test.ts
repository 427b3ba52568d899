import { formatMoney } from '@orbita/domain/foundation';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Applicant } from '../../testing/applicant.ts';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { acceptContract, fillData } from '../../testing/journey.ts';
import { CANDIDATE_01 } from '../../testing/people.ts';
import { personAt } from '../../testing/person-at.ts';

let harness: Harness;
let who: Applicant;
beforeAll(async () => {
  harness = await startHarness();
  who = await personAt(harness, 'approved', { person: CANDIDATE_01 });
  await fillData(who.client, who.personId, who.subscriptionId, CANDIDATE_01);
  await acceptContract(who.client, who.subscriptionId);
});
afterAll(() => harness.stop());

type Card = { brand: string | null; last4: string | null; parts: number };

/** The text of the receipt for a payment made this way. */
async function receiptOf(method: string, { card, cents = 36_000 }: { card?: Card; cents?: number } = {}) {
  const now = harness.clock.now();
  const on = harness.platform.db.tenant(who.tenantId);
  // An application is paid once; earlier payments were refunded.
  await on.many(sql`update payment set state = 'refunded'
    where tenant_id = ${who.tenantId} and subscription_id = ${who.subscriptionId} returning id`);
  const paid = await on.one<{ id: number }>(sql`
    insert into payment (tenant_id, subscription_id, purpose, method, state, installments, amount_cents, created_at, paid_at,
      updated_at)
    values (${who.tenantId}, ${who.subscriptionId}, 'enrollment', ${method}, 'paid', 6, ${cents}, ${now}::timestamptz,
      ${now}::timestamptz, ${now}::timestamptz) returning id`);
  const paymentId = paid?.id ?? 0;
  if (card)
    await on.one(sql`
      insert into payment_card (tenant_id, payment_id, provider, brand, last4, holder_name, parts)
      values (${who.tenantId}, ${paymentId}, 'cielo', ${card.brand}, ${card.last4}, 'ANA', ${card.parts})
      returning payment_id as id`);
  const { body } = await who.client.call('POST /candidate/print-tickets', {
    body: { kind: 'receipt', subscriptionId: who.subscriptionId, refId: String(paymentId) },
  });
  const shown = await harness
    .visitor()
    .call('GET /candidate/print/{ticket}', { params: { ticket: body.ticket } });
  return shown.body.html;
}

describe('S-41: the receipt states the payment method', () => {
  it.each([
    ['pix', 'Pix'],
    ['slip', 'Boleto'],
    ['automatic-pix', 'Pix Automático'],
    ['manual', 'Pagamento na instituição'],
  ])('%s: %s', async (method, shown) => {
    const html = await receiptOf(method);
    expect(html).toContain(`<dt>Forma de pagamento</dt><dd>${shown}</dd>`);
    expect(html).toContain(`<dt>Valor</dt><dd>${formatMoney(36_000)}</dd>`);
  });

  it('says that nothing was due where a voucher covered it', async () => {
    const html = await receiptOf('waived', { cents: 0 });
    expect(html).toContain('<h1>Comprovante de isenção</h1>');
    expect(html).toContain('<dt>Situação</dt><dd>Isento</dd><dt>Valor</dt><dd>Nada a pagar</dd>');
    expect(html).not.toMatch(/pagamento|R\$/i);
  });

  it.each([
    [{ brand: 'visa', last4: '0010', parts: 1 }, 36_000, 'Cartão de crédito, Visa final 0010'],
    [
      { brand: 'visa', last4: '0010', parts: 6 },
      36_000,
      `Cartão de crédito, Visa final 0010, 6x de ${formatMoney(6_000)}`,
    ],
    [{ brand: 'elo', last4: '0077', parts: 3 }, 10_000, 'Cartão de crédito, Elo final 0077, em 3 vezes'],
    [{ brand: null, last4: null, parts: 1 }, 36_000, 'Cartão de crédito'],
  ])('a card %j of %i cents: %s', async (card, cents, shown) => {
    expect(await receiptOf('credit-card', { card, cents })).toContain(
      `<dt>Forma de pagamento</dt><dd>${shown}</dd>`,
    );
  });
});
