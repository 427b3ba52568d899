import { z } from 'zod';
import { defineCalls } from '../foundation/index.ts';
import { channel, codeBody, confirmation, party, sentCode } from './shapes.ts';

export const confirmationCalls = defineCalls({
  'POST /candidate/subscriptions/{id}/acceptance-challenges': {
    summary: 'Send a code to whoever has to accept the contract',
    repeats: 'code',
    accessKey: true,
    body: z.object({ party, channel }),
    responses: { 202: sentCode },
    errors: [
      'PARTY_NOT_ALLOWED',
      'GUARDIAN_REQUIRED',
      'ALREADY_ACCEPTED',
      'TRANSITION_NOT_ALLOWED',
      'SEND_FAILED',
    ],
  },
  'POST /candidate/subscriptions/{id}/acceptance-challenges/{challengeId}/verify': {
    summary: 'Answer the code; the token it gives goes with the acceptance',
    repeats: 'answer',
    accessKey: true,
    body: codeBody,
    responses: { 200: confirmation },
    errors: ['CODE_INVALID', 'CODE_EXPIRED'],
  },
});
