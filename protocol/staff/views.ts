import { z } from 'zod';
import { defineCalls, isoDateTime, maybe, text, typed } from '../foundation/index.ts';

export const viewCalls = defineCalls({
  'POST /operations/subscriptions/{id}/views': {
    summary:
      'Make an address that shows the candidate’s pages read-only for 15 minutes; it opens once, within 60 s',
    person: true,
    showsSecret: true,
    scope: 'subscriptions.support',
    body: z.object({ reason: maybe(typed(500)) }),
    responses: { 201: z.object({ url: text, expiresAt: isoDateTime }).meta({ id: 'StaffView' }) },
  },
});
