import { z } from 'zod';
import { defineCalls, id, maybe, named, text, typed, typedLine } from '../foundation/index.ts';
import { accessKeyCalls } from './access-keys.ts';
import { codeCalls } from './codes.ts';
import { handoffCalls } from './handoff.ts';
import { passkeyCalls } from './passkeys.ts';

export { newCredential, shownCredential } from './passkeys.ts';

import { passwordCalls } from './passwords.ts';
import { proofCalls } from './proof.ts';
import { sessionCalls } from './sessions.ts';
import { accessToken, challenge, documentType } from './shapes.ts';
import { socialCalls } from './social.ts';
import { viewCalls } from './views.ts';

export { documentType };

/** Owner of a token (spec 5.4). */
const tokenCheck = named('TokenCheck', {
  accessToken: text,
  payloadToken: z.object({
    uuid: text,
    name: text,
    tenantAlias: text,
    socialName: text.nullable(),
    personId: id,
    disableInstitutionGlobalFilter: z.boolean(),
    /** False for accounts created through a code or another provider: a code then replaces the password (S-08). */
    hasPassword: z.boolean(),
  }),
});

/** Sign-in form; missing fields are answered with `FILL_ALL_FIELDS` (spec 5.4). */
const signInBody = z.object({
  applicationAlias: maybe(typed(60)),
  documentType: maybe(documentType),
  document: maybe(typedLine(60)),
  password: maybe(typed(1000)),
  remember: maybe(z.boolean()),
  captchaToken: maybe(typed(4000)),
});

/** Sign-up form (spec 5.4). */
const signUpBody = z.object({
  documentType,
  document: typedLine(60),
  name: typedLine(400),
  socialName: maybe(typedLine(400)),
  /** The person has only one name; for an RNE or a passport. */
  singleName: maybe(z.boolean()),
  birthDate: typedLine(30),
  nationality: maybe(typedLine(20)),
  email: typedLine(400),
  cellPhone: typedLine(60),
  password: typed(1000),
  confirmPassword: typed(1000),
  privacyAccepted: z.boolean(),
  marketingConsent: maybe(z.boolean()),
  /** Consent to WhatsApp messages about applications, if the institution offers them. */
  whatsappConsent: maybe(z.boolean()),
  remember: maybe(z.boolean()),
  linkToken: maybe(typed(400)),
  captchaToken: maybe(typed(4000)),
});

const ownCalls = defineCalls({
  'POST /platform/auth/signin/tenants/{tenant}': {
    summary: 'Sign in with document and password',
    auth: 'public',
    body: signInBody,
    responses: { 200: accessToken },
    errors: [
      'FILL_ALL_FIELDS',
      'LOGIN_DISABLED',
      'CAPTCHA_FAILED',
      'ACCOUNT_LOCKED',
      'USER_NOT_FOUND',
      'BAD_CREDENTIALS',
    ],
  },
  'POST /platform/auth/signup/tenants/{tenant}': {
    summary: 'Create an account; without captcha the account is created by the code sent to the e-mail',
    auth: 'public',
    keyed: true,
    repeats: 'session',
    body: signUpBody,
    responses: { 201: accessToken, 202: challenge },
    errors: [
      'SIGNUP_DISABLED',
      'LOGIN_DISABLED',
      'CAPTCHA_FAILED',
      'ACCOUNT_LOCKED',
      'USER_NOT_FOUND',
      'BAD_CREDENTIALS',
      'ACCOUNT_EXISTS',
      'SOCIAL_ALREADY_LINKED',
      'LINK_EXPIRED',
      'SEND_FAILED',
    ],
  },
  'POST /platform/auth/signout': {
    summary: 'Revoke the token and clear the companion cookie',
    repeats: 'session',
    accessKey: true,
    responses: { 204: null },
  },
  'GET /candidate/users/check/': {
    summary: 'Check the token and renew it when it is older than a day',
    accessKey: true,
    responses: { 200: tokenCheck },
  },
});

export const identityCalls = {
  ...ownCalls,
  ...codeCalls,
  ...passwordCalls,
  ...socialCalls,
  ...passkeyCalls,
  ...handoffCalls,
  ...accessKeyCalls,
  ...viewCalls,
  ...proofCalls,
  ...sessionCalls,
};
