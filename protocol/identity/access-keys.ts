import { z } from 'zod';
import { defineCalls, id, isoDateTime, named, text } from '../foundation/index.ts';

/** Result of checking an access key; a wrong, expired or revoked one is not an error (spec 5.2, 5.4). */
const accessKeyCheck = named('AccessKeyCheck', {
  isValid: z.boolean(),
  accessToken: text.optional(),
  expiresAt: isoDateTime.optional(),
  uuid: text.optional(),
  /** The only application it opens. */
  subscriptionId: id.optional(),
});

/** `of=essay`: the number in the path is the id of an essay, as in `/essays/{id}?accesskey=`. */
const query = z.object({ of: z.enum(['subscription', 'essay']).optional() });

export const accessKeyCalls = defineCalls({
  'GET /candidate/auth/{subscriptionId}/checkaccesskey/{key}': {
    summary: 'Exchange an access key for a token of its subscription, in a browser where nobody is signed in',
    auth: 'public',
    query,
    responses: { 200: accessKeyCheck },
    errors: ['FORBIDDEN'],
  },
  'GET /candidate/auth/{subscriptionId}/checkaccesskey/{key}/usertoken/{userToken}': {
    summary:
      'Exchange an access key where somebody is signed in: the owner stays so, anybody else is signed out',
    auth: 'public',
    query,
    responses: { 200: accessKeyCheck.extend({ name: text.optional() }).meta({ id: 'AccessKeyUserCheck' }) },
    errors: ['FORBIDDEN'],
  },
});
