import { z } from 'zod';
import { defineCalls, listQuery, named, text, typedLine } from '../../foundation/index.ts';

/** Existing values, found by name, that applications can be filtered by (spec 25.3.4). */
const KINDS = ['course', 'pole', 'offer', 'intake'] as const;

const filterChoice = named('FilterChoice', {
  /** Value that the list's filter takes. */
  code: text,
  name: text,
  /** What distinguishes it from another with the same name: modality, city, days. */
  note: text.nullable(),
  institutionCode: text,
});

export const choiceCalls = defineCalls({
  'GET /operations/filter-choices': {
    summary: 'Courses, poles, offers or intakes by words of their name or by their code, at most twenty',
    scope: ['subscriptions.read', 'reports'],
    query: z.object({
      of: z.enum(KINDS),
      q: typedLine(100).optional(),
      /** Only the one with this code, for instance to show the name of a filter that is set. */
      code: z.string().min(1).max(60).optional(),
      institution: listQuery.institution,
    }),
    responses: { 200: z.array(filterChoice) },
  },
});
