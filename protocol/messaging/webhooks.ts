import { z } from 'zod';
import { documentState } from '../document/index.ts';
import { day, id, isoDateTime, money, named, text } from '../foundation/index.ts';
import { chargeState, method, purpose } from '../payment/index.ts';
import { applicationType, statusNumber } from '../subscription/index.ts';

/** Events that can be sent to an institution's systems (spec 17.5). */
export const webhookKind = z
  .enum([
    'subscription.status-changed',
    'enrollment.completed',
    'contract.accepted',
    'contract.voided',
    'document.received',
    'document.reviewed',
    'essay.finished',
    'essay.graded',
    'payment.confirmed',
    'payment.late',
    'payment.refunded',
    'recurrence.charged',
    'recurrence.failed',
    'recurrence.refunded',
  ])
  .meta({ id: 'WebhookKind' });
export type WebhookKind = z.output<typeof webhookKind>;

/** Application that an event is about; `version` grows with each change of the application and gives the order of events. */
const about = {
  subscriptionId: id,
  externalId: text.nullable(),
  institution: text,
  version: z.number().int().positive(),
};
const coded = z.object({ code: text, name: text });

/** A status changed; no personal data is included. */
const statusChanged = named('WebhookStatusChanged', {
  ...about,
  from: statusNumber.nullable(),
  to: statusNumber,
  event: text,
  statusName: text,
});

/** Everything an academic system needs to create the student (spec 17.5). */
const enrollmentCompleted = named('WebhookEnrollmentCompleted', {
  ...about,
  applicationType,
  offer: text,
  intake: text,
  person: z.object({
    personId: id,
    uuid: text,
    externalId: text.nullable(),
    name: text,
    socialName: text.nullable(),
    documentType: z.enum(['cpf', 'rne', 'passport']),
    document: text,
    birthDate: day.nullable(),
    email: text.nullable(),
    cellPhone: text.nullable(),
  }),
  course: coded,
  pole: coded,
  class: coded.nullable(),
  disciplines: z.array(coded),
  contract: z.object({ acceptanceId: id, contract: text, hash: text, acceptedAt: isoDateTime }).nullable(),
  payments: z.array(
    z.object({
      paymentId: id,
      purpose,
      method,
      state: chargeState,
      amount: money,
      paidAt: isoDateTime.nullable(),
      reference: text.nullable(),
    }),
  ),
});

/** A contract was accepted; its copy is fetched through the application. */
const contractAccepted = z
  .object({ ...about, acceptanceId: id, contract: text, hash: text, acceptedAt: isoDateTime })
  .meta({ id: 'WebhookContractAccepted' });
/** An acceptance is no longer valid: the person chose another course or is leaving. */
const contractVoided = z
  .object({ ...about, acceptanceId: id, contract: text })
  .meta({ id: 'WebhookContractVoided' });
const document = { ...about, documentId: id, name: text, state: documentState };
const documentReceived = z.object(document).meta({ id: 'WebhookDocumentReceived' });
/** `reason`: reason of a rejection, or `infected` if a file was removed. */
const documentReviewed = z
  .object({ ...document, reason: text.nullable() })
  .meta({ id: 'WebhookDocumentReviewed' });
const essayFinished = z.object({ ...about, essayId: id }).meta({ id: 'WebhookEssayFinished' });
const essayGraded = z
  .object({ ...about, essayId: id, approved: z.boolean(), score: z.number() })
  .meta({ id: 'WebhookEssayGraded' });
/** `amount` is the amount of the event: what was received or refunded. */
const payment = z
  .object({ ...about, paymentId: id, purpose, method, amount: money, state: chargeState })
  .meta({ id: 'WebhookPayment' });
const month = z
  .object({ ...about, number: z.number().int().positive(), dueDay: day, amount: money })
  .meta({ id: 'WebhookMonth' });

const told = <K extends WebhookKind, D extends z.ZodType>(type: K, data: D) =>
  z.object({ type: z.literal(type), timestamp: isoDateTime, data });

/** Body of a webhook, in the shape of the Standard Webhooks specification: type, timestamp, data. */
export const webhookEvent = z
  .discriminatedUnion('type', [
    told('subscription.status-changed', statusChanged),
    told('enrollment.completed', enrollmentCompleted),
    told('contract.accepted', contractAccepted),
    told('contract.voided', contractVoided),
    told('document.received', documentReceived),
    told('document.reviewed', documentReviewed),
    told('essay.finished', essayFinished),
    told('essay.graded', essayGraded),
    told('payment.confirmed', payment),
    told('payment.late', payment),
    told('payment.refunded', payment),
    told('recurrence.charged', month),
    told('recurrence.failed', month),
    told('recurrence.refunded', month),
  ])
  .meta({ id: 'WebhookEvent' });
