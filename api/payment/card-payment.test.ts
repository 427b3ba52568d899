import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CardPaying, cardPaying } from '../testing/card-paying.ts';
import { CARDS } from '../testing/cards.ts';
import { enrolling } from '../testing/enrolling.ts';
import { type Harness, startHarness } from '../testing/harness.ts';

let harness: Harness;
let use: CardPaying;
beforeAll(async () => {
  harness = await startHarness();
  use = cardPaying(harness);
});
afterAll(() => harness.stop());

describe('S-30a: a card', () => {
  it('is typed in the fields of the institution’s acquirer', async () => {
    const who = await enrolling(harness);
    const { cardFields, methods, prices } = await use.options(who);
    expect(cardFields).toMatchObject({ provider: 'cielo', threeDSecure: 'when-available' });
    expect(cardFields?.url).toMatch(/\/card-fields\/cielo\?host=cua\.alfa\.orbita\.test/);
    expect(methods).toContainEqual({ method: 'credit-card', enabled: true, reason: null });
    expect(prices[0]?.cardInstallments).toEqual([
      { installments: 1, firstValue: 360, installmentValue: 360, total: 360 },
    ]);
  });

  it('that is approved confirms the enrolment', async () => {
    const who = await enrolling(harness);
    const { status, body } = await use.payWithCard(who, CARDS.approved);
    expect([status, body]).toMatchObject([
      201,
      { state: 'paid', amount: 360, method: 'credit-card', installments: 6, denial: null },
    ]);
    expect(body.card).toEqual({ brand: 'visa', last4: '0010', installments: 1 });
    expect(await use.stored(who)).toMatchObject({ status: 5, is_paid: true, attention: [], confirmed: 1 });
  });

  it('that is denied says what may follow, and the candidate is told (N-20)', async () => {
    const who = await enrolling(harness);
    const denied = await use.payWithCard(who, CARDS.denied);
    expect(denied).toMatchObject({
      status: 402,
      body: { code: 'CARD_DENIED', reason: 'retry-later', options: ['retry', 'other-method'] },
    });
    const { paymentId } = denied.body;
    expect(await use.payment(who, paymentId)).toMatchObject({
      state: 'denied',
      denial: { reason: 'retry-later', options: ['retry', 'other-method'] },
    });
    expect((await use.stored(who))?.notices).toContain('N-20');
  });
});
