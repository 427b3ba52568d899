import { z } from 'zod';
import { defineCalls, id, isoDateTime, maybe, text, typed } from '../../foundation/index.ts';

export const handoffCalls = defineCalls({
  'POST /operations/handoffs': {
    summary: 'Hand a signed-in person of the institution’s own site over to the portal (one use, 60 s)',
    showsSecret: true,
    scope: 'subscriptions.import',
    body: z.object({ personId: id, redirectTo: maybe(typed(2000)), host: maybe(typed(253)) }),
    responses: { 201: z.object({ code: text, url: text, expiresAt: isoDateTime }) },
    errors: ['NOT_FOUND', 'DOCUMENT_CASE_OPEN'],
  },
});
