import { z } from 'zod';
import { defineCalls, id, isoDateTime, maybe, named, text, typed } from '../foundation/index.ts';

/** Consents of a person with their history, newest first (spec 6.3). */
export const consents = named('Consents', {
  privacyNotice: z.object({ version: text, acceptedAt: isoDateTime }).nullable(),
  marketing: z.boolean(),
  /** WhatsApp messages about applications, in addition. */
  whatsapp: z.boolean(),
  cookies: z.object({ analytics: z.boolean(), marketing: z.boolean() }),
  history: z.array(
    z.object({
      kind: z.enum(['privacy-notice', 'marketing', 'analytics-cookies', 'marketing-cookies', 'whatsapp']),
      granted: z.boolean(),
      version: text.nullable(),
      channel: z.enum(['sign-up', 'profile', 'banner', 'whatsapp', 'front-desk']),
      at: isoDateTime,
    }),
  ),
});

/** What people may request about their own data (LGPD art. 18). */
const dataKinds = ['export', 'deletion', 'correction', 'sharing-info'] as const;

/** `dataKinds`, plus the review of a decision about an application (LGPD art. 20, D-78). */
export const privacyKind = z.enum([...dataKinds, 'decision-review']);

/** "Recebida", "Em análise", "Concluída", "Negada". */
export const privacyState = z.enum(['received', 'in-review', 'concluded', 'denied']);

/** Request about one's own data; `answer` is the institution's response, for a denial the reason (spec 6.2, S-38). */
export const privacyRequest = named('PrivacyRequest', {
  id,
  kind: privacyKind,
  status: privacyState,
  details: text.nullable(),
  requestedAt: isoDateTime,
  dueAt: isoDateTime,
  answeredAt: isoDateTime.nullable(),
  answer: text.nullable(),
  /** Until when the link in the e-mail opens the file of an export. */
  availableUntil: isoDateTime.nullable(),
  /** Application whose decision is reviewed. */
  subscriptionId: id.nullable(),
});

/** Review of a refusal: until when it may be requested, and its outcome (D-78). */
const decisionReview = named('DecisionReview', {
  /** Whether it can be requested now. */
  available: z.boolean(),
  decidedAt: isoDateTime.nullable(),
  until: isoDateTime.nullable(),
  request: z
    .object({
      id,
      status: privacyState,
      details: text.nullable(),
      requestedAt: isoDateTime,
      dueAt: isoDateTime,
      answeredAt: isoDateTime.nullable(),
      answer: text.nullable(),
      outcome: z.enum(['granted', 'upheld']).nullable(),
      /** Grade of the essay before and after the review. */
      firstScore: z.number().nullable(),
      score: z.number().nullable(),
    })
    .nullable(),
});

export const privacyCalls = defineCalls({
  'GET /candidate/users/{uuid}/consents': {
    summary: 'Own consents and their history',
    accessKey: true,
    responses: { 200: consents },
  },
  'PUT /candidate/users/{uuid}/consents': {
    summary: 'Change own consents; parts left out stay as they are',
    repeats: 'same',
    body: z.object({
      privacyNotice: maybe(z.object({ version: typed(60) })),
      marketing: maybe(z.boolean()),
      whatsapp: maybe(z.boolean()),
      cookies: maybe(z.object({ analytics: z.boolean(), marketing: z.boolean() })),
      channel: maybe(z.enum(['profile', 'banner'])),
    }),
    responses: { 200: consents },
  },
  'GET /candidate/users/{uuid}/privacy-requests': {
    summary: 'Own requests about personal data, newest first',
    responses: { 200: z.array(privacyRequest) },
  },
  'POST /candidate/users/{uuid}/privacy-requests': {
    summary: 'Ask for a copy, a deletion, a correction, or who data is shared with',
    body: z.object({ kind: z.enum(dataKinds), details: maybe(typed(2000)) }),
    responses: { 202: z.object({ id, status: privacyState }) },
    errors: ['PRIVACY_REQUEST_OPEN'],
  },
  'POST /candidate/users/{uuid}/privacy-requests/{id}/file': {
    summary: 'The copy of own data, with the key of the link that was sent by e-mail',
    repeats: 'secret',
    binary: 'application/json',
    body: z.object({ key: typed(100) }),
    responses: { 200: null },
    errors: ['LINK_EXPIRED', 'UNAVAILABLE'],
  },
  'GET /candidate/subscriptions/{id}/decision-review': {
    summary: 'Whether the refusal of an application may be reviewed, and what came of it',
    accessKey: true,
    responses: { 200: decisionReview },
  },
  'POST /candidate/subscriptions/{id}/decision-review': {
    summary: 'Ask that another person reviews the refusal of an application; once for each decision',
    body: z.object({ details: typed(2000) }),
    responses: { 202: z.object({ id, status: privacyState }) },
    errors: ['REVIEW_CLOSED', 'REVIEW_ASKED'],
  },
});
