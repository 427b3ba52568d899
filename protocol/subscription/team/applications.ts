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

/** What the list of applications can be filtered by, besides what every list can. */
export const subscriptionFilters = {
  state: z.string().max(20).optional(),
  /** Code of an offer. */
  offer: z.string().max(60).optional(),
  course: z.string().max(60).optional(),
  pole: z.string().max(60).optional(),
  /** Code of an intake; several institutions may have one of the same name. */
  intake: z.string().max(60).optional(),
  /** Only applications made since then, the last made first. */
  createdFrom: isoDateTime.optional(),
  createdTo: isoDateTime.optional(),
  /** Only those that somebody must look at. */
  attention: z.literal('true').optional(),
  /** The number an application was given by the system that made it. */
  externalId: z.string().max(120).optional(),
  /** Only those that wait for it; the ones that wait longest first. */
  waits: z.enum(WAITS_FOR).optional(),
  /** Only those that have waited for the same for so many days; also in this order. */
  stillDays: pathNumber.pipe(z.int32().min(1).max(MOST_STILL_DAYS)).optional(),
  /** Only those that this person of the team looks after. */
  ownerId: pathId.optional(),
};

export const applicationCalls = defineCalls({
  'GET /operations/subscriptions': {
    summary: 'Subscriptions, most recently changed first; state is the number of a status',
    auth: 'service',
    scope: 'subscriptions.read',
    query: z.object({ ...subscriptionFilters, ...listQuery }),
    responses: { 200: listOf(opsSubscriptionCard) },
    errors: [],
  },
  // A read with a body: what names a person does not stand in addresses, which are kept in logs on the way.
  'POST /operations/subscriptions/search': {
    summary:
      'The same list for people who have a document, e-mail or cell phone, or whose name begins so; all that is given must be so',
    auth: 'service',
    scope: 'subscriptions.read',
    body: z.object({
      /** `cpf` when it is not said. */
      documentType: z.enum(['cpf', 'rne', 'passport']).optional(),
      document: typedLine(40).optional(),
      /** Beginning of the name or social name; further words may begin any other word of it. */
      name: typedLine(200).optional(),
      email: typedLine(254).optional(),
      cellPhone: typedLine(30).optional(),
      ...subscriptionFilters,
      ...listQuery,
    }),
    responses: { 200: listOf(opsSubscriptionCard) },
    errors: ['VALIDATION'],
  },
  'GET /operations/subscriptions/{id}': {
    summary: 'Whole subscription with history, acceptances, payments and documents',
    auth: 'service',
    scope: 'subscriptions.read',
    responses: { 200: opsSubscription },
    errors: ['NOT_FOUND'],
  },
});
