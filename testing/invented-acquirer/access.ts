import { z } from 'zod';

/** Name of an acquirer that exists nowhere. */
export const MOINHO = 'moinho';

/** What its card fields need. */
export const moinhoAccess = z.object({ provider: z.literal(MOINHO), tokensUrl: z.url() });
