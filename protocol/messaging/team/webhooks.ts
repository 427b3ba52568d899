import { z } from 'zod';
import { type Call, defineCalls } from '../../foundation/index.ts';

// The body is whatever the provider sends: a notice is only a hint, the provider is asked before anything moves.
const notice = {
  summary: 'Notice of a payment provider; authenticated in its own way and by the secret of the address',
  auth: 'provider',
  body: z.unknown(),
  responses: { 200: null },
  errors: ['UNAUTHENTICATED'],
} as const satisfies Call;

export const webhookCalls = defineCalls({
  'POST /operations/webhooks/sms/{tenant}/{secret}': {
    summary:
      'Report of an SMS gateway on a message; authenticated by the secret of the address, and its signature where it signs',
    auth: 'provider',
    form: true,
    query: z.object({ message: z.string().max(60).optional() }),
    body: z.unknown(),
    responses: { 200: null },
    errors: ['UNAUTHENTICATED'],
  },
  'POST /operations/webhooks/payments/{provider}/{tenant}/{secret}': notice,
  'POST /operations/webhooks/payments/{provider}/{tenant}/{secret}/pix': notice,
  'POST /operations/webhooks/payments/{provider}/{tenant}/{secret}/rec': notice,
  'POST /operations/webhooks/payments/{provider}/{tenant}/{secret}/cobr': notice,
});
