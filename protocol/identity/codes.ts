import { z } from 'zod';
import { defineCalls, maybe, text, typed, typedLine } from '../foundation/index.ts';
import { accessToken, codeChannel, codeChannels, codeTimes, documentType } from './shapes.ts';

/** Who requests a code, and on which channel; without a channel, the response lists the contacts on file, masked. */
export const codeOrder = z.object({
  documentType,
  document: typedLine(60),
  channel: maybe(codeChannel),
  captchaToken: maybe(typed(4000)),
});

/** A sent code (spec 5.4). */
const sentCode = z.object({ challengeId: text, ...codeTimes }).meta({ id: 'SentCode' });

export const codeCalls = defineCalls({
  'POST /platform/auth/code/tenants/{tenant}/challenges': {
    summary: 'Send a code to sign in with; without a channel, tell the contacts it can go to',
    auth: 'public',
    body: codeOrder,
    responses: { 200: codeChannels, 202: sentCode },
    errors: ['LOGIN_DISABLED', 'CODE_LOGIN_DISABLED', 'USER_NOT_FOUND', 'SEND_FAILED'],
  },
  'POST /platform/auth/code/challenges/{challengeId}/verify': {
    summary: 'Answer a code: it signs in, and one sent for a sign-up creates the account first',
    auth: 'public',
    repeats: 'answer',
    body: z.object({ code: typedLine(40), remember: maybe(z.boolean()) }),
    responses: { 200: accessToken },
    errors: ['CODE_INVALID', 'CODE_EXPIRED', 'ACCOUNT_EXISTS', 'LOGIN_DISABLED'],
  },
});
