import { ACQUIRERS } from '@orbita/domain/tenancy';
import { z } from 'zod';
import { defineCalls, isoDateTime, maybe, named, text, typed } from '../../foundation/index.ts';

/** Providers whose accounts can be tested. */
export const triedProvider = z.enum(['pix', 'slip', ...ACQUIRERS, 'sms', 'whatsapp']);

/** One step of a test; `words` is what the provider said if it refused. */
const step = z.object({ step: z.enum(['token', 'read', 'webhook']), ok: z.boolean(), words: text });

/** Result of testing a configured account at a provider. */
const providerCheck = named('ProviderCheck', {
  institution: text,
  /** How the account's bank handles calls; for other providers, which one it is. */
  profile: text,
  /** Public description that the profile was derived from; null if it only follows the standard. */
  source: text.nullable(),
  /** What production would refuse although this check passed it. */
  hints: z.array(text),
  /** In order; ends with the first failed one. */
  steps: z.array(step),
});

/** Testing of provider accounts by operations (spec 14.8, 17.2). */
export const providerCheckCalls = defineCalls({
  'GET /operations/provider-checks': {
    summary: 'Accounts that take money for an institution, each with what came back when it was last tried',
    scope: ['payments.settle', 'catalogue.read'],
    query: z.object({ institution: typed(60).min(1) }),
    responses: {
      200: z.array(
        z.object({
          provider: z.enum(['pix', 'slip', ...ACQUIRERS]),
          checkedAt: isoDateTime.nullable(),
          checkedBy: text.nullable(),
          ok: z.boolean().nullable(),
          /** What the provider said if it refused. */
          words: text.nullable(),
          /** Whether the account was reconfigured since, and not tested again. */
          changedSince: z.boolean(),
          /** When our certificate at the provider expires; null for an account without one, or without a usable one. */
          certificateUntil: isoDateTime.nullable(),
        }),
      ),
    },
    errors: ['INSTITUTION_UNKNOWN'],
  },
  'POST /operations/provider-checks': {
    summary:
      'Try an account of an institution, Pix unless named: what a look-up says, and the address of our notices; charges and tells nobody, and keeps what came back',
    scope: 'payments.settle',
    body: z.object({
      institution: typed(60).min(1),
      provider: maybe(triedProvider),
    }),
    responses: { 200: providerCheck },
    errors: ['INSTITUTION_UNKNOWN', 'PROVIDER_UNAVAILABLE'],
  },
});
