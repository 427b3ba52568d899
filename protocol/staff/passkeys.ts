import { z } from 'zod';
import { defineCalls, id, isoDateTime, maybe, text, typed } from '../foundation/index.ts';
import { newCredential } from '../identity/index.ts';
import { begunPasskey, shownPasskey } from './passkey-shapes.ts';
import { staffMe } from './session.ts';

/** Passkey just created by an authenticator. */
const madePasskey = z.object({
  challengeId: typed(60),
  credential: newCredential,
  label: maybe(typed(60)),
});

const staffPasskey = z
  .object({ id, label: text, createdAt: isoDateTime, lastUsedAt: isoDateTime.nullable() })
  .meta({ id: 'StaffPasskey' });

/** Passkeys of the team, bound to the host of the console (spec 25.2.2). */
export const staffPasskeyCalls = defineCalls({
  'POST /operations/staff/passkeys/options': {
    summary: 'Begin a sign-in by passkey, or the confirmation of one; the options name nobody',
    auth: 'public',
    responses: { 200: begunPasskey },
    errors: ['FORBIDDEN'],
  },
  'POST /operations/staff/passkeys/sign-in': {
    summary: 'Sign in by passkey, or by the one that was made to accept an invite',
    auth: 'public',
    body: z.union([shownPasskey, madePasskey]),
    responses: { 200: staffMe },
    errors: ['PASSKEY_REFUSED', 'PASSKEY_LIMIT', 'DUPLICATE', 'NO_ROLE', 'INVITE_OVER', 'FORBIDDEN'],
  },
  'GET /operations/staff/me/passkeys': {
    summary: 'Own passkeys on this host',
    auth: 'staff',
    responses: { 200: z.object({ data: z.array(staffPasskey) }) },
  },
  'POST /operations/staff/me/passkeys': {
    summary: 'Begin a passkey with an empty body; keep it with the credential that the authenticator made',
    auth: 'staff',
    confirm: 'recent',
    body: z.union([madePasskey, z.strictObject({})]),
    responses: { 200: begunPasskey, 201: staffPasskey },
    errors: ['PASSKEY_REFUSED', 'PASSKEY_LIMIT', 'DUPLICATE', 'STRONGER_SIGN_IN'],
  },
  'DELETE /operations/staff/me/passkeys/{id}': {
    summary: 'Remove a passkey: it opens nothing any more',
    auth: 'staff',
    confirm: 'strong',
    responses: { 204: null },
  },
});
