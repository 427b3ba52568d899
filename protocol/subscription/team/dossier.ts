import { DOSSIER_REASONS } from '@orbita/domain/subscription';
import { z } from 'zod';
import { defineCalls } from '../../foundation/index.ts';

/** Everything about one application, for printing (spec 25.6.3). */
export const dossierCalls = defineCalls({
  'GET /operations/subscriptions/{id}/dossier': {
    summary:
      'One PDF of an application: facts, contract evidence, payments, documents by name, and what happened, as the caller sees it',
    scope: 'subscriptions.support',
    confirm: 'recent',
    /** Purpose, recorded in the audit; required from team members. */
    query: z.object({ reason: z.enum(DOSSIER_REASONS).optional() }),
    binary: 'application/pdf',
    responses: { 200: null },
    errors: ['REAUTH_REQUIRED', 'RATE_LIMITED', 'UNAVAILABLE'],
  },
});
