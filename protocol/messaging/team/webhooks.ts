import { z } from 'zod';
import { type Call, defineCalls } from '../../foundation/index.ts';

// The body is whatever the provider sends: a notice is only a hint, and the provider is queried before anything changes.
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
  'GET /operations/webhooks/whatsapp/{tenant}': {
    summary:
      'Says back what WhatsApp sends to see that the address is ours; only with the word that was typed there',
    auth: 'provider',
    binary: 'text/plain',
    query: z.object({
      'hub.mode': z.string().max(20).optional(),
      'hub.verify_token': z.string().max(200).optional(),
      'hub.challenge': z
        .string()
        .regex(/^[\w.-]{1,200}$/)
        .optional(),
    }),
    responses: { 200: null },
    errors: ['UNAUTHENTICATED'],
  },
  'POST /operations/webhooks/whatsapp/{tenant}': {
    summary:
      'What WhatsApp reports of messages and what people write; authenticated by the signature over its bytes',
    auth: 'provider',
    signed: true,
    bodyLimit: 3 * 1024 * 1024,
    body: z.unknown(),
    responses: { 200: null },
    errors: ['UNAUTHENTICATED'],
  },
  'POST /operations/webhooks/payments/{provider}/{tenant}/{secret}': notice,
  'POST /operations/webhooks/payments/{provider}/{tenant}/{secret}/pix': notice,
  'POST /operations/webhooks/payments/{provider}/{tenant}/{secret}/rec': notice,
  'POST /operations/webhooks/payments/{provider}/{tenant}/{secret}/cobr': notice,
});
