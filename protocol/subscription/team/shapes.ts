import { WAIT_QUEUE_NAMES, WAITS_FOR } from '@orbita/domain/work';
import { z } from 'zod';
import { askedDocument } from '../../document/team/index.ts';
import { id, isoDateTime, named, text } from '../../foundation/index.ts';
import { payment } from '../../payment/index.ts';
import { ownItem } from '../../work/index.ts';
import { deadlines, historyEntry, step, subscription, subscriptionCard } from '../index.ts';
import { ownership } from './owner.ts';

/** Applicant as operations see them (spec 17.2). */
const opsPerson = named('OperationsPerson', {
  name: text,
  socialName: text.nullable(),
  document: text,
  email: text.nullable(),
  cellPhone: text.nullable(),
});

/** Who or what the application is waiting for; `queue` is the team's queue, or the one that follows the awaited date. */
const wait = named('ApplicationWait', {
  for: z.enum(WAITS_FOR),
  queue: z.enum(WAIT_QUEUE_NAMES).nullable(),
  since: isoDateTime,
  /** Date that it is waiting for. */
  until: isoDateTime.nullable(),
});

/** Subscription in an operations list. */
export const opsSubscriptionCard = named('OperationsSubscriptionCard', {
  ...subscriptionCard.shape,
  person: opsPerson,
  attention: z.array(text),
  /** Null if it is not waiting for anyone. */
  waits: wait.nullable(),
  ...ownership,
  /** Since when it has had its status. */
  waitingSince: isoDateTime,
  changedAt: isoDateTime,
});

/** Whole subscription (spec 17.2). */
export const opsSubscription = named('OperationsSubscription', {
  ...subscription.shape,
  person: opsPerson,
  history: z.array(z.object({ ...historyEntry.shape, reason: text.nullable() })),
  acceptances: z.array(
    z.object({
      acceptanceId: id,
      Contract: text,
      hash: text,
      acceptedAt: isoDateTime,
      voidedAt: isoDateTime.nullable(),
    }),
  ),
  payments: z.array(payment),
  documents: z.array(askedDocument),
  /** Its state as an item of a queue that the caller may open; null if it is in none. */
  work: ownItem.nullable(),
  attention: z.array(text),
  /** Null if it is not waiting for anyone. */
  waits: wait.nullable(),
  ...ownership,
  /** Steps as the candidate sees them. */
  steps: z.array(step),
  /** The sentence on the candidate's page about the state of the application. */
  candidateReads: text,
  deadlines,
  waitingSince: isoDateTime,
  changedAt: isoDateTime,
  /** Code given with the application; the payments show what was used. */
  voucher: text.nullable(),
  /** Campaign that brought the person, if they allowed it to be recorded. */
  tracking: z
    .object({
      utmSource: text.nullable(),
      utmMedium: text.nullable(),
      utmCampaign: text.nullable(),
      utmContent: text.nullable(),
      utmTerm: text.nullable(),
      gclid: text.nullable(),
      fbclid: text.nullable(),
    })
    .nullable(),
});
