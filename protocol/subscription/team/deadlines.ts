import { DEADLINE_NAMES } from '@orbita/domain/subscription';
import { z } from 'zod';
import { awaitsApproval } from '../../approval/index.ts';
import { behalfReason, day, defineCalls, id, isoDateTime, named, text } from '../../foundation/index.ts';
import { decided, seenVersion } from '../../work/index.ts';

const deadline = z.enum(DEADLINE_NAMES);

/** Deadlines running for an application, and those of its offer that could be extended along with it (spec 25.6.2). */
const applicationDeadlines = named('ApplicationDeadlines', {
  deadlines: z.array(
    z.object({
      deadline,
      label: text,
      /** Last day. */
      until: day,
      /** Ongoing applications of the same offer with this deadline running, including this one. */
      open: z.number().int().nonnegative(),
    }),
  ),
  today: day,
  /** Latest day that can be chosen. */
  latest: day,
  /** Days later than this need a second person. */
  aloneUntil: day,
  offer: z.object({ code: text, name: text }),
  /** Latest extensions for the whole offer, newest first. */
  ofOffer: z.array(
    z.object({
      id,
      deadline,
      until: day,
      by: text,
      at: isoDateTime,
      /** Number of applications extended so far. */
      extended: z.number().int().nonnegative(),
      finished: z.boolean(),
    }),
  ),
});

const extension = { deadline, until: day, reason: behalfReason };

/** Deadlines that the institution extends for one person or for everybody in an offer (spec 25.6.2). */
export const deadlineCalls = defineCalls({
  'GET /operations/subscriptions/{id}/deadlines': {
    summary: 'Deadlines that run for an application and may be extended',
    scope: 'subscriptions.act',
    responses: { 200: applicationDeadlines },
  },
  'POST /operations/subscriptions/{id}/deadline': {
    summary: 'Extend a deadline for one person; never to an earlier day',
    scope: 'subscriptions.act',
    body: z.object({ ...extension, version: seenVersion }),
    secondPerson: true,
    responses: { 200: decided, 202: awaitsApproval },
    errors: ['STATE_CONFLICT', 'VERSION_REQUIRED', 'VERSION_CONFLICT', 'APPROVAL_PENDING'],
  },
  'POST /operations/offers/{code}/deadline': {
    summary: 'Extend a deadline for every application of an offer in which it runs; done one after another',
    scope: 'subscriptions.act',
    body: z.object(extension),
    secondPerson: true,
    responses: {
      200: z.object({ id, open: z.number().int().nonnegative() }).meta({ id: 'OfferExtension' }),
      202: awaitsApproval,
    },
    errors: ['APPROVAL_PENDING'],
  },
});
