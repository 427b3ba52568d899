import { z } from 'zod';

/** What the card fields need to get a token from Pagar.me with a request from the page. */
export const pagarmeAccess = z.object({
  provider: z.literal('pagarme'),
  tokensUrl: z.url(),
  publicKey: z.string(),
});
