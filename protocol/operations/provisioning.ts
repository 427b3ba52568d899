import { z } from 'zod';
import { awaitsApproval } from '../approval/index.ts';
import {
  cursor,
  defineCalls,
  isoDateTime,
  listOf,
  maybe,
  pageQuery,
  scopes,
  typed,
} from '../foundation/index.ts';
import {
  academicCatalogue,
  auditEntry,
  cataloguedTenant,
  catalogueFiles,
  cataloguePlan,
  knownToken,
  newNoticeAddress,
  noticeAddress,
  notifier,
  serviceToken,
  tenant,
  tokenState,
} from './shapes.ts';

/** A catalogue with its pictures, written as base64. */
const CATALOGUE_BYTES = 8 * 1024 * 1024;

/** Hours for which a former address is taken beside a new one. */
const MOST_OVERLAP_HOURS = 720;

const code = /^[a-z0-9][a-z0-9-]{1,39}$/;

export const provisioningCalls = defineCalls({
  'POST /operations/tenants': {
    summary: 'Create a tenant with its hosts',
    auth: 'service',
    scope: 'platform',
    body: z.object({
      alias: z.string().regex(code),
      name: z.string().min(1).max(200),
      hosts: z.array(z.string().min(1).max(253)).min(1).max(50),
    }),
    responses: { 201: tenant },
    errors: ['DUPLICATE'],
  },
  'GET /operations/tenants/{alias}': {
    summary: 'One tenant',
    auth: 'service',
    scope: 'platform',
    responses: { 200: tenant },
    errors: ['NOT_FOUND'],
  },
  'GET /operations/tenants/{alias}/notice-addresses': {
    summary: 'Who enters the address at which each provider reports payments, and which secrets open it',
    auth: 'service',
    scope: ['platform', 'payments.settle'],
    responses: { 200: z.object({ data: z.array(noticeAddress) }) },
    errors: ['NOT_FOUND'],
  },
  'POST /operations/tenants/{alias}/notice-addresses/{provider}/rotation': {
    summary: 'Give a provider a new address, shown this once; the former one is taken for some hours more',
    auth: 'service',
    showsSecret: true,
    scope: ['platform', 'payments.settle'],
    confirm: 'strong',
    params: z.object({ alias: z.string().min(1).max(64), provider: notifier }),
    body: z.object({ overlapHours: z.number().int().min(0).max(MOST_OVERLAP_HOURS) }),
    responses: { 200: newNoticeAddress },
    errors: ['NOT_FOUND', 'VALIDATION'],
  },
  'POST /operations/tenants/catalogue': {
    summary: 'Create a tenant with everything its catalogue says, or nothing',
    auth: 'service',
    scope: 'platform',
    body: catalogueFiles,
    bodyLimit: CATALOGUE_BYTES,
    responses: { 201: cataloguedTenant },
    errors: ['CATALOGUE_INVALID', 'DUPLICATE'],
  },
  'POST /operations/tokens': {
    summary:
      'Create a service token; it is shown this once. What a token makes never has more than itself, nor lasts longer',
    auth: 'service',
    showsSecret: true,
    scope: ['platform', 'tokens'],
    confirm: 'strong',
    body: z.object({
      name: z.string().min(1).max(120),
      tenant: z.string().min(1).max(64),
      scopes: z.array(z.enum(scopes)).min(1),
      institutions: maybe(z.array(typed(60)).min(1).max(100)),
      expiresAt: isoDateTime,
    }),
    secondPerson: true,
    responses: { 201: serviceToken, 202: awaitsApproval },
    errors: ['FORBIDDEN', 'NOT_FOUND', 'VALIDATION', 'APPROVAL_PENDING'],
  },
  'POST /operations/approvals/{id}/token': {
    summary: 'Have the secret of a token that a second person approved shown, once, to who asked for it',
    auth: 'service',
    showsSecret: true,
    scope: 'tokens',
    confirm: 'strong',
    person: true,
    responses: { 201: serviceToken },
    errors: ['NOT_FOUND', 'APPROVAL_OVER'],
  },
  'GET /operations/tokens': {
    summary: 'Service tokens of the tenant, last changed first; never what opens anything',
    auth: 'service',
    scope: ['platform', 'tokens'],
    query: z.object({
      state: tokenState.optional(),
      updatedSince: isoDateTime.optional(),
      ...pageQuery,
      cursor,
    }),
    responses: { 200: listOf(knownToken) },
    errors: [],
  },
  'DELETE /operations/tokens/{id}': {
    summary: 'Revoke a service token and every one that was made with it, or with those',
    auth: 'service',
    scope: ['platform', 'tokens'],
    confirm: 'strong',
    responses: { 204: null },
    errors: ['NOT_FOUND'],
  },
  'POST /operations/catalogue/plan': {
    summary: 'What applying the catalogue would change, or its errors with their lines',
    auth: 'service',
    scope: 'catalogue.apply',
    body: catalogueFiles,
    bodyLimit: CATALOGUE_BYTES,
    responses: { 200: cataloguePlan },
    errors: ['VALIDATION'],
  },
  'POST /operations/catalogue/apply': {
    summary:
      'Apply the catalogue in one transaction. What touches trust or money waits for a second person where a person applies it',
    auth: 'service',
    scope: 'catalogue.apply',
    within: { scope: 'catalogue.trust', for: 'what touches trust or money: else 403 to a token' },
    secondPerson: true,
    confirm: 'recent',
    body: catalogueFiles,
    bodyLimit: CATALOGUE_BYTES,
    responses: { 200: cataloguePlan, 202: awaitsApproval },
    errors: ['CATALOGUE_INVALID', 'CAPACITY_BELOW_TAKEN', 'SECOND_PERSON_NEEDED', 'APPROVAL_PENDING'],
  },
  'GET /operations/catalogue/export': {
    summary: 'The catalogue as it stands',
    auth: 'service',
    scope: 'catalogue.read',
    responses: { 200: catalogueFiles },
    errors: [],
  },
  'GET /operations/catalogue/schema': {
    summary: 'JSON Schema of a catalogue, for editors',
    auth: 'service',
    scope: 'catalogue.read',
    responses: { 200: z.record(z.string(), z.unknown()) },
    errors: [],
  },
  'GET /operations/catalogue/academic': {
    summary: 'When the academic catalogue was read last, and why it was not taken',
    auth: 'service',
    scope: 'catalogue.read',
    responses: { 200: academicCatalogue },
    errors: [],
  },
  'POST /operations/catalogue/academic/refresh': {
    summary:
      'Read the academic catalogue now; what is wrong with it changes nothing and is told as the failure',
    auth: 'service',
    scope: 'catalogue.apply',
    body: z.object({ allowEmpty: z.boolean() }),
    responses: { 200: academicCatalogue },
    errors: [],
  },
  'GET /operations/audit': {
    summary: 'Audited calls, newest first',
    auth: 'service',
    scope: ['audit', 'privacy'],
    query: z.object({
      subject: z.string().max(200).optional(),
      operator: z.string().max(120).optional(),
      updatedSince: isoDateTime.optional(),
      ...pageQuery,
      cursor,
    }),
    responses: { 200: listOf(auditEntry) },
    errors: [],
  },
});
