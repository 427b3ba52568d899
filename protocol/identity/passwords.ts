import { z } from 'zod';
import { defineCalls, maybe, named, text, typed, typedLine } from '../foundation/index.ts';
import { codeOrder } from './codes.ts';
import { codeChannels, codeTimes } from './shapes.ts';
import { socialProvider } from './social.ts';

/**
 * Single-use token that sets a new password, and the other sign-in methods of the account, which the reset removes by default.
 */
const resetToken = named('ResetToken', {
  resetToken: text,
  others: z.object({ passkeys: z.number().int().nonnegative(), providers: z.array(socialProvider) }),
});

export const passwordCalls = defineCalls({
  'POST /platform/auth/password/tenants/{tenant}/reset-requests': {
    summary:
      'Send a code, by e-mail also a link, to reset the password; without a channel, tell the contacts',
    auth: 'public',
    body: codeOrder,
    responses: {
      200: codeChannels,
      202: z.object({ requestId: text, ...codeTimes }).meta({ id: 'SentReset' }),
    },
    errors: ['LOGIN_DISABLED', 'USER_NOT_FOUND', 'SEND_FAILED'],
  },
  'POST /platform/auth/password/reset-requests/{requestId}/verify': {
    summary: 'Answer the code of a reset',
    auth: 'public',
    repeats: 'answer',
    body: z.object({ code: typedLine(40) }),
    responses: { 200: resetToken },
    errors: ['CODE_INVALID', 'CODE_EXPIRED'],
  },
  'GET /platform/auth/password/reset-links/{id}': {
    summary: 'Open the link of a reset; opening does not use it up',
    auth: 'public',
    params: z.object({ id: z.string().max(200) }),
    responses: { 200: resetToken },
    errors: ['LINK_EXPIRED'],
  },
  'POST /platform/auth/password/reset': {
    summary: 'Set a new password; every session of the person ends, and every other way in unless it is kept',
    auth: 'public',
    repeats: 'answer',
    freshProof: 'own',
    body: z.object({
      resetToken: typed(400),
      newPassword: typed(1000),
      confirmPassword: typed(1000),
      /** Keep passkeys and social accounts; otherwise they are removed. */
      keepOthers: maybe(z.boolean()),
    }),
    responses: { 204: null },
    errors: ['LINK_EXPIRED', 'PASSWORD_POLICY', 'PASSWORD_COMMON', 'PASSWORD_MISMATCH'],
  },
  'PUT /platform/auth/password': {
    summary: 'Change the password; every other session of the person ends',
    repeats: 'session',
    freshProof: 'own',
    body: z.object({
      /** Required if the account has one; setting a first password needs a proof in the session instead. */
      currentPassword: maybe(typed(1000)),
      newPassword: typed(1000),
      confirmPassword: typed(1000),
    }),
    responses: { 204: null },
    errors: [
      'CURRENT_PASSWORD_WRONG',
      'PASSWORD_POLICY',
      'PASSWORD_COMMON',
      'PASSWORD_MISMATCH',
      'PASSWORD_SAME',
      'ACCOUNT_LOCKED',
    ],
  },
});
