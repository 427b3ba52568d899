import { z } from 'zod';

/** Name of an acquirer that does not exist. */
export const MOINHO = 'moinho';

/** What its card fields need. */
export const moinhoAccess = z.object({ provider: z.literal(MOINHO), tokensUrl: z.url() });
