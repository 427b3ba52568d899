import { z } from 'zod';

/** What the card fields need so that the bank of the card can ask its holder to confirm (3-D Secure, D-68). */
export const holderCheckAccess = z.object({
  scriptUrl: z.url(),
  /** Serves one card, like the key of the fields. */
  accessToken: z.string(),
  environment: z.enum(['sandbox', 'production']),
  /** Number of the question; the charge has one of its own. */
  orderNumber: z.string(),
});
export type HolderCheckAccess = z.infer<typeof holderCheckAccess>;
