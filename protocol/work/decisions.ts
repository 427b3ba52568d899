import { z } from 'zod';
import { id, text } from '../foundation/index.ts';
import { statusNumber } from '../subscription/index.ts';

/** Response to every decision (spec 17.2). */
export const decided = z
  .object({ id, state: text, subscriptionId: id, status: statusNumber })
  .meta({ id: 'Decided' });

/** Why a decision about a queue item is refused (spec 25.4.3). */
export const itemErrors = [
  'VERSION_REQUIRED',
  'NOT_FOUND',
  'VALIDATION',
  'STATE_CONFLICT',
  'VERSION_CONFLICT',
  'CLAIMED_BY_OTHER',
] as const;
