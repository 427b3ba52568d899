import { z } from 'zod';
import {
  defineCalls,
  isoDateTime,
  maybe,
  named,
  text,
  typed,
  typedLine,
  webAuthnOptions,
} from '../foundation/index.ts';
import { shownCredential } from './passkeys.ts';
import { codeChannel, codeTimes } from './shapes.ts';

/** How the signed-in person can prove their identity again, and until when the last proof is valid (spec 5.5). */
const proofWays = named('ProofWays', {
  until: isoDateTime.nullable(),
  password: z.boolean(),
  /** Whether the person has one on this host. */
  passkey: z.boolean(),
  /** Contacts that were already confirmed when this session began, masked. */
  contacts: z.array(z.object({ channel: codeChannel, masked: text })),
});

export const proofCalls = defineCalls({
  'GET /platform/auth/proof': {
    summary: 'How the signed-in person can prove again who she is, and until when a proof counts',
    responses: { 200: proofWays },
  },
  'POST /platform/auth/proof/codes': {
    summary: 'Send a code that proves who is signed in, to a contact that was hers before',
    repeats: 'code',
    body: z.object({ channel: codeChannel }),
    responses: { 202: z.object({ challengeId: text, ...codeTimes }).meta({ id: 'SentProof' }) },
    errors: ['SEND_FAILED'],
  },
  'POST /platform/auth/proof/passkeys': {
    summary: 'Begin a proof by passkey: options for the authenticator, good for five minutes and one use',
    repeats: 'code',
    responses: { 200: z.object({ challengeId: text, options: webAuthnOptions }) },
  },
  'POST /platform/auth/proof': {
    summary: 'Prove who is signed in, by password, code or passkey; it counts for ten minutes',
    repeats: 'answer',
    body: z.object({
      password: maybe(typed(1000)),
      challengeId: maybe(typed(60)),
      code: maybe(typedLine(40)),
      credential: shownCredential.nullish(),
    }),
    responses: { 204: null },
    errors: [
      'CURRENT_PASSWORD_WRONG',
      'ACCOUNT_LOCKED',
      'CODE_INVALID',
      'CODE_EXPIRED',
      'NOT_FOUND',
      'PASSKEY_REFUSED',
    ],
  },
  'POST /platform/auth/undo': {
    summary:
      'Take back a change of contacts or ways in, with the link of the message about it and the document',
    auth: 'public',
    freshProof: 'own',
    body: z.object({ token: typed(200), document: typedLine(60) }),
    responses: { 204: null },
    errors: ['LINK_EXPIRED'],
  },
});
