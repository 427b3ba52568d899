import { z } from 'zod';
import { defineCalls, id, isoDateTime, named, text } from '../../foundation/index.ts';
import { claim } from '../../work/index.ts';
import { documentAskedAt, documentState } from '../index.ts';

/** One document of an application in brief (spec 25.6.1): its files are opened on its own page. */
const documentInBrief = named('DocumentInBrief', {
  id,
  name: text,
  stage: documentAskedAt,
  required: z.boolean(),
  state: documentState,
  /** Why it was rejected, as candidates read it; null if it was not. */
  refusal: text.nullable(),
  /** Number of clean files, which can be opened. */
  files: z.number().int().nonnegative(),
  /** Since when it has been ready for review; null if no decision is pending. */
  waitingSince: isoDateTime.nullable(),
  claim: claim.nullable(),
});

export const applicationDocumentCalls = defineCalls({
  'GET /operations/subscriptions/{id}/documents': {
    summary: 'Documents of an application in the order in which they are asked for, each with its state',
    scope: 'documents.read',
    responses: { 200: z.array(documentInBrief) },
  },
});
