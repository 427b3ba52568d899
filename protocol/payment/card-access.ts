import { z } from 'zod';
import { cieloAccess } from './cielo.ts';
import { pagarmeAccess } from './pagarme.ts';

/** What the card-fields page needs besides the card to get a token for it; the key may be visible in a browser (spec 14.8). */
export const cardAccess = z.discriminatedUnion('provider', [cieloAccess, pagarmeAccess]);
export type CardAccess = z.infer<typeof cardAccess>;
