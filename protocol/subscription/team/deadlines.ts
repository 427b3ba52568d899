import { DEADLINE_NAMES } from '@orbita/domain/subscription';
import { z } from 'zod';
import { awaitsApproval } from '../../approval/index.ts';
import { behalfReason, day, defineCalls, id, isoDateTime, text } from '../../foundation/index.ts';
import { decided, seenVersion } from '../../work/index.ts';

const deadline = z.enum(DEADLINE_NAMES);

/** Deadlines that run for an application, and what of its offer could be extended with it (spec 25.6.2). */
const applicationDeadlines = z
  .object({
    deadlines: z.array(
      z.object({
        deadline,
        label: text,
        /** Last day. */
        until: day,
        /** Applications of the same offer under way in which it runs, this one included. */
        open: z.number().int().nonnegative(),
      }),
    ),
    today: day,
    /** The latest day that may be chosen. */
    latest: day,
    /** A day later than this waits for a second person. */
    aloneUntil: day,
    offer: z.object({ code: text, name: text }),
    /** The last extensions for the whole offer, newest first. */
    ofOffer: z.array(
      z.object({
        id,
        deadline,
        until: day,
        by: text,
        at: isoDateTime,
        /** Applications it has moved so far. */
        extended: z.number().int().nonnegative(),
        finished: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'ApplicationDeadlines' });

const extension = { deadline, until: day, reason: behalfReason };

/** Deadlines that the institution extends for one person or for everybody of an offer (spec 25.6.2). */
export const deadlineCalls = defineCalls({
  'GET /operations/subscriptions/{id}/deadlines': {
    summary: 'Deadlines that run for an application and may be extended',
    auth: 'service',
    scope: 'subscriptions.act',
    responses: { 200: applicationDeadlines },
    errors: ['NOT_FOUND'],
  },
  'POST /operations/subscriptions/{id}/deadline': {
    summary: 'Extend a deadline for one person; never to an earlier day',
    auth: 'service',
    scope: 'subscriptions.act',
    body: z.object({ ...extension, version: seenVersion }),
    secondPerson: true,
    responses: { 200: decided, 202: awaitsApproval },
    errors: [
      'NOT_FOUND',
      'VALIDATION',
      'STATE_CONFLICT',
      'VERSION_REQUIRED',
      'VERSION_CONFLICT',
      'APPROVAL_PENDING',
    ],
  },
  'POST /operations/offers/{code}/deadline': {
    summary: 'Extend a deadline for every application of an offer in which it runs; done one after another',
    auth: 'service',
    scope: 'subscriptions.act',
    body: z.object(extension),
    secondPerson: true,
    responses: {
      200: z.object({ id, open: z.number().int().nonnegative() }).meta({ id: 'OfferExtension' }),
      202: awaitsApproval,
    },
    errors: ['NOT_FOUND', 'VALIDATION', 'APPROVAL_PENDING'],
  },
});
