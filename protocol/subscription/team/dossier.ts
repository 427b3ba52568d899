import { defineCalls } from '../../foundation/index.ts';

/** Everything about one application on paper (spec 25.6.3). */
export const dossierCalls = defineCalls({
  'GET /operations/subscriptions/{id}/dossier': {
    summary:
      'One PDF of an application: facts, contract evidence, payments, documents by name, and what happened, as the caller sees it',
    auth: 'service',
    scope: 'subscriptions.support',
    confirm: 'recent',
    binary: 'application/pdf',
    responses: { 200: null },
    errors: ['NOT_FOUND', 'REAUTH_REQUIRED', 'RATE_LIMITED', 'UNAVAILABLE'],
  },
});
