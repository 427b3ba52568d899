import { z } from 'zod';
import { awaitsApproval } from '../approval/index.ts';
import { defineCalls, isoDateTime, text } from '../foundation/index.ts';
import { tenant } from '../tenancy/team/index.ts';

/** Catalogue: the YAML text and the files it names (contracts, logos), base64 by relative path (spec 17.4). */
const catalogueFiles = z
  .object({
    yaml: z.string().max(5_000_000),
    files: z.record(z.string().max(300), z.base64().max(5_000_000)).optional(),
  })
  .meta({ id: 'Catalogue' });

const placed = z.object({ line: z.number().int().nonnegative(), path: text, message: text });

/** What applying a catalogue would do or did (spec 17.2). Warnings refuse nothing (spec 17.4). */
const cataloguePlan = z
  .object({
    changes: z.array(
      z.object({
        action: z.enum(['create', 'change', 'retire']),
        kind: text,
        code: text,
        fields: z.array(text),
      }),
    ),
    /** What of it touches trust or money, with what holds before and after (spec 25.4.4). */
    grave: z.array(
      z.object({
        kind: text,
        code: text,
        field: text,
        touches: z.enum(['trust', 'money']),
        label: text,
        before: z.array(text).nullable(),
        after: z.array(text),
      }),
    ),
    /** What applying it does for who asks: at once, after a second person approved, or not at all. */
    outcome: z.enum(['at-once', 'second-person', 'refused']),
    errors: z.array(placed),
    warnings: z.array(placed),
  })
  .meta({ id: 'CataloguePlan' });

/**
 * Readings of the academic catalogue of a tenant (spec 2.5). `fed`: its sections are what that catalogue says, no longer
 * what the files say.
 */
const academicCatalogue = z
  .object({
    configured: z.boolean(),
    fed: z.boolean(),
    attemptedAt: isoDateTime.nullable(),
    succeededAt: isoDateTime.nullable(),
    changedAt: isoDateTime.nullable(),
    failedAt: isoDateTime.nullable(),
    /** Of the last failure, while nothing was taken since. */
    failure: text.nullable(),
    taken: z.record(z.string(), z.number().int().nonnegative()),
    /** Entries about what the portal does not offer. */
    leftOut: z.number().int().nonnegative(),
  })
  .meta({ id: 'AcademicCatalogue' });

/** A tenant that came to be from its catalogue. */
const cataloguedTenant = z
  .object({ tenant, changes: cataloguePlan.shape.changes, warnings: cataloguePlan.shape.warnings })
  .meta({ id: 'CataloguedTenant' });

/** A catalogue with its pictures, written as base64. */
const CATALOGUE_BYTES = 8 * 1024 * 1024;

export const catalogueCalls = defineCalls({
  'POST /operations/tenants/catalogue': {
    summary: 'Create a tenant with everything its catalogue says, or nothing',
    auth: 'service',
    scope: 'platform',
    body: catalogueFiles,
    bodyLimit: CATALOGUE_BYTES,
    responses: { 201: cataloguedTenant },
    errors: ['CATALOGUE_INVALID', 'DUPLICATE'],
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
});
