import { z } from 'zod';
import { defineCalls, id, named } from '../../foundation/index.ts';
import { essayState } from '../index.ts';

/** Attempt at the essay of an application, without its text (spec 25.6.1, 25.7). */
const essayInBrief = named('EssayInBrief', {
  /** Null for anyone who may still have to mark it: nothing may lead from a person to their essay. */
  essayId: id.nullable(),
  attempt: z.number().int().positive(),
  state: essayState,
  score: z.number().int().nullable(),
  minScore: z.number().int(),
  /** Whether the current grade is enough to pass; null before there is one. */
  approved: z.boolean().nullable(),
});

export const applicationEssayCalls = defineCalls({
  'GET /operations/subscriptions/{id}/essays': {
    summary: 'Attempts at the essay of an application, oldest first, without their texts',
    scope: 'subscriptions.read',
    within: { scope: 'essays.lead', for: 'the grade, which is null without it' },
    responses: { 200: z.array(essayInBrief) },
  },
});