export type WebhookEvent = z.output<typeof webhookEvent>;

/**
 * Optional body of a 2xx response to `enrollment.completed`, which makes the separate call for the student number unnecessary
 * (N-27).
 */
export const webhookAnswer = z
  .object({ studentLyceumId: z.string().trim().min(1).max(60) })
  .meta({ id: 'WebhookAnswer' });

const one = { subscriptionId: 5001, externalId: null, institution: 'CUA01' };
const paid: z.output<typeof payment> = {
  ...{ ...one, version: 9, paymentId: 8001, amount: 360 },
  purpose: 'enrollment',
  method: 'pix',
  state: 'paid',
};
const firstMonth = { ...one, version: 14, number: 1, dueDay: '2026-02-10', amount: 890 };

/** One worked example of each kind, for the documentation and its tests. */
export const webhookExamples: readonly WebhookEvent[] = [
  {
    type: 'subscription.status-changed',
    timestamp: '2026-01-12T10:50:00-03:00',
    data: {
      subscriptionId: 5001,
      externalId: null,
      institution: 'CUA01',
      version: 10,
      from: 6,
      to: 5,
      event: 'payment-confirmed',
      statusName: 'Documentação pendente',
    },
  },
  {
    type: 'enrollment.completed',
    timestamp: '2026-01-12T11:00:00-03:00',
    data: {
      subscriptionId: 5001,
      externalId: null,
      institution: 'CUA01',
      version: 12,
      applicationType: 'essay',
      offer: 'ADM-ESSAY',
      intake: '2026-1',
      person: {
        personId: 9001,
        uuid: '7f1f9a52-5d0c-4a53-8f5c-0d2f4a6f2a10',
        externalId: null,
        name: 'Candidata Um',
        socialName: null,
        documentType: 'cpf',
        document: '11122233396',
        birthDate: '2003-05-10',
        email: 'um@exemplo.test',
        cellPhone: '31900000001',
      },
      course: { code: 'ADM', name: 'Administração' },
      pole: { code: 'BH', name: 'Polo Belo Horizonte' },
      class: null,
      disciplines: [],
      contract: {
        acceptanceId: 8101,
        contract: 'CT-GRAD',
        hash: 'c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00',
        acceptedAt: '2026-01-12T10:40:00-03:00',
      },
      payments: [
        {
          paymentId: 8001,
          purpose: 'enrollment',
          method: 'pix',
          state: 'paid',
          amount: 360,
          paidAt: '2026-01-12T10:50:00-03:00',
          reference: 'orb0000000000000000000008001',
        },
      ],
    },
  },
  {
    type: 'contract.accepted',
    timestamp: '2026-01-12T10:40:00-03:00',
    data: {
      ...{ ...one, version: 8, acceptanceId: 8101, contract: 'CT-GRAD' },
      hash: 'c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00',
      acceptedAt: '2026-01-12T10:40:00-03:00',
    },
  },
  {
    type: 'contract.voided',
    timestamp: '2026-01-12T10:45:00-03:00',
    data: { ...one, version: 9, acceptanceId: 8101, contract: 'CT-GRAD' },
  },
  {
    type: 'document.received',
    timestamp: '2026-01-12T10:52:00-03:00',
    data: { ...one, version: 10, documentId: 7001, name: 'RG', state: 'sent' },
  },
  {
    type: 'document.reviewed',
    timestamp: '2026-01-12T10:55:00-03:00',
    data: { ...one, version: 10, documentId: 7001, name: 'RG', state: 'rejected', reason: 'unreadable' },
  },
  {
    type: 'essay.finished',
    timestamp: '2026-01-12T10:20:00-03:00',
    data: { ...one, version: 3, essayId: 6001 },
  },
  {
    type: 'essay.graded',
    timestamp: '2026-01-12T10:30:00-03:00',
    data: { ...one, version: 4, essayId: 6001, approved: true, score: 8.5 },
  },
  { type: 'payment.confirmed', timestamp: '2026-01-12T10:50:00-03:00', data: paid },
  { type: 'payment.late', timestamp: '2026-01-20T10:50:00-03:00', data: { ...paid, version: 11 } },
  {
    type: 'payment.refunded',
    timestamp: '2026-01-21T10:50:00-03:00',
    data: { ...paid, version: 12, amount: 120 },
  },
  { type: 'recurrence.charged', timestamp: '2026-02-10T08:00:00-03:00', data: firstMonth },
  { type: 'recurrence.failed', timestamp: '2026-02-10T08:00:00-03:00', data: firstMonth },
  { type: 'recurrence.refunded', timestamp: '2026-02-12T08:00:00-03:00', data: firstMonth },
];
