import { z } from 'zod';
import { defineCalls, isoDateTime, maybe, text, typed } from '../foundation/index.ts';

export const handoffCalls = defineCalls({
  'POST /platform/auth/handoff/exchange': {
    summary: 'Sign in with the one-time code an institution’s site handed over (60 s)',
    auth: 'public',
    body: z.object({ code: typed(200) }),
    responses: { 200: z.object({ accessToken: text, expiresAt: isoDateTime, redirectTo: maybe(text) }) },
    errors: ['HANDOFF_EXPIRED'],
  },
});
