import { z } from 'zod';
import { defineCalls, maybe, named, text, typed, typedLine } from '../foundation/index.ts';
import { accessToken, documentType } from './shapes.ts';

/** Accounts of other platforms that can be used to sign in (spec 5.1). */
export const socialProvider = z.enum(['google', 'facebook', 'linkedin']).meta({ id: 'SocialProvider' });

const address = z.object({ tenant: z.string().min(1).max(200), provider: socialProvider });

/** Public client ids of a host at the providers; null for those that are not configured (spec 5.4). */
const socialCredentials = named('SocialCredentials', {
  facebookId: text.nullable(),
  googleId: text.nullable(),
  googleRedirUrl: text.nullable(),
  linkedinId: text.nullable(),
  linkedinRedirUrl: text.nullable(),
});

/**
 * One pass through a provider's sign-in page. It is protected by a cookie that scripts cannot read: the provider returns `state`,
 * and only the browser with that cookie may present it, once and within ten minutes.
 */
const socialAuthorization = z
  .object({ authorizationUrl: text, state: text })
  .meta({ id: 'SocialAuthorization' });

/** Facebook gives the page a token, the others send a code to the return address (spec 5.4). */
const socialSignInBody = z.object({
  applicationAlias: maybe(typed(60)),
  socialAccessToken: maybe(typed(4000)),
  code: maybe(typed(4000)),
  state: maybe(typed(200)),
  remember: maybe(z.boolean()),
});

export const socialCalls = defineCalls({
  'GET /platform/settings/tenants/{tenant}/social/{provider}/credentials': {
    summary: 'Client ids and return addresses of this host at the social providers',
    auth: 'public',
    params: address,
    responses: { 200: socialCredentials },
  },
  'POST /platform/auth/signin/tenants/{tenant}/social/{provider}/authorization': {
    summary: "Begin a way through a provider's sign-in page (Google, LinkedIn)",
    auth: 'public',
    params: address,
    responses: { 200: socialAuthorization },
    errors: ['LOGIN_DISABLED', 'PROVIDER_NOT_CONFIGURED', 'PROVIDER_UNAVAILABLE'],
  },
  'POST /platform/auth/signin/tenants/{tenant}/social/{provider}': {
    summary: 'Sign in with a social account; an unlinked one is answered with a link token',
    auth: 'public',
    params: address,
    body: socialSignInBody,
    responses: { 200: accessToken },
    errors: [
      'LOGIN_DISABLED',
      'PROVIDER_NOT_CONFIGURED',
      'SOCIAL_TOKEN_INVALID',
      'NO_LINKED_USER',
      'PROVIDER_UNAVAILABLE',
    ],
  },
  'POST /platform/auth/signin/tenants/{tenant}/social/{provider}/link': {
    summary: 'Link a social account to an account of ours, by password or by code, and sign in',
    auth: 'public',
    freshProof: 'own',
    params: address,
    body: z.object({
      linkToken: typed(400),
      documentType,
      document: typedLine(60),
      password: maybe(typed(1000)),
      challengeId: maybe(typed(60)),
      code: maybe(typedLine(40)),
    }),
    responses: { 200: accessToken },
    errors: [
      'LOGIN_DISABLED',
      'FILL_ALL_FIELDS',
      'LINK_EXPIRED',
      'BAD_CREDENTIALS',
      'USER_NOT_FOUND',
      'ACCOUNT_LOCKED',
      'CODE_INVALID',
      'CODE_EXPIRED',
      'SOCIAL_ALREADY_LINKED',
    ],
  },
});
