import { z } from 'zod';
import { defineCalls, id, isoDateTime, maybe, text, typed } from '../foundation/index.ts';
import { accessKeyCalls } from './access-keys.ts';
import { handoffCalls } from './handoff.ts';

/** Kinds of identity document an account may have (spec 5.1). */
export const documentType = z.enum(['cpf', 'rne', 'passport']).meta({ id: 'DocumentType' });

/** A token with its end; every such answer also sets the companion cookie (spec 4.2). */
export const accessToken = z
  .object({ accessToken: text, expiresAt: isoDateTime })
  .meta({ id: 'AccessToken' });

/** A confirmation sent to a contact whose address is shown masked (spec 5.4). */
export const challenge = z.object({ challengeId: text, masked: text }).meta({ id: 'Challenge' });

/** Whom a token belongs to (spec 5.4). */
export const tokenCheck = z
  .object({
    accessToken: text,
    payloadToken: z.object({
      uuid: text,
      name: text,
      tenantAlias: text,
      socialName: text.nullable(),
      personId: id,
      disableInstitutionGlobalFilter: z.boolean(),
    }),
  })
  .meta({ id: 'TokenCheck' });

/** Sign-in form; left-out fields answer `FILL_ALL_FIELDS` (spec 5.4). */
export const signInBody = z.object({
  applicationAlias: maybe(typed(60)),
  documentType: maybe(documentType),
  document: maybe(typed(60)),
  password: maybe(typed(1000)),
  remember: maybe(z.boolean()),
  captchaToken: maybe(typed(4000)),
});

/** Sign-up form (spec 5.4). */
export const signUpBody = z.object({
  documentType,
  document: typed(60),
  name: typed(400),
  socialName: maybe(typed(400)),
  birthDate: typed(30),
  nationality: maybe(typed(20)),
  email: typed(400),
  cellPhone: typed(60),
  password: typed(1000),
  confirmPassword: typed(1000),
  privacyAccepted: z.boolean(),
  marketingConsent: maybe(z.boolean()),
  remember: maybe(z.boolean()),
  linkToken: maybe(typed(400)),
  captchaToken: maybe(typed(4000)),
});

export { accessKeyCheck } from './access-keys.ts';

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
    body: signUpBody,
    responses: { 201: accessToken, 202: challenge },
    errors: [
      'SIGNUP_DISABLED',
      'LOGIN_DISABLED',
      'CAPTCHA_FAILED',
      'ACCOUNT_EXISTS',
      'SOCIAL_ALREADY_LINKED',
      'LINK_EXPIRED',
      'SEND_FAILED',
    ],
  },
  'POST /platform/auth/code/challenges/{challengeId}/verify': {
    summary: 'Answer a code; one sent for a sign-up creates the account and signs in',
    auth: 'public',
    body: z.object({ code: typed(40), remember: maybe(z.boolean()) }),
    responses: { 200: accessToken },
    errors: ['CODE_INVALID', 'CODE_EXPIRED', 'ACCOUNT_EXISTS', 'LOGIN_DISABLED'],
  },
  'POST /platform/auth/signout': {
    summary: 'Revoke the token and clear the companion cookie',
    auth: 'candidate',
    accessKey: true,
    responses: { 204: null },
    errors: [],
  },
  'GET /candidate/users/check/': {
    summary: 'Check the token and renew it when it is older than a day',
    auth: 'candidate',
    accessKey: true,
    responses: { 200: tokenCheck },
    errors: [],
  },
});

export const identityCalls = { ...ownCalls, ...handoffCalls, ...accessKeyCalls };
