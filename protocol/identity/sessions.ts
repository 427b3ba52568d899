import { z } from 'zod';
import { defineCalls, id, isoDateTime, named, text } from '../foundation/index.ts';
import { socialProvider } from './social.ts';

/** Session as its owner sees it. Device and network are what the browser reported and where it connected from. */
const ownSession = named('OwnSession', {
  sessionId: z.uuid(),
  device: text.nullable(),
  /** Network it was opened from, truncated so that it does not identify a single connection; null if unknown. */
  network: text.nullable(),
  sameNetwork: z.boolean(),
  method: z.enum(['password', 'code', 'passkey', 'google', 'facebook', 'linkedin', 'handoff', 'access-key']),
  createdAt: isoDateTime,
  /** Accurate to five minutes. */
  lastUsedAt: isoDateTime,
  /** Latest possible end. */
  endsAt: isoDateTime,
  current: z.boolean(),
});

/** Account of another platform that can be used to sign in. */
const socialAccount = z
  .object({ id, provider: socialProvider, linkedAt: isoDateTime })
  .meta({ id: 'SocialAccount' });

export const sessionCalls = defineCalls({
  'GET /platform/auth/sessions': {
    summary: 'Sessions of the signed-in person that are open, the newest use first',
    responses: { 200: z.array(ownSession) },
  },
  'DELETE /platform/auth/sessions': {
    summary: 'End every other session of the signed-in person',
    repeats: 'session',
    freshProof: true,
    responses: { 204: null },
  },
  'DELETE /platform/auth/sessions/{sessionId}': {
    summary: 'End one session of the signed-in person, on every node at once',
    repeats: 'session',
    freshProof: true,
    responses: { 204: null },
  },
  'GET /platform/auth/social-accounts': {
    summary: 'Accounts of other platforms with which the signed-in person comes in',
    responses: { 200: z.array(socialAccount) },
  },
  'DELETE /platform/auth/social-accounts/{id}': {
    summary: 'Unlink an account of another platform: it opens nothing any more',
    repeats: 'session',
    freshProof: true,
    responses: { 204: null },
  },
});
