import { z } from 'zod';

/** A source in a content security policy: an origin, all hosts under a domain, or any https origin. */
const source = z.string().regex(/^https?:(?:\/\/(?:\*\.)?[a-z0-9.-]+(?::\d{1,5})?)?$/);

/** 3-D Secure at Cielo; if it is missing, no holder is asked to confirm (D-68). */
const cieloThreeDSecure = z.object({
  tokenUrl: z.url().default('https://mpi.braspag.com.br/v2/auth/token'),
  scriptUrl: z.url().default('https://mpi.braspag.com.br/Scripts/BP.Mpi.3ds21.min.js'),
  clientId: z.string(),
  clientSecret: z.string(),
  establishmentCode: z.string(),
  /** At most 25 characters; shown by the holder's bank. */
  merchantName: z.string().max(25),
  mcc: z.string().regex(/^\d{4}$/),
  environment: z.enum(['sandbox', 'production']).default('production'),
  /** Hosts of the card networks that Cielo's script loads from and calls, besides its own. */
  networkSources: z
    .array(source)
    .default(['https://*.cardinalcommerce.com', 'https://*.cardinaltrusted.com']),
  /** Hosts of the banks' own pages: any https origin, because every bank uses its own. */
  bankSources: z.array(source).default(['https:']),
});

/** Account at Cielo: E-commerce 3.0 for sales, and Silent Order Post, which turns cards into tokens. */
export const cieloAccount = z.object({
  apiUrl: z.url().default('https://api.cieloecommerce.cielo.com.br'),
  /** Cielo serves queries from a separate host. */
  queryUrl: z.url().default('https://apiquery.cieloecommerce.cielo.com.br'),
  /** Timeout in seconds for an authorisation, capture or void: Cielo recommends 30. */
  answerSeconds: z.number().int().min(1).max(60).default(30),
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
  threeDSecure: cieloThreeDSecure.optional(),
});
export type CieloAccount = z.infer<typeof cieloAccount>;
