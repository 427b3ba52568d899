import { KEPT_REASONS } from '@orbita/domain/subscription';
import { z } from 'zod';
import { awaitsApproval } from '../approval/index.ts';
import {
  day,
  defineCalls,
  id,
  isoDateTime,
  maybe,
  named,
  pageOf,
  pageQuery,
  pathId,
  text,
  typed,
  whole,
} from '../foundation/index.ts';
import { privacyKind, privacyRequest, privacyState } from '../person/index.ts';

/** Request about personal data as operations see it. */
const opsPrivacyRequest = named('OperationsPrivacyRequest', {
  ...privacyRequest.shape,
  personId: id,
  /** Name of the person, and where the response is sent; null once erased. */
  person: z.object({ name: text, document: text.nullable(), email: text.nullable() }),
  overdue: z.boolean(),
  takenBy: text.nullable(),
  answeredBy: text.nullable(),
  /** What is to be reviewed, and who must not review it because they made the decision. */
  review: z
    .object({
      event: text,
      decidedAt: isoDateTime,
      decidedBy: text.nullable(),
      essayId: id.nullable(),
      outcome: z.enum(['granted', 'upheld']).nullable(),
    })
    .nullable(),
});

const lawReason = z.enum(['contract', 'payment', 'enrolment']);

/** What concluding a deletion would do now: what blocks it, how much is erased, and what the law requires to keep until when. */
const erasureEffects = named('ErasureEffects', {
  /** Ongoing applications, which must end first. */
  blockedBy: z.array(z.object({ subscriptionId: id, statusName: text })),
  applications: z.array(id),
  files: whole,
  messages: whole,
  reasons: z.array(lawReason),
  keepUntil: day.nullable(),
});

/** What the law requires to keep of a person whose data was erased (spec 18). */
const keptRecord = named('KeptRecord', {
  personId: id,
  name: text,
  birthDate: day.nullable(),
  documents: z.array(z.object({ type: text, document: text })),
  reasons: z.array(lawReason),
  keepUntil: day,
  contracts: z.array(
    z.object({ acceptanceId: id, subscriptionId: id, acceptedAt: isoDateTime, hash: text, html: text }),
  ),
});

/** What an erased person can be looked up by. */
const KEPT_BY = ['cpf', 'rne', 'passport', 'application', 'request'] as const;
/** Purpose, recorded in the audit; required from team members. */
const keptReason = z.enum(KEPT_REASONS).optional();

export const privacyCalls = defineCalls({
  'GET /operations/privacy-requests': {
    summary: 'Requests about personal data, the most urgent first',
    scope: 'privacy.answer',
    query: z.object({
      state: z.enum([...privacyState.options, 'open']).optional(),
      kind: privacyKind.optional(),
      ...pageQuery,
    }),
    responses: { 200: pageOf(opsPrivacyRequest) },
  },
  'GET /operations/privacy-requests/{id}': {
    summary:
      'One request about personal data; of a deletion that is not answered yet, what concluding it would do now',
    scope: 'privacy.answer',
    responses: { 200: z.object({ ...opsPrivacyRequest.shape, effects: erasureEffects.nullable() }) },
  },
  'POST /operations/privacy-requests/{id}/decision': {
    summary:
      'Take a request, conclude it, or deny it with a reason; a concluded deletion erases at once, by a person of the team once a second one approves',
    scope: 'privacy.answer',
    within: { scope: 'privacy.erase', for: 'concluding a deletion' },
    body: z.object({
      decision: z.enum(['taken', 'concluded', 'denied']),
      reason: maybe(typed(2000)),
      answer: maybe(typed(4000)),
    }),
    secondPerson: true,
    responses: { 200: z.object({ id, personId: id, state: privacyState }), 202: awaitsApproval },
    errors: ['STATE_CONFLICT', 'APPROVAL_PENDING', 'REAUTH_REQUIRED', 'STRONGER_SIGN_IN'],
  },
  'POST /operations/privacy-requests/{id}/review': {
    summary:
      'Review a refusal by somebody else than who decided: an essay by a grade, any other by the outcome',
    scope: 'privacy.answer',
    body: z.object({
      outcome: maybe(z.enum(['granted', 'upheld'])),
      score: maybe(z.number().min(0).max(1000)),
      hasPlagiarism: maybe(z.boolean()),
      answer: z.string().trim().min(1).max(4000),
    }),
    responses: {
      200: z.object({ id, subscriptionId: id, outcome: z.enum(['granted', 'upheld']), status: whole }),
    },
    errors: [
      'STATE_CONFLICT',
      'SAME_GRADER',
      'TRANSITION_NOT_ALLOWED',
      'BLOCKED',
      'OFFER_INACTIVE',
      'NO_VACANCIES',
      'SUBSCRIPTION_EXISTS',
    ],
  },
  'POST /operations/kept-records/search': {
    summary:
      'Erased people of whom the law obliges to keep records, by a document or the number of an application or request; without names',
    scope: 'privacy.kept',
    confirm: 'recent',
    body: z.object({ by: z.enum(KEPT_BY), value: typed(40), reason: keptReason }),
    responses: {
      200: z.object({ data: z.array(z.object({ personId: id, keptAt: isoDateTime, keepUntil: day })) }),
    },
  },
  'GET /operations/kept-records/{personId}': {
    summary: 'Identity and contracts the law obliges to keep of an erased person',
    scope: 'privacy.kept',
    confirm: 'recent',
    params: z.object({ personId: pathId }),
    query: z.object({ reason: keptReason }),
    responses: { 200: keptRecord },
  },
});
