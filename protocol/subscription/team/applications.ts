import { MOST_STILL_DAYS, WAITS_FOR } from '@orbita/domain/work';
import { z } from 'zod';
import {
  defineCalls,
  isoDateTime,
  listOf,
  listQuery,
  pathId,
  pathNumber,
  typedLine,
} from '../../foundation/index.ts';
import { opsSubscription, opsSubscriptionCard } from './shapes.ts';

/** Filters of the application list, besides those common to all lists. */
export const subscriptionFilters = {
  state: z.string().max(20).optional(),
  /** Code of an offer. */
  offer: z.string().max(60).optional(),
  course: z.string().max(60).optional(),
  pole: z.string().max(60).optional(),
  /** Code of an intake; several institutions may use the same one. */
  intake: z.string().max(60).optional(),
  /** Range of creation times; the list is then sorted by creation, latest first. */
  createdFrom: isoDateTime.optional(),
  createdTo: isoDateTime.optional(),
  /** Only those that need attention. */
  attention: z.literal('true').optional(),
  /** Id given to an application by the system that created it. */
  externalId: z.string().max(120).optional(),
  /** Only those waiting for this, the longest waiting first. */
  waits: z.enum(WAITS_FOR).optional(),
  /** Only those that have been waiting for the same thing for this many days; also sorted by waiting time. */
  stillDays: pathNumber.pipe(z.int32().min(1).max(MOST_STILL_DAYS)).optional(),
  /** Only those that this team member looks after. */
  ownerId: pathId.optional(),
};

export const applicationCalls = defineCalls({
  'GET /operations/subscriptions': {
    summary: 'Subscriptions, most recently changed first; state is the number of a status',
    scope: 'subscriptions.read',
    query: z.object({ ...subscriptionFilters, ...listQuery }),
    responses: { 200: listOf(opsSubscriptionCard) },
  },
  // A read with a body: personal identifiers are kept out of URLs, which get logged along the way.
  'POST /operations/subscriptions/search': {
    summary:
      'The same list for people who have a document, e-mail or cell phone, or whose name begins so; all that is given must be so',
    scope: 'subscriptions.read',
    body: z.object({
      /** `cpf` by default. */
      documentType: z.enum(['cpf', 'rne', 'passport']).optional(),
      document: typedLine(40).optional(),
      /** Beginning of the name or social name; further words may match the beginning of any other word of it. */
      name: typedLine(200).optional(),
      email: typedLine(254).optional(),
      cellPhone: typedLine(30).optional(),
      ...subscriptionFilters,
      ...listQuery,
    }),
    responses: { 200: listOf(opsSubscriptionCard) },
  },
  'GET /operations/subscriptions/{id}': {
    summary: 'Whole subscription with history, acceptances, payments and documents',
    scope: 'subscriptions.read',
    responses: { 200: opsSubscription },
  },
});
