import { setTimeout as pause } from 'node:timers/promises';
import { CARDS, tokenOf } from '../../../testing/cards.ts';
import { bodyOf } from '../../../testing/journey.ts';
import { inventedPerson } from '../../../testing/people.ts';
import { newKey, openCharge } from '../../../testing/requests.ts';
import type { Debt } from './payer.ts';

const INSTALLMENTS = 6;
const MOST_TRIES = 10;
const AGAIN_MS = 250;
const HOLDER = { holderName: 'CANDIDATA TESTE', holderDocument: inventedPerson(77).cpf };

/** Types a card into its acquirer's fields, as the page does; undefined if one of them does not respond. */
async function typed({ me, who }: Debt, number: string) {
  const params = { id: who.id };
  const options = bodyOf(
    await me.call('GET /candidate/subscriptions/{id}/payment-options', {
      params,
      query: { purpose: 'enrollment' },
    }),
  );
  const provider = options.cardFields?.provider;
  if (!provider) return undefined;
  const fields = bodyOf(
    await me.call('POST /candidate/subscriptions/{id}/card-access', { params, body: { provider } }),
  );
  const token = await tokenOf(fields, number).catch(() => undefined);
  return token && { provider, token, brand: 'visa', last4: number.slice(-4), ...HOLDER };
}

/** Refusals meaning that nothing is to be paid by card any more, or not yet. */
const KNOWN_REFUSALS = ['OPEN_CHARGE', 'ALREADY_PAID', 'NOT_PAYABLE', 'METHOD_UNAVAILABLE'];

/**
 * Pays with a card. The product itself looks up what an acquirer did without responding; nobody types a card again unless the
 * charge is known to have failed. Returns whether the card was declined.
 */
export async function payByCard(debt: Debt, plan: keyof typeof CARDS): Promise<boolean> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const card = await typed(debt, CARDS[plan]);
    if (!card) {
      await pause(AGAIN_MS);
      continue;
    }
    const answer = await openCharge(
      debt.me,
      debt.who.id,
      {
        ...{ purpose: 'enrollment', priceId: debt.who.priceId, installments: INSTALLMENTS },
        ...{ method: 'credit-card', card },
      },
      newKey(),
    );
    if (answer.status < 300) return false;
    if (answer.status === 402) return true;
    if (!KNOWN_REFUSALS.includes(answer.body.code ?? ''))
      throw new Error(`card: ${answer.status} ${JSON.stringify(answer.body)}`);
    if (answer.body.code !== 'OPEN_CHARGE') return false;
    await pause(AGAIN_MS);
  }
  return false;
}
