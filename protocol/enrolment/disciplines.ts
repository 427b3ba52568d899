import { z } from 'zod';
import { defineCalls, id, named, text } from '../foundation/index.ts';

/** The institution's findings about disciplines completed elsewhere (spec 9.3). */
const disciplineAnalysis = named('DisciplineAnalysis', {
  state: z.enum(['unused', 'pending', 'favourable', 'unfavourable']),
  accepted: z.array(z.object({ id, code: text, name: text, workload: z.number().int().positive() })),
  term: z.number().int().positive().nullable(),
});

/** Module 1 disciplines that an application can choose (S-27); credited ones cannot be chosen. */
export const disciplineChoice = named('DisciplineChoice', {
  disciplines: z.array(
    z.object({
      id,
      code: text,
      name: text,
      workload: z.number().int().positive(),
      mandatory: z.boolean(),
      group: text.nullable(),
      accepted: z.boolean(),
      chosen: z.boolean(),
    }),
  ),
  electiveMin: z.number().int().nonnegative(),
  electiveMax: z.number().int().nonnegative(),
  analysis: disciplineAnalysis,
});

export const disciplineCalls = defineCalls({
  'GET /candidate/subscriptions/{id}/disciplines': {
    summary: 'Disciplines to choose from, the choice made, and the result of the analysis',
    accessKey: true,
    responses: { 200: disciplineChoice },
  },
  'PUT /candidate/subscriptions/{id}/disciplines': {
    summary: 'Choose the electives',
    repeats: 'same',
    accessKey: true,
    body: z.object({ disciplineIds: z.array(id).max(200) }),
    responses: { 204: null },
    errors: ['ELECTIVE_COUNT', 'FIELD_LOCKED'],
  },
});
