import { z } from 'zod';
import { defineCalls, id, maybe, named, text, typed, typedLine, whole } from '../../foundation/index.ts';
import { documentType } from '../../identity/index.ts';
import { opsSubscription } from './shapes.ts';

/** Identity of an imported person. */
const importedPerson = named('ImportedPerson', {
  personId: id,
  uuid: text,
  /** Nothing was written: people decide who the document belongs to (`GET /operations/document-cases`). */
  caseId: id.nullable(),
  /** Contacts left unchanged because the person has proved theirs with a code. */
  kept: z.array(z.enum(['email', 'cellPhone'])),
});

/** Calls that bring in people and applications on somebody's behalf (spec 17.2). */
export const importCalls = defineCalls({
  'POST /operations/candidates': {
    summary: 'Create or update a candidate by document; contacts delivered here count as confirmed',
    scope: 'subscriptions.import',
    body: z.object({
      documentType,
      document: typedLine(60),
      name: typedLine(400),
      /** The person has only one name; for an RNE or a passport. */
      singleName: maybe(z.boolean()),
      socialName: maybe(typedLine(400)),
      birthDate: maybe(typedLine(30)),
      nationality: maybe(typedLine(20)),
      email: maybe(typedLine(400)),
      cellPhone: maybe(typedLine(60)),
      externalId: maybe(typedLine(200)),
    }),
    responses: { 200: importedPerson, 201: importedPerson },
  },
  'PUT /operations/persons/{id}/institution-filter': {
    summary:
      'Let a person see the offers and applications of every institution on a brand host, or no longer',
    scope: 'subscriptions.act',
    body: z.object({ disabled: z.boolean() }),
    responses: { 200: z.object({ personId: id, disabled: z.boolean() }) },
  },
  'POST /operations/subscriptions': {
    summary:
      'Apply on behalf of a candidate; incomplete data begins at status 14, a repetition answers the first',
    scope: 'subscriptions.import',
    body: z.object({
      personId: id,
      offerCode: typedLine(60),
      courseCode: typedLine(60),
      poleCode: typedLine(60),
      schooling: maybe(z.object({ level: typed(60), expectedYear: maybe(whole) })),
      voucher: maybe(typedLine(60)),
      externalId: maybe(typedLine(200)),
    }),
    responses: { 200: opsSubscription, 201: opsSubscription },
    errors: [
      'NOT_FOUND',
      'DOCUMENT_CASE_OPEN',
      'BLOCKED',
      'INTAKE_INACTIVE',
      'OFFER_INACTIVE',
      'SUBSCRIPTION_EXISTS',
      'LIMIT_REACHED',
      'NOT_ELIGIBLE',
      'NO_VACANCIES',
    ],
  },
});
