import { z } from 'zod';
import { holderCheckAccess } from './holder-check.ts';

/** What the card fields need to get a token of Cielo by its Silent Order Post. */
export const cieloAccess = z.object({
  provider: z.literal('cielo'),
  scriptUrl: z.url(),
  /** Serves one card, within 20 minutes. */
  accessToken: z.string(),
  environment: z.enum(['sandbox', 'production']),
  /** Absent where the holder is not asked. */
  holderCheck: holderCheckAccess.optional(),
});
