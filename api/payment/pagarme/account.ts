import { z } from 'zod';

/** Account at Pagar.me: the secret key is for our server, the public one for the card fields. */
export const pagarmeAccount = z.object({
  url: z.url().default('https://api.pagar.me/core/v5'),
  secretKey: z.string(),
  publicKey: z.string(),
});
export type PagarmeAccount = z.infer<typeof pagarmeAccount>;
