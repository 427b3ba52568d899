import { z } from 'zod';
import { defineCalls, isoDateTime, named, text } from '../../foundation/index.ts';
import { opsExamScore } from '../index.ts';

/** Test booked for an application (spec 25.6.1). */
const bookingInBrief = named('BookingInBrief', {
  at: isoDateTime,
  place: text,
  pole: text,
  state: z.enum([
    'booked',
    'rescheduled',
    'missed',
    'cancelled',
    'other-pole',
    'left',
    'approved',
    'rejected',
  ]),
  score: z.number().nullable(),
  essayScore: z.number().nullable(),
});

export const applicationSelectionCalls = defineCalls({
  'GET /operations/subscriptions/{id}/tests': {
    summary: 'Tests that were booked for an application, the last one first',
    scope: ['tests.roll', 'tests.results'],
    alsoScope: 'subscriptions.read',
    within: { scope: 'tests.results', for: 'the scores, which are null without it' },
    responses: { 200: z.array(bookingInBrief) },
  },
  'GET /operations/subscriptions/{id}/exam-scores': {
    summary: 'Look-ups of the exam score of an application, the last one first',
    scope: 'exam-scores',
    alsoScope: 'subscriptions.read',
    responses: { 200: z.array(opsExamScore.omit({ cpf: true, subscriptionId: true, bulletinFileId: true })) },
  },
});
