import { z } from 'zod';
import { defineCalls, id, isoDateTime, listOf, listQuery, named, text } from '../../foundation/index.ts';

const { page, pageSize, cursor, institution } = listQuery;

/** Person whose contact was corrected by the team and does not receive codes yet (spec 25.6.3). */
const heldContact = named('HeldContact', {
  personId: id,
  name: text,
  channels: z.array(z.enum(['email', 'sms'])),
  correctedBy: text,
  at: isoDateTime,
  /** When it takes effect automatically; null if only another team member can release it. */
  heldUntil: isoDateTime.nullable(),
  /** Whether the caller may release the contacts: never if they corrected one of them. */
  mayRelease: z.boolean(),
});

export const heldContactCalls = defineCalls({
  'GET /operations/held-contacts': {
    summary: 'People whose corrected contacts wait for a second person, the oldest correction first',
    scope: 'subscriptions.support',
    query: z.object({ institution, page, pageSize, cursor }),
    responses: { 200: listOf(heldContact) },
  },
});
