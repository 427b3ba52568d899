import { z } from 'zod';

/** What the card fields need so that the card's bank can ask the holder to confirm (3-D Secure, D-68). */
export const holderCheckAccess = z.object({
  scriptUrl: z.url(),
  /** Valid for one card, like the key of the fields. */
  accessToken: z.string(),
  environment: z.enum(['sandbox', 'production']),
  /** Number of the confirmation; the charge has a different one. */
  orderNumber: z.string(),
});
export type HolderCheckAccess = z.infer<typeof holderCheckAccess>;
