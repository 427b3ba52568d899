import { z } from 'zod';
import { day, id, isoDateTime, money, text } from '../foundation/index.ts';
import { chargeState, method, purpose } from '../payment/index.ts';
import { applicationType, statusNumber } from '../subscription/index.ts';

/** What can be sent to an institution's systems (spec 17.5). */
export const webhookKind = z
  .enum(['subscription.status-changed', 'enrollment.completed'])
  .meta({ id: 'WebhookKind' });
export type WebhookKind = z.output<typeof webhookKind>;

/** Whose application it is; `version` grows with each change of it and gives the order of events. */
const about = {
  subscriptionId: id,
  externalId: text.nullable(),
  institution: text,
  version: z.number().int().positive(),
};
const coded = z.object({ code: text, name: text });

/** A status changed; nothing of the person travels along. */
const statusChanged = z
  .object({
    ...about,
    from: statusNumber.nullable(),
    to: statusNumber,
    event: text,
    statusName: text,
  })
  .meta({ id: 'WebhookStatusChanged' });

/** Everything an academic system needs to create the student (spec 17.5). */
const enrollmentCompleted = z
  .object({
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
  })
  .meta({ id: 'WebhookEnrollmentCompleted' });

/** Body of a webhook, in the shape of the Standard Webhooks specification: type, timestamp, data. */
export const webhookEvent = z
  .discriminatedUnion('type', [
    z.object({
      type: z.literal('subscription.status-changed'),
      timestamp: isoDateTime,
      data: statusChanged,
    }),
    z.object({ type: z.literal('enrollment.completed'), timestamp: isoDateTime, data: enrollmentCompleted }),
  ])
  .meta({ id: 'WebhookEvent' });
export type WebhookEvent = z.output<typeof webhookEvent>;

/** What a 2xx answer to `enrollment.completed` may say: the number then needs no call of its own (N-27). */
export const webhookAnswer = z
  .object({ studentLyceumId: z.string().trim().min(1).max(60) })
  .meta({ id: 'WebhookAnswer' });

/** One worked example of each kind, for the documents and their tests. */
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
];
