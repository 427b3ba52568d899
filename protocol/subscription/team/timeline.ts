import { TIMELINE_FILTERS, TIMELINE_KINDS } from '@orbita/domain/subscription';
import { z } from 'zod';
import { cursor, defineCalls, isoDateTime, named, text } from '../../foundation/index.ts';

/** One event of an application (spec 25.6.1). */
const timelineEntry = named('TimelineEntry', {
  id: text,
  at: isoDateTime,
  kind: z.enum(TIMELINE_KINDS),
  /** If `visible`, exactly the sentence on the candidate's page. */
  text,
  /** "Situação: …" after a move. */
  status: text.nullable(),
  /** Reason, remark, or the text of a message. */
  detail: text.nullable(),
  actor: z.enum(['candidate', 'system', 'staff', 'service']),
  /** Name of the team member or of the system. */
  by: text.nullable(),
  visible: z.boolean(),
  /** What the entry refers to, by id or code. */
  refs: z.record(z.string(), z.union([z.number(), text]).nullable()),
});

export const timelineCalls = defineCalls({
  'GET /operations/subscriptions/{id}/timeline': {
    summary: 'What happened with an application, newest first, in the words its candidate reads',
    scope: 'subscriptions.read',
    within: { scope: 'essays.lead', for: 'grades of essays and who gave them: else they are left out' },
    query: z.object({ only: z.enum(TIMELINE_FILTERS).optional(), cursor }),
    responses: { 200: z.object({ data: z.array(timelineEntry), nextCursor: text.nullable() }) },
  },
});
