import { z } from 'zod';
import { defineCalls, isoDateTime, text, typed } from '../foundation/index.ts';

const party = z.enum(['candidate', 'guardian']);
const channel = z.enum(['email', 'sms']);

/** What an acceptance asks for besides the tick (spec 13.2). */
export const acceptanceDemand = z
  .object({
    party,
    /** A code sent to a registered contact of the party. */
    code: z.boolean(),
    /** The guardian's own declaration stands for the code. */
    declaration: z.boolean(),
    /** Name of the guardian who contracts for a minor. */
    guardian: text.nullable(),
    /** Where a code may be sent, masked. */
    channels: z.array(z.object({ channel, masked: text })),
  })
  .meta({ id: 'AcceptanceDemand' });

const challenge = z
  .object({ challengeId: text, masked: text, expiresIn: z.number().int(), resendIn: z.number().int() })
  .meta({ id: 'AcceptanceChallenge' });

/** Stands for the confirmation in the acceptance itself, for 15 minutes (spec 13.4). */
const confirmation = z
  .object({ acceptanceToken: text, expiresAt: isoDateTime })
  .meta({ id: 'AcceptanceConfirmation' });

export const confirmationCalls = defineCalls({
  'POST /candidate/subscriptions/{id}/acceptance-challenges': {
    summary: 'Send a code to whoever has to accept the contract',
    auth: 'candidate',
    accessKey: true,
    body: z.object({ party, channel }),
    responses: { 202: challenge },
    errors: [
      'NOT_FOUND',
      'VALIDATION',
      'PARTY_NOT_ALLOWED',
      'GUARDIAN_REQUIRED',
      'ALREADY_ACCEPTED',
      'TRANSITION_NOT_ALLOWED',
      'SEND_FAILED',
    ],
  },
  'POST /candidate/subscriptions/{id}/acceptance-challenges/{challengeId}/verify': {
    summary: 'Answer the code; the token it gives goes with the acceptance',
    auth: 'candidate',
    accessKey: true,
    body: z.object({ code: typed(40) }),
    responses: { 200: confirmation },
    errors: ['NOT_FOUND', 'CODE_INVALID', 'CODE_EXPIRED'],
  },
});
