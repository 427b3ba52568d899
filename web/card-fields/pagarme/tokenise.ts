import type { ReadCard } from '@orbita/domain/payment';
import type { CardAccess } from '@orbita/protocol/payment';
import { ANSWER_MS, type Tokenised, tokenIn, UNAVAILABLE } from '../tokenised.ts';

/** Gets a single-use token from Pagar.me by one call of the page. */
export async function tokeniseAtPagarme(
  access: Extract<CardAccess, { provider: 'pagarme' }>,
  card: ReadCard,
  holderName: string,
  send: typeof fetch = fetch,
): Promise<Tokenised> {
  const aborting = new AbortController();
  const limit = setTimeout(() => aborting.abort(), ANSWER_MS);
  try {
    const answer = await send(`${access.tokensUrl}?appId=${encodeURIComponent(access.publicKey)}`, {
      method: 'POST',
      credentials: 'omit',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        type: 'card',
        card: {
          number: card.digits,
          holder_name: holderName,
          exp_month: card.expiry.month,
          exp_year: card.expiry.year,
          cvv: card.cvv,
        },
      }),
      signal: aborting.signal,
    });
    if (answer.ok) return tokenIn(((await answer.json()) as { id?: unknown }).id);
    return answer.status === 400 || answer.status === 422 ? { reason: 'refused' } : UNAVAILABLE;
  } catch {
    return UNAVAILABLE;
  } finally {
    clearTimeout(limit);
  }
}
