import { ACQUIRERS } from '@orbita/domain/tenancy';
import { z } from 'zod';
import { defineCalls, isoDateTime, MOST_MONEY, money, named, text } from '../foundation/index.ts';

/** Message captured by the sandbox (spec 17.7). */
const sandboxMessage = named('SandboxMessage', {
  channel: z.enum(['email', 'sms', 'whatsapp']),
  to: text,
  subject: text.nullable(),
  text,
  html: text.nullable(),
  attachments: z.array(z.object({ name: text, type: text })),
  template: text,
  at: isoDateTime,
});

/** Jobs that can be run manually (spec 17.7). */
export const jobName = z
  .enum([
    'essay-timeout',
    'academic-catalogue',
    'exam-score',
    'class-hold',
    'class-wait',
    'price-change',
    'charge-expiry',
    'payment-deadline',
    'intake-expiry',
    'reminders',
    'outbox',
    'contract-copy',
    'anonymisation',
    'privacy-export',
    'privacy-deadline',
    'retention',
    'audit-archive',
    'storage-sweep',
    'webhooks',
    'document-sweep',
    'essay-delay',
    'essay-draft-clean-up',
    'reconciliation',
    'notice-address',
    'recurrence',
    'comparison',
    'staff-recheck',
    'staff-digest',
    'approval-expiry',
    'staff-clean-up',
    'export',
    'export-sweep',
  ])
  .meta({ id: 'JobName' });

const clock = z.object({ now: isoDateTime });

/** Test controls; not registered at all in production (spec 17.7). */
export const simulatorCalls = defineCalls({
  'GET /operations/simulator/clock': {
    summary: 'Time of the server',
    scope: 'test',
    responses: { 200: clock },
    errors: ['NOT_FOUND'],
  },
  'PUT /operations/simulator/clock': {
    summary: 'Set the time, running every job that became due; null returns to real time',
    scope: 'test',
    body: z.object({ now: isoDateTime.nullable(), run: z.boolean().optional() }),
    responses: { 200: clock },
    errors: ['NOT_FOUND'],
  },
  'POST /operations/simulator/payments/{paymentId}': {
    summary: 'Let the sandbox pay, deny, expire or break a charge',
    scope: 'test',
    body: z.object({
      result: z.enum(['paid', 'denied', 'expired', 'error']),
      amount: money.min(0).max(MOST_MONEY).optional(),
      recurrence: z.enum(['approved', 'rejected']).optional(),
    }),
    responses: { 202: null },
    errors: ['STATE_CONFLICT', 'UNAVAILABLE'],
  },
  'GET /operations/simulator/outbox': {
    summary: 'The 500 messages the sandbox received last, newest first',
    scope: 'test',
    query: z.object({ to: z.string().max(200).optional() }),
    responses: { 200: z.array(sandboxMessage) },
    errors: ['NOT_FOUND', 'UNAVAILABLE'],
  },
  'POST /operations/simulator/jobs/{job}/run': {
    summary: 'Run a job now',
    scope: 'test',
    params: z.object({ job: jobName }),
    responses: { 200: z.object({ done: z.number().int().nonnegative() }) },
  },
  'PUT /operations/simulator/faults': {
    summary: 'Break or mend an outside system of the sandbox',
    scope: 'test',
    body: z.object({
      port: z.enum([
        'card',
        ...ACQUIRERS,
        'pix',
        'slip',
        'slip-fetch',
        'mail',
        'sms',
        'whatsapp',
        'captcha',
        'google',
        'linkedin',
        'facebook',
        'staff-idp',
        'exam-score',
        'zip',
        'scan',
        'storage',
        'storage-read',
        'scan-limit',
        'academic',
        'academic-catalogue',
      ]),
      mode: z.enum(['down', 'slow', 'ok']),
    }),
    responses: { 204: null },
    errors: ['NOT_FOUND', 'UNAVAILABLE'],
  },
});
