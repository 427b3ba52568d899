import { SEEN_PAPER_NAMES } from '@orbita/domain/person';
import { z } from 'zod';
import { defineCalls, id, maybe, named, text, typed, typedLine, whole } from '../../foundation/index.ts';
import { documentType } from '../../identity/index.ts';

/** Course of an open offer, with its poles and vacancies (spec 25.6.3). */
const openCourse = named('OpenCourse', {
  offerCode: text,
  offerName: text,
  ingress: text,
  institutionCode: text,
  courseCode: text,
  courseName: text,
  poles: z.array(z.object({ code: text, name: text, left: z.number().int().nonnegative() })),
});

/** What is done for a person at the front desk who has no application yet. */
export const frontDeskCalls = defineCalls({
  'GET /operations/front-desk/offers': {
    summary: 'Courses that somebody may apply for now, by the beginning of a word of their name; at most 50',
    scope: 'subscriptions.act',
    query: z.object({ q: typedLine(100).optional(), institution: z.string().max(40).optional() }),
    responses: { 200: z.object({ data: z.array(openCourse), total: z.number().int().nonnegative() }) },
  },
  'POST /operations/front-desk/applications': {
    summary:
      'Apply for somebody who stands there and whose paper was seen; who is known keeps all her data, who is new proves her contacts by a code',
    scope: 'subscriptions.act',
    body: z.object({
      documentType,
      document: typedLine(60),
      name: typedLine(400),
      singleName: maybe(z.boolean()),
      socialName: maybe(typedLine(400)),
      birthDate: typedLine(30),
      nationality: maybe(typedLine(20)),
      email: maybe(typedLine(400)),
      cellPhone: maybe(typedLine(60)),
      /** Document that was seen. */
      paper: z.enum(SEEN_PAPER_NAMES),
      /** The person has read the privacy notice and agrees. */
      consent: z.literal(true),
      offerCode: typedLine(60),
      courseCode: typedLine(60),
      poleCode: typedLine(60),
      schooling: z.object({ level: typed(60), expectedYear: maybe(whole) }),
    }),
    responses: {
      201: z
        .object({
          id,
          personId: id,
          /** Whether the person was new. */
          made: z.boolean(),
          paper: z.enum(SEEN_PAPER_NAMES),
          /** Whether the message to the person opens the application; otherwise they sign in with a code first. */
          linked: z.boolean(),
        })
        .meta({ id: 'FrontDeskApplication' }),
    },
    errors: [
      'NOT_FOUND',
      'DOCUMENT_CASE_OPEN',
      'CONTACT_UNCONFIRMED',
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
