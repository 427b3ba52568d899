import { z } from 'zod';

/** What the card fields need to get a token of Pagar.me by a call of the page. */
export const pagarmeAccess = z.object({
  provider: z.literal('pagarme'),
  tokensUrl: z.url(),
  publicKey: z.string(),
});
