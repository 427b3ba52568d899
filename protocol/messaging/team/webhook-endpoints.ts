import { z } from 'zod';
import { awaitsApproval } from '../../approval/index.ts';
import {
  defineCalls,
  id,
  isoDateTime,
  listOf,
  listQuery,
  maybe,
  named,
  pathId,
  subscriptionQuery,
  text,
  typed,
} from '../../foundation/index.ts';
import { webhookKind } from '../index.ts';

const address = z.string().trim().min(1).max(2000);
const kinds = z.array(webhookKind).min(1).max(20);
/** Maximum hours for which the former secret still signs. */
const MOST_OVERLAP_HOURS = 168;

const endpointState = z.enum(['active', 'disabled']);

/** System of an institution that is notified of events (spec 17.5). */
const webhookEndpoint = named('WebhookEndpoint', {
  id,
  institution: text,
  url: text,
  kinds: z.array(webhookKind),
  description: text,
  state: endpointState,
  failingSince: isoDateTime.nullable(),
  attention: z.array(text),
  previousSecretUntil: isoDateTime.nullable(),
  createdAt: isoDateTime,
});

const secret = z.string().meta({ description: 'Shown this once; Standard Webhooks form `whsec_…`' });

const deliveryState = z.enum(['pending', 'delivered', 'failed', 'held']).meta({ id: 'DeliveryState' });

/** Delivery of one event to one endpoint; what the event says about people is not part of the log. */
const webhookDelivery = named('WebhookDelivery', {
  id,
  eventId: text,
  endpoint: id,
  kind: webhookKind,
  subscriptionId: id,
  version: z.number().int().positive(),
  state: deliveryState,
  attempts: z.number().int().nonnegative(),
  lastStatus: z.number().int().nullable(),
  lastError: text.nullable(),
  nextAttemptAt: isoDateTime.nullable(),
  createdAt: isoDateTime,
  updatedAt: isoDateTime,
});

/** Outgoing webhooks: endpoints, their log, and redelivery. */
export const webhookEndpointCalls = defineCalls({
  'POST /operations/webhook-endpoints': {
    summary: 'Register an address that is told what happens; its secret is shown this once',
    showsSecret: true,
    scope: 'webhooks',
    confirm: 'strong',
    body: z.object({
      institution: z.string().min(1).max(60),
      url: address,
      kinds: maybe(kinds),
      description: maybe(typed(200)),
    }),
    secondPerson: true,
    responses: { 201: z.object({ ...webhookEndpoint.shape, secret }), 202: awaitsApproval },
    errors: ['INSTITUTION_UNKNOWN', 'LIMIT_REACHED', 'APPROVAL_PENDING'],
  },
  'GET /operations/webhook-endpoints': {
    summary: 'Registered addresses, without their secrets',
    scope: 'webhooks',
    query: z.object({ state: endpointState.optional(), ...listQuery }),
    responses: { 200: listOf(webhookEndpoint) },
  },
  'GET /operations/webhook-endpoints/{id}': {
    summary: 'One registered address, without its secret',
    scope: 'webhooks',
    responses: { 200: webhookEndpoint },
  },
  'PUT /operations/webhook-endpoints/{id}': {
    summary: 'Change an address; what was held while it was disabled leaves once it is active again',
    scope: 'webhooks',
    confirm: 'strong',
    body: z.object({
      url: address,
      kinds: maybe(kinds),
      description: maybe(typed(200)),
      state: endpointState,
    }),
    secondPerson: true,
    responses: { 200: webhookEndpoint, 202: awaitsApproval },
    errors: ['APPROVAL_PENDING'],
  },
  'DELETE /operations/webhook-endpoints/{id}': {
    summary: 'Remove an address with its log; what has not left stays here',
    scope: 'webhooks',
    confirm: 'strong',
    responses: { 204: null },
  },
  'POST /operations/webhook-endpoints/{id}/rotation': {
    summary: 'Give a new secret, shown this once; the former one signs beside it for some hours',
    showsSecret: true,
    scope: 'webhooks',
    confirm: 'strong',
    body: z.object({ overlapHours: z.number().int().min(0).max(MOST_OVERLAP_HOURS) }),
    responses: { 200: z.object({ ...webhookEndpoint.shape, secret }) },
  },
  'GET /operations/webhook-deliveries': {
    summary: 'Delivery log, last changed first',
    scope: 'webhooks',
    query: z.object({
      state: deliveryState.optional(),
      endpoint: pathId.optional(),
      ...subscriptionQuery,
      ...listQuery,
    }),
    responses: { 200: listOf(webhookDelivery) },
  },
  'POST /operations/webhook-deliveries/{id}/replay': {
    summary: 'Send one event again, with the same id and body',
    scope: 'webhooks',
    responses: { 200: z.object({ id, state: deliveryState, subscriptionId: id }) },
    errors: ['STATE_CONFLICT'],
  },
  'POST /operations/webhook-deliveries/replay': {
    summary:
      'Send again what an endpoint was told between two moments; only what failed unless delivered is asked for',
    scope: 'webhooks',
    body: z.object({
      endpoint: id,
      from: isoDateTime,
      to: isoDateTime,
      delivered: maybe(z.boolean()),
    }),
    responses: { 200: z.object({ replayed: z.number().int().nonnegative() }) },
    errors: ['NOT_FOUND'],
  },
});
