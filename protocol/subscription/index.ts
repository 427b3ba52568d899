import { z } from 'zod';
import { defineCalls, id, idOrNone, maybe, typed, typedLine, whole } from '../foundation/index.ts';
import { changeCalls } from './change.ts';
import { compactStatus, fullStatus, ownSubscriptionCard, step, subscription } from './shapes.ts';

export { cancellationReason } from './change.ts';
export {
  applicationType,
  deadlines,
  historyEntry,
  statusNumber,
  step,
  subscription,
  subscriptionCard,
} from './shapes.ts';

/** What a new application needs (spec 7.4). */
const subscriptionBody = z.object({
  offerId: id,
  courseId: idOrNone,
  poleId: idOrNone,
  schooling: z.object({ level: typed(60), expectedYear: maybe(whole) }),
  accessibility: maybe(z.object({ kinds: z.array(typed(60)).max(20), notes: maybe(typed(4000)) })),
  voucher: maybe(typedLine(60)),
  tracking: maybe(
    z.object({
      utmSource: maybe(typed(200)),
      utmMedium: maybe(typed(200)),
      utmCampaign: maybe(typed(200)),
      utmContent: maybe(typed(200)),
      utmTerm: maybe(typed(200)),
      gclid: maybe(typed(500)),
      fbclid: maybe(typed(500)),
    }),
  ),
});

const ownCalls = defineCalls({
  'GET /candidate/users/{uuid}/subscriptions': {
    summary: 'Own subscriptions, newest first',
    responses: { 200: z.array(ownSubscriptionCard) },
  },
  'GET /candidate/users/{uuid}/subscription/{id}': {
    summary: 'One own subscription',
    accessKey: true,
    responses: { 200: subscription },
  },
  'POST /candidate/subscriptions': {
    summary: 'Apply; the answer is already past the automatic moves',
    body: subscriptionBody,
    responses: { 201: subscription },
    errors: [
      'INSTITUTION_CODE_REQUIRED',
      'NOT_FOUND',
      'BLOCKED',
      'INTAKE_INACTIVE',
      'OFFER_INACTIVE',
      'SUBSCRIPTION_EXISTS',
      'LIMIT_REACHED',
      'NOT_ELIGIBLE',
      'NO_VACANCIES',
    ],
  },
  'GET /candidate/subscriptions/status/{id}': {
    summary: 'Compact status for polling',
    accessKey: true,
    responses: { 200: compactStatus },
  },
  'GET /candidate/subscriptions/{id}/status': {
    summary: 'Status with history and deadlines',
    accessKey: true,
    responses: { 200: fullStatus },
  },
  'PUT /candidate/subscriptions/{id}/status': {
    summary: 'Ask for a status; only the transition table grants it',
    accessKey: true,
    // Any value is accepted here: an unknown status is answered with STATUS_UNKNOWN, not as a shape error.
    body: z.object({ status: z.unknown(), reason: maybe(typed(2000)) }),
    responses: { 204: null },
    errors: [
      'STATUS_UNKNOWN',
      'CONTRACT_NOT_ACCEPTED',
      'TRANSITION_NOT_ALLOWED',
      'NOT_PAYABLE',
      'INTAKE_INACTIVE',
      'OFFER_INACTIVE',
      'OPEN_CHARGE',
      'GUARDIAN_REQUIRED',
      'PRICE_NOT_REGISTERED',
    ],
  },
  'GET /candidate/subscriptions/{id}/steps': {
    summary: 'StepList of a subscription',
    accessKey: true,
    responses: { 200: z.array(step) },
  },
});

export const subscriptionCalls = { ...ownCalls, ...changeCalls };
