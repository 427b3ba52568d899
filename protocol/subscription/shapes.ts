import { ACTS_ON_BEHALF, STEP_CODES } from '@orbita/domain/subscription';
import { z } from 'zod';
import { day, id, isoDateTime, named, text } from '../foundation/index.ts';
import { educationLevelType, ingressKind } from '../offering/index.ts';

/** Number of a status (spec 8.1). */
export const statusNumber = z.number().int().min(1).max(21).meta({ id: 'StatusNumber' });

/** Page of the web application for a status, or a pseudo-state (spec 8.5). */
const page = z
  .enum([
    'assessment',
    'test-summary',
    'exam-score',
    'essay',
    'selection-documents',
    'questionnaire',
    'interview',
    'review',
    'result',
    'personal-data',
    'class',
    'tax-payment',
    'payment',
    'documents',
    'enrolled',
    'manual-payment',
    'pending-cancel',
    'canceled',
    'blocked',
    'information',
    'portal',
    'waitingPayment',
    'successfulPayment',
    'paymentFailure',
  ])
  .meta({ id: 'Page' });

/** Type of the application (spec 7.1). */
export const applicationType = z
  .enum(['essay', 'graduation', 'postgraduate', 'extension', 'tax'])
  .meta({ id: 'ApplicationType' });

/** When enrolment documents are requested (spec 3.2). */
const documentStage = z.enum(['after-payment', 'before-payment', 'none']).meta({ id: 'DocumentStage' });

/** Subscription (spec 7.3). */
export const subscription = named('Subscription', {
  id,
  subscriptionId: id,
  personId: id,
  personName: text,
  personBirthday: day.nullable(),
  courseId: id,
  courseCode: text,
  courseName: text,
  poleId: id,
  offerId: id,
  intakeId: id,
  institutionId: id,
  institutionCode: text,
  subscriptionStatus: statusNumber,
  isPaid: z.boolean(),
  isTaxPaid: z.boolean(),
  hour: z.object({ id, dataHora: isoDateTime }).nullable(),
  campusSchedulingId: id.nullable(),
  campusScheduling: text.nullable(),
  campusPolo: text,
  /** Address of the booked test (S-14). */
  campusAddress: text.nullable(),
  /** Until when the booked test can be rescheduled, and how many times; null if none is booked (S-14). */
  rescheduling: z.object({ until: isoDateTime, left: z.number().int().min(0) }).nullable(),
  educationLevelType,
  underageWarning: z.boolean(),
  warningPopup: text.nullable(),
  displayCampus: z.boolean(),
  hasDiscount: z.boolean(),
  studentLyceumId: text.nullable(),
  academicClassId: id.nullable(),
  academicClassDate: day.nullable(),
  ingressMode: text,
  modalityDescription: text,
  offer: z.object({
    name: text,
    requiresClass: z.boolean(),
    documentStage,
    ingressMode: z.object({ id, name: text, kind: ingressKind, useDisciplines: z.boolean() }),
  }),
  applicationType,
  statusName: text,
  statusColor: text,
  permissions: z.object({
    changeCourse: z.boolean(),
    cancel: z.boolean(),
    reschedule: z.boolean(),
    switchIngress: z.boolean(),
    /** Forms of ingress to switch to; empty if switching is currently not allowed (spec 9.2). */
    switchTo: z.array(ingressKind),
  }),
  /** `endDate` is the last day that applies to this application: later than the intake's after a late decision (spec 7.1). */
  intake: z.object({ startDate: day, endDate: day, classStartDate: day.nullable() }),
  paymentDeadline: isoDateTime.nullable(),
  version: z.number().int().positive(),
});

/** Subscription in lists (spec 7.3). */
export const subscriptionCard = named('SubscriptionCard', {
  ...subscription.omit({
    personBirthday: true,
    warningPopup: true,
    permissions: true,
    campusAddress: true,
    rescheduling: true,
  }).shape,
  createdAt: isoDateTime,
  page,
});

/** Step of an application (spec 8.4). */
export const step = named('Step', {
  code: z.enum(STEP_CODES),
  label: text,
  state: z.enum(['done', 'current', 'todo', 'blocked', 'skipped']),
  /** The candidate has done their part of the current step, and the institution must act. */
  inReview: z.boolean(),
  route: text.nullable(),
});

/** When the candidate's time ends; null if no deadline applies. */
export const deadlines = z.object({
  payment: isoDateTime.nullable(),
  documents: isoDateTime.nullable(),
  class: isoDateTime.nullable(),
});

/**
 * Card in the owner's list: with its steps, its deadlines, whether the institution must act, and when it last changed, so that a
 * portal with thirty applications needs one request.
 */
export const ownSubscriptionCard = named('OwnSubscriptionCard', {
  ...subscriptionCard.shape,
  changedAt: isoDateTime,
  awaitsInstitution: z.boolean(),
  /** Names of the documents that were rejected and not sent again. */
  refusedDocuments: z.array(text),
  deadlines,
  steps: z.array(step),
});

/** One entry in the history of a subscription (spec 8.5). */
export const historyEntry = named('HistoryEntry', {
  from: statusNumber.nullable(),
  to: statusNumber,
  event: text,
  actor: z.enum(['candidate', 'system', 'operations']),
  at: isoDateTime,
});

/** Compact status for polling (spec 8.5). */
export const compactStatus = named('CompactStatus', {
  id,
  status: statusNumber,
  statusName: text,
  color: text,
  page,
  /** Page that comes next, while `page` shows a payment just made. */
  after: page.optional(),
  /** Newest live event of the application; null if there was none. */
  lastEventId: text.nullable(),
  /**
   * Whether no event older than that one can still appear: a client that sees the same id again has missed nothing (spec 16.1).
   */
  settled: z.boolean(),
});

/** Full status with history and deadlines (spec 8.5). */
export const fullStatus = named('FullStatus', {
  id,
  status: statusNumber,
  statusName: text,
  isPaid: z.boolean(),
  isTaxPaid: z.boolean(),
  history: z.array(historyEntry),
  /** Acts of the institution on the candidate's behalf that made no move (D-85), oldest first. */
  acts: z.array(z.object({ act: z.enum(ACTS_ON_BEHALF), subject: text.nullable(), at: isoDateTime })),
  reason: text.nullable(),
  /** Money arrived after the end, and the institution has not decided about it yet (spec 14.4). */
  latePayment: z.boolean(),
  deadlines,
});
