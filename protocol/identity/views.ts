import { z } from 'zod';
import { defineCalls, id, isoDateTime, named, text, typed } from '../foundation/index.ts';

/** Team view that was opened; its token is for one tab to keep in memory (spec 25.6.3). */
const openedView = named('OpenedView', {
  token: text,
  subscriptionId: id,
  uuid: text,
  /** Path of the application below the portal's base. */
  path: text,
  expiresAt: isoDateTime,
});

export const viewCalls = defineCalls({
  'POST /candidate/views': {
    summary: 'Open a read-only view of the institution’s team with its one-time code (60 s)',
    auth: 'public',
    body: z.object({ code: typed(200) }),
    responses: { 201: openedView },
    errors: ['LINK_EXPIRED'],
  },
});
