import { z } from 'zod';
import { defineCalls, isoDateTime, maybe, text, typed, webAuthnOptions } from '../foundation/index.ts';
import { accessToken } from './shapes.ts';

/** Passkey as its owner sees it. */
const passkey = z
  .object({ passkeyId: z.uuid(), label: text, createdAt: isoDateTime, lastUsedAt: isoDateTime.nullable() })
  .meta({ id: 'Passkey' });

/** What the browser passes to its authenticator; the names are those of WebAuthn (level 3, JSON forms). */
const options = webAuthnOptions;
/** Base64url part of a credential. */
const part = z
  .string()
  .max(16_000)
  .regex(/^[\w-]*$/);

/** Credential as returned by `navigator.credentials.create`, in its JSON form. */
export const newCredential = z.object({
  id: part,
  rawId: part,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: part,
    attestationObject: part,
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
});

/** Credential as returned by `navigator.credentials.get`, in its JSON form. */
export const shownCredential = z.object({
  id: part,
  rawId: part,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: part,
    authenticatorData: part,
    signature: part,
    userHandle: part.nullish(),
  }),
});

export const passkeyCalls = defineCalls({
  'GET /platform/auth/passkeys': {
    summary: 'Passkeys of the signed-in person on this host',
    responses: { 200: z.array(passkey) },
  },
  'POST /platform/auth/passkeys/registrations': {
    summary: 'Begin a passkey: options for the authenticator, good for five minutes and one use',
    repeats: 'session',
    freshProof: true,
    responses: { 200: z.object({ registrationId: text, options }) },
    errors: ['PASSKEY_LIMIT'],
  },
  'POST /platform/auth/passkeys': {
    summary: 'Keep a passkey the authenticator made',
    repeats: 'session',
    freshProof: true,
    body: z.object({ registrationId: typed(60), credential: newCredential, label: maybe(typed(60)) }),
    responses: { 201: passkey },
    errors: ['PASSKEY_REFUSED', 'PASSKEY_LIMIT', 'DUPLICATE'],
  },
  'DELETE /platform/auth/passkeys/{passkeyId}': {
    summary: 'Remove a passkey: it opens nothing any more',
    repeats: 'session',
    freshProof: true,
    responses: { 204: null },
  },
  'POST /platform/auth/passkeys/tenants/{tenant}/challenges': {
    summary: 'Begin a sign-in by passkey: options for the authenticator, good for five minutes and one use',
    auth: 'public',
    responses: { 200: z.object({ challengeId: text, options }) },
    errors: ['LOGIN_DISABLED'],
  },
  'POST /platform/auth/passkeys/tenants/{tenant}/signin': {
    summary: 'Sign in by passkey',
    auth: 'public',
    body: z.object({
      challengeId: typed(60),
      credential: shownCredential,
      remember: maybe(z.boolean()),
    }),
    responses: { 200: accessToken },
    errors: ['LOGIN_DISABLED', 'PASSKEY_REFUSED'],
  },
});
