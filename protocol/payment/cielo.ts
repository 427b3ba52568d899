import { z } from 'zod';
import { holderCheckAccess } from './holder-check.ts';

/** What the card fields need to get a token from Cielo through its Silent Order Post. */
export const cieloAccess = z.object({
  provider: z.literal('cielo'),
  scriptUrl: z.url(),
  /** Valid for one card, for 20 minutes. */
  accessToken: z.string(),
  environment: z.enum(['sandbox', 'production']),
  /** Absent if the holder is not asked to confirm. */
  holderCheck: holderCheckAccess.optional(),
});
