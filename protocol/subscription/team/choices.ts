import { z } from 'zod';
import { defineCalls, listQuery, text, typedLine } from '../../foundation/index.ts';

/** What applications are filtered by and chosen from what exists, by its name (spec 25.3.4). */
const KINDS = ['course', 'pole', 'offer', 'intake'] as const;

const filterChoice = z
  .object({
    /** What the filter of the list takes. */
    code: text,
    name: text,
    /** What distinguishes it from another one of its name: modality, city, days. */
    note: text.nullable(),
    institutionCode: text,
  })
  .meta({ id: 'FilterChoice' });

export const choiceCalls = defineCalls({
  'GET /operations/filter-choices': {
    summary: 'Courses, poles, offers or intakes by words of their name or by their code, at most twenty',
    auth: 'service',
    scope: ['subscriptions.read', 'reports'],
    query: z.object({
      of: z.enum(KINDS),
      q: typedLine(100).optional(),
      /** The one with this code, such as for the name of a filter that is set. */
      code: z.string().min(1).max(60).optional(),
      institution: listQuery.institution,
    }),
    responses: { 200: z.array(filterChoice) },
    errors: [],
  },
});
