import { z } from 'zod';
import { defineCalls, id, isoDateTime, listOf, listQuery, named, text } from '../../foundation/index.ts';
import { statusNumber } from '../index.ts';

const { institution, page, pageSize, cursor } = listQuery;

/** One move of an application, as the transition table made it (spec 8.3, 25.6.3). */
const opsMove = named('OperationsMove', {
  subscriptionId: id,
  from: statusNumber.nullable(),
  to: statusNumber,
  event: text,
  actor: z.enum(['candidate', 'system', 'operations']),
  /** Name of the team member who made it. */
  by: text.nullable(),
  at: isoDateTime,
  reason: text.nullable(),
});

export const moveCalls = defineCalls({
  'GET /operations/moves': {
    summary: 'Moves of applications by one event, newest first; `from` counts, `to` does not',
    scope: 'subscriptions.read',
    query: z.object({
      event: z.string().min(1).max(60),
      from: isoDateTime.optional(),
      to: isoDateTime.optional(),
      institution,
      page,
      pageSize,
      cursor,
    }),
    responses: { 200: listOf(opsMove) },
  },
});
