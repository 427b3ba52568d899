import { z } from 'zod';
import { defineCalls, id, isoDateTime, maybe, named, text, typed } from '../../foundation/index.ts';

/** What a link is sent for (spec 17.2). */
const keyPurpose = z.enum(['continue', 'payment', 'documents']).meta({ id: 'AccessKeyPurpose' });

/**
 * New key; its URL is shown only this once (spec 5.2). Team members do not see it: the link is sent to contacts of the owner
 * (25.6.2), and the key is only created when it is sent.
 */
const issuedKey = z
  .object({ keyId: id.nullable(), url: text.nullable(), expiresAt: isoDateTime })
  .meta({ id: 'IssuedAccessKey' });

/** Key as stored: its link can no longer be read. */
const keptKey = named('AccessKey', {
  keyId: id,
  purpose: keyPurpose,
  createdAt: isoDateTime,
  expiresAt: isoDateTime,
  revokedAt: isoDateTime.nullable(),
});

export const accessKeyTeamCalls = defineCalls({
  'POST /operations/subscriptions/{id}/access-keys': {
    summary: 'Issue an access key; with notify its owner is sent one as well',
    showsSecret: true,
    scope: 'subscriptions.support',
    body: z.object({
      purpose: keyPurpose,
      ttlDays: maybe(z.number().int().min(1).max(365)),
      notify: maybe(z.boolean()),
      /** Why a team member needs to see the link itself. */
      reason: maybe(typed(500)),
    }),
    responses: { 201: issuedKey },
    errors: ['CONTACT_UNCONFIRMED'],
  },
  'POST /operations/subscriptions/{id}/contact-confirmations': {
    summary: 'Ask the candidate to confirm her contacts by a message that opens nothing; one an hour',
    scope: 'subscriptions.support',
    /** `sent`: false if the candidate was already asked within the last hour. */
    responses: { 200: z.object({ sent: z.boolean() }) },
    errors: ['STATE_CONFLICT'],
  },
  'GET /operations/subscriptions/{id}/access-keys': {
    summary: 'Access keys of a subscription, newest first',
    scope: 'subscriptions.support',
    responses: { 200: z.array(keptKey) },
  },
  'DELETE /operations/subscriptions/{id}/access-keys': {
    summary: 'Revoke every access key of a subscription, and the tab tokens made from them',
    scope: 'subscriptions.support',
    responses: { 200: z.object({ revoked: z.number().int().nonnegative() }) },
  },
  'DELETE /operations/access-keys/{keyId}': {
    summary: 'Revoke one access key, and the tab tokens made from it',
    scope: 'subscriptions.support',
    responses: { 204: null },
  },
});
