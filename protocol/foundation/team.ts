import { z } from 'zod';
import { cursor, isoDateTime, maybe, pageQuery, pathId, typed } from './shapes.ts';

/** Filters of every operations list (spec 17.1). */
export const listQuery = {
  institution: z.string().max(60).optional(),
  updatedSince: isoDateTime.optional(),
  ...pageQuery,
  cursor,
};

/** Query parameter with the id of a subscription. */
export const subscriptionQuery = { subscriptionId: pathId.optional() };

/** Why the institution acts on the candidate's behalf; required from team members (spec 25.6.2). */
export const behalfReason = maybe(typed(2000));
