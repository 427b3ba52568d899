import { z } from 'zod';
import { defineCalls } from '../foundation/index.ts';

/**
 * The institution's own sign-in through OpenID Connect (spec 25.2.2). A browser navigates to these addresses; pages only link to
 * the first.
 */
export const staffProviderCalls = defineCalls({
  'GET /operations/staff/oidc/start': {
    summary: 'Go to the institution’s own sign-in, to come in or to confirm who is signed in',
    auth: 'public',
    query: z.object({
      /** Page of the console to continue to. */
      returnTo: z.string().max(500).optional(),
      purpose: z.enum(['sign-in', 'reauth']).default('sign-in'),
    }),
    responses: { 302: null },
    errors: ['FORBIDDEN', 'NOT_FOUND', 'STAFF_SESSION_OVER', 'IDP_UNAVAILABLE'],
  },
  'GET /operations/staff/oidc/callback': {
    summary: 'Come back from there; the answer is a page that goes on by itself, or says in words why not',
    auth: 'public',
    fromProvider: true,
    // Further parameters belong to the provider's protocol and are checked there.
    query: z.object({ state: z.string().max(200).optional() }),
    binary: 'text/html',
    htmlErrors: 'page',
    responses: { 200: z.string() },
    errors: [
      'FORBIDDEN',
      'NOT_FOUND',
      'STAFF_SESSION_OVER',
      'IDP_REFUSED',
      'NO_ROLE',
      'GROUPS_MISSING',
      'GROUPS_UNREADABLE',
      'INVITE_OTHER_PERSON',
      'INVITE_OVER',
      'IDP_UNAVAILABLE',
    ],
  },
  'POST /operations/staff/oidc/back-channel-logout': {
    summary: 'The provider ends sessions by a logout token (OpenID Connect Back-Channel Logout 1.0)',
    auth: 'provider',
    form: true,
    body: z.unknown(),
    responses: { 200: null },
    errors: ['HOST_UNKNOWN', 'IDP_UNAVAILABLE'],
  },
});
