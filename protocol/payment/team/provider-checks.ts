import { ACQUIRERS } from '@orbita/domain/tenancy';
import { z } from 'zod';
import { defineCalls, isoDateTime, maybe, text, typed } from '../../foundation/index.ts';

/** Whose accounts can be tried. */
export const triedProvider = z.enum(['pix', 'slip', ...ACQUIRERS, 'sms', 'whatsapp']);

/** One thing that was tried; `words` is what the provider said where it refused. */
const step = z.object({ step: z.enum(['token', 'read', 'webhook']), ok: z.boolean(), words: text });

/** What a provider made of an account of the installation. */
const providerCheck = z
  .object({
    institution: text,
    /** How the bank of the account takes calls; of other providers which one it is. */
    profile: text,
    /** Public description that the profile was taken from; null for the standard alone. */
    source: text.nullable(),
    /** What production would refuse though this check did not. */
    hints: z.array(text),
    /** In order; the first that failed is the last. */
    steps: z.array(step),
  })
  .meta({ id: 'ProviderCheck' });

/** Trying accounts at banks by operations (spec 14.8, 17.2). */
export const providerCheckCalls = defineCalls({
  'GET /operations/provider-checks': {
    summary: 'Accounts that take money for an institution, each with what came back when it was last tried',
    auth: 'service',
    scope: ['payments.settle', 'catalogue.read'],
    query: z.object({ institution: typed(60).min(1) }),
    responses: {
      200: z.array(
        z.object({
          provider: z.enum(['pix', 'slip', ...ACQUIRERS]),
          checkedAt: isoDateTime.nullable(),
          checkedBy: text.nullable(),
          ok: z.boolean().nullable(),
          /** What the provider said where it refused. */
          words: text.nullable(),
          /** The account was set anew afterwards, and has not been tried since. */
          changedSince: z.boolean(),
        }),
      ),
    },
    errors: ['INSTITUTION_UNKNOWN'],
  },
  'POST /operations/provider-checks': {
    summary:
      'Try an account of an institution, Pix unless named: what a look-up says, and the address of our notices; charges and tells nobody, and keeps what came back',
    auth: 'service',
    scope: 'payments.settle',
    body: z.object({
      institution: typed(60).min(1),
      provider: maybe(triedProvider),
    }),
    responses: { 200: providerCheck },
    errors: ['VALIDATION', 'INSTITUTION_UNKNOWN', 'PROVIDER_UNAVAILABLE'],
  },
});
