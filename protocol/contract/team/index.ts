import { z } from 'zod';
import { defineCalls, id, isoDateTime, named, text } from '../../foundation/index.ts';

/** Accepted contract with the evidence of its acceptance (spec 13.1, 25.6.1). */
const opsAcceptance = named('OperationsAcceptance', {
  acceptanceId: id,
  title: text,
  version: z.number().int().positive(),
  acceptedAt: isoDateTime,
  voidedAt: isoDateTime.nullable(),
  /** `failed`: the PDF could not be made, which needs handling in the queue `stuck-papers`. */
  copy: z.enum(['ready', 'preparing', 'failed']),
  /** Lines of the evidence page at the end of the PDF. */
  evidence: z.array(z.object({ label: text, value: text })),
});

export const contractTeamCalls = defineCalls({
  'GET /operations/subscriptions/{id}/acceptances': {
    summary: 'Contracts accepted for an application with their evidence, the newest first',
    scope: 'subscriptions.read',
    responses: { 200: z.array(opsAcceptance) },
  },
  'GET /operations/acceptances/{id}/file': {
    summary: 'The PDF of an accepted contract, also of one without effect since',
    scope: 'subscriptions.read',
    binary: 'application/pdf',
    responses: { 200: null },
    errors: ['UNAVAILABLE'],
  },
});
