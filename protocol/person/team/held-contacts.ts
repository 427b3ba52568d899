import { z } from 'zod';
import { defineCalls, id, isoDateTime, listOf, listQuery, text } from '../../foundation/index.ts';

const { page, pageSize, cursor, institution } = listQuery;

/** Somebody whose contact the team corrected, and to whom no code goes there yet (spec 25.6.3). */
const heldContact = z
  .object({
    personId: id,
    name: text,
    channels: z.array(z.enum(['email', 'sms'])),
    correctedBy: text,
    at: isoDateTime,
    /** When it has effect by itself; null where only another person of the team lets codes go. */
    heldUntil: isoDateTime.nullable(),
    /** Whether the caller may let them go: nobody does who corrected one of the contacts. */
    mayRelease: z.boolean(),
  })
  .meta({ id: 'HeldContact' });

export const heldContactCalls = defineCalls({
  'GET /operations/held-contacts': {
    summary: 'People whose corrected contacts wait for a second person, the oldest correction first',
    auth: 'service',
    scope: 'subscriptions.support',
    query: z.object({ institution, page, pageSize, cursor }),
    responses: { 200: listOf(heldContact) },
    errors: ['VALIDATION'],
  },
});
