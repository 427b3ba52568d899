import { z } from 'zod';

/** Account at Cielo: E-commerce 3.0 for sales, and the Silent Order Post that turns cards into tokens. */
const cieloAccount = z.object({
  apiUrl: z.url().default('https://api.cieloecommerce.cielo.com.br'),
  /** Cielo answers questions at an address of their own. */
  queryUrl: z.url().default('https://apiquery.cieloecommerce.cielo.com.br'),
  merchantId: z.string(),
  merchantKey: z.string(),
  silentOrderPost: z.object({
    tokenUrl: z.url().default('https://auth.braspag.com.br/oauth2/token'),
    keyUrl: z.url().default('https://transaction.pagador.com.br/post/api/public/v2/accesstoken'),
    scriptUrl: z.url().default('https://transaction.pagador.com.br/post/scripts/silentorderpost-1.0.min.js'),
    clientId: z.string(),
    clientSecret: z.string(),
    environment: z.enum(['sandbox', 'production']).default('production'),
  }),
});
export type CieloAccount = z.infer<typeof cieloAccount>;

/** Account at Pagar.me: the secret key is for our server, the public one for the card fields. */
const pagarmeAccount = z.object({
  url: z.url().default('https://api.pagar.me/core/v5'),
  secretKey: z.string(),
  publicKey: z.string(),
});
export type PagarmeAccount = z.infer<typeof pagarmeAccount>;

/** Accounts of one institution; catalogue and database never store them. */
export const acquirerAccounts = z.object({
  cielo: cieloAccount.optional(),
  pagarme: pagarmeAccount.optional(),
});
export type AcquirerAccounts = z.infer<typeof acquirerAccounts>;
