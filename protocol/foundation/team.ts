import { z } from 'zod';
import { cursor, isoDateTime, maybe, pageQuery, pathId, typed } from './shapes.ts';

/** Filters of every list of operations (spec 17.1). */
export const listQuery = {
  institution: z.string().max(60).optional(),
  updatedSince: isoDateTime.optional(),
  ...pageQuery,
  cursor,
};

/** Query id of a subscription. */
export const subscriptionQuery = { subscriptionId: pathId.optional() };

/** Why the institution acts in the candidate's place; people of the team must say it (spec 25.6.2). */
export const behalfReason = maybe(typed(2000));
