// Longer than other files: plans, edits, versions and entries of a catalogue share their shapes.
import { z } from 'zod';
import { awaitsApproval } from '../approval/index.ts';
import {
  cursor,
  day,
  defineCalls,
  isoDateTime,
  named,
  pathNumber,
  text,
  typed,
  whole,
} from '../foundation/index.ts';
import { tenant } from '../tenancy/team/index.ts';

/** Catalogue: the YAML text and the files it refers to (contracts, logos), base64 by relative path (spec 17.4). */
const catalogueFiles = named('Catalogue', {
  yaml: z.string().max(5_000_000),
  files: z.record(z.string().max(300), z.base64().max(5_000_000)).optional(),
});

const placed = z.object({ line: z.number().int().nonnegative(), path: text, message: text });

const action = z.enum(['create', 'change', 'retire']);
const change = z.object({ action, kind: text, code: text, fields: z.array(text) });

/** Catalogue value as written in a file: amounts in BRL, days and instants as text. */
const value = z.unknown();

/** Field with its value before and after; `long` means only the field is named, such as the text of a contract. */
const details = z.array(
  z.object({ field: text, before: value, after: value, long: z.literal(true).optional() }),
);

/** What applying a catalogue would do or did (spec 17.2). Warnings do not cause a refusal (spec 17.4). */
const cataloguePlan = named('CataloguePlan', {
  /** Number of the version that the plan is based on, or of the one that was created. */
  version: whole,
  changes: z.array(
    change.extend({
      details,
      /** Ongoing applications to an offer that changes. */
      touches: whole,
      /** Set if a file would undo a change that somebody has since made through a form. */
      overwritesEdit: z.object({ by: text, at: isoDateTime, version: whole }).optional(),
    }),
  ),
  /** Changes that affect trust or money, with the values before and after (spec 25.4.4); `field` is empty for an entry as a whole. */
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
  /** What happens if the caller applies it: done at once, done after a second person approves, or refused. */
  outcome: z.enum(['at-once', 'second-person', 'refused']),
  errors: z.array(placed),
  warnings: z.array(placed),
});

/**
 * Reads of a tenant's academic catalogue (spec 2.5). `fed`: its sections now come from that catalogue and no longer from the
 * files.
 */
const academicCatalogue = named('AcademicCatalogue', {
  configured: z.boolean(),
  fed: z.boolean(),
  attemptedAt: isoDateTime.nullable(),
  succeededAt: isoDateTime.nullable(),
  changedAt: isoDateTime.nullable(),
  failedAt: isoDateTime.nullable(),
  /** Reason of the last failure, until a read succeeds again. */
  failure: text.nullable(),
  taken: z.record(z.string(), z.number().int().nonnegative()),
  /** Entries for things that the portal does not offer. */
  leftOut: z.number().int().nonnegative(),
});

/** Tenant created from its catalogue. */
const cataloguedTenant = named('CataloguedTenant', {
  tenant,
  changes: z.array(change),
  warnings: cataloguePlan.shape.warnings,
});

/** Maximum size of a catalogue with its images in base64. */
const CATALOGUE_BYTES = 8 * 1024 * 1024;
/** Maximum size of edits made in a form, with the images of a brand. */
const EDIT_BYTES = 2 * 1024 * 1024;

/** Sections of a catalogue whose entries can be changed through a form. */
const kind = z.enum([
  ...(['tenant', 'console', 'institutions', 'hosts', 'poles', 'courses', 'intakes', 'ingressModes'] as const),
  ...([
    'contracts',
    'documentSets',
    'questionnaires',
    'essayThemes',
    'offers',
    'disciplines',
    'electives',
  ] as const),
  ...(['classes', 'schedules', 'prices', 'vouchers', 'support'] as const),
]);

/** Code of an entry, prefixed by the codes it is unique within: `OFFER/CLASS`. */
const code = typed(130).min(1);
const amount = z.number().min(0).max(9_999_999);
const codes = z.array(code).max(5_000).optional();

const edit = z
  .strictObject({
    kind,
    code,
    /**
     * Fields that get new values, as written in a file; in parameters, theme, mail, payment and flags, only the keys given
     * change.
     */
    set: z.record(z.string().max(60), z.unknown()).optional(),
    create: z.boolean().optional(),
    remove: z.boolean().optional(),
  })
  .meta({ id: 'CatalogueEdit' });

/**
 * Creates the next intake from an existing one; whatever is left out is copied unchanged, except vouchers, which are copied only
 * if listed.
 */
const copy = z
  .strictObject({
    institution: code,
    intake: code,
    code: typed(40).min(1),
    /** Dates are shifted by whole weeks, so that weekdays stay the same. */
    weeks: whole.min(1).max(260),
    start: day.optional(),
    end: day.optional(),
    classStart: day.nullable().optional(),
    /** Text in names and codes that is replaced by another. */
    rename: z.strictObject({ from: typed(40).min(1), to: typed(40).min(1) }).optional(),
    offers: codes,
    classes: codes,
    schedules: codes,
    vouchers: codes,
    prices: z
      .array(
        z.strictObject({
          code,
          /** Amount of the first instalment; the others change in proportion, so that instalments that differ keep differing. */
          value: amount.optional(),
          plan: z.array(amount).min(1).max(60).optional(),
          discount: amount.optional(),
          conditionalDiscount: amount.optional(),
        }),
      )
      .max(5_000)
      .optional(),
  })
  .meta({ id: 'CatalogueCopy' });

/** What a form requests: edits, a copy of an intake, or the undoing of a version; exactly one of them. */
const wish = z
  .strictObject({
    /** Version that the form was based on; required from team members. */
    expectedVersion: whole.min(0).optional(),
    edits: z.array(edit).min(1).max(500).optional(),
    copy: copy.optional(),
    undo: whole.min(1).optional(),
    /** Images of a brand that the edits refer to, base64 by relative path. */
    files: z.record(z.string().max(300), z.base64().max(1_000_000)).optional(),
  })
  .refine(
    ({ edits, copy: copied, undo }) => [edits, copied, undo].filter((one) => one !== undefined).length === 1,
    {
      path: ['edits'],
      message: 'Needs edits, copy or undo',
    },
  )
  .meta({ id: 'CatalogueWish' });

/** What a form would change or changed; errors are reported by field: `edits.0.set.capacity`. */
const formPlan = cataloguePlan
  .extend({
    errors: z.array(z.object({ field: text, message: text })),
    warnings: z.array(z.object({ field: text, message: text })),
  })
  .meta({ id: 'CatalogueFormPlan' });

const version = named('CatalogueVersion', {
  version: whole,
  at: isoDateTime,
  by: text,
  source: z.enum(['file', 'form', 'copy', 'undo', 'cli', 'import', 'due']),
  /** Number of entries it changed. */
  entries: whole,
  /** Version that it undid. */
  undoes: whole.nullable(),
});

const lastChange = z.object({ version: whole, at: isoDateTime, by: text }).nullable();

const entryRow = named('CatalogueEntryRow', {
  kind: text,
  code: text,
  title: text,
  institution: text.nullable(),
  intake: text.nullable(),
  offer: text.nullable(),
  /** Whether candidates can use it now, and if not, why. */
  open: z.boolean().nullable(),
  reason: z.enum(['inactive', 'suspended', 'not-yet', 'over', 'full']).nullable(),
  from: day.nullable(),
  to: day.nullable(),
  taken: whole.nullable(),
  total: whole.nullable(),
  /** First amount due, in BRL. */
  amount: z.number().nullable(),
});

const entry = named('CatalogueEntry', {
  kind: text,
  code: text,
  /** Fields as written in a file. */
  values: z.record(z.string(), z.unknown()),
  /** Places taken: by `COURSE/POLE` for an offer, as a total for anything else. */
  taken: z.record(z.string(), whole),
  /** Names of an offer's courses and poles by code. */
  names: z.object({ courses: z.record(z.string(), text), poles: z.record(z.string(), text) }),
  /** Current version, for `expectedVersion`. */
  version: whole,
  changed: lastChange,
});

const editing = ['catalogue.everyday', 'catalogue.brand', 'catalogue.apply'] as const;

export const catalogueCalls = defineCalls({
  'POST /operations/tenants/catalogue': {
    summary: 'Create a tenant with everything its catalogue says, or nothing',
    scope: 'platform',
    body: catalogueFiles,
    bodyLimit: CATALOGUE_BYTES,
    responses: { 201: cataloguedTenant },
    errors: ['CATALOGUE_INVALID', 'DUPLICATE'],
  },
  'POST /operations/catalogue/plan': {
    summary: 'What applying the catalogue would change, or its errors with their lines',
    scope: 'catalogue.apply',
    body: catalogueFiles,
    bodyLimit: CATALOGUE_BYTES,
    responses: { 200: cataloguePlan },
  },
  'POST /operations/catalogue/apply': {
    summary:
      'Apply the catalogue in one transaction. What touches trust or money waits for a second person where a person applies it',
    scope: 'catalogue.apply',
    within: { scope: 'catalogue.trust', for: 'what touches trust or money: else 403 to a token' },
    secondPerson: true,
    confirm: 'recent',
    body: catalogueFiles.extend({
      /** Version that the plan is based on; required from team members. */
      expectedVersion: whole.min(0).optional(),
    }),
    bodyLimit: CATALOGUE_BYTES,
    responses: { 200: cataloguePlan, 202: awaitsApproval },
    errors: [
      'VERSION_REQUIRED',
      'CATALOGUE_INVALID',
      'CATALOGUE_CHANGED',
      'CAPACITY_BELOW_TAKEN',
      'SECOND_PERSON_NEEDED',
      'APPROVAL_PENDING',
    ],
  },
  'POST /operations/catalogue/edits/plan': {
    summary: 'What the edits of a form, a copy of an intake or the undoing of a version would change',
    scope: editing,
    body: wish,
    bodyLimit: EDIT_BYTES,
    responses: { 200: formPlan },
    errors: ['NOT_FOUND', 'STATE_CONFLICT'],
  },
  'POST /operations/catalogue/edits': {
    summary:
      'Make the edits of a form the next version of the catalogue. What touches trust or money waits for a second person where a person asks for it',
    scope: editing,
    within: { scope: 'catalogue.trust', for: 'what touches trust or money: else 403 to a token' },
    secondPerson: true,
    body: wish,
    bodyLimit: EDIT_BYTES,
    responses: { 200: formPlan, 202: awaitsApproval },
    errors: [
      'VERSION_REQUIRED',
      'NOT_FOUND',
      'STATE_CONFLICT',
      'CATALOGUE_CHANGED',
      'CATALOGUE_INVALID',
      'CAPACITY_BELOW_TAKEN',
      'SECOND_PERSON_NEEDED',
      'APPROVAL_PENDING',
    ],
  },
  'GET /operations/catalogue/versions': {
    summary: 'What became of the catalogue: number, time, author and way of each change, the last first',
    scope: 'catalogue.read',
    query: z.object({ cursor }),
    responses: { 200: z.object({ data: z.array(version), nextCursor: z.string().nullable() }) },
  },
  'GET /operations/catalogue/versions/{version}': {
    summary: 'One version with its changes, field by field',
    scope: 'catalogue.read',
    params: z.object({ version: pathNumber }),
    responses: {
      200: version.extend({ changes: z.array(change.extend({ details })), more: z.boolean() }),
    },
  },
  'GET /operations/catalogue/entries': {
    summary: 'Entries of one kind, the newest first: open or closed and why, places taken, amounts',
    scope: 'catalogue.read',
    query: z.object({
      kind: z.enum([
        ...(['tenant', 'institutions', 'hosts', 'intakes', 'offers', 'prices', 'vouchers'] as const),
        ...(['schedules', 'classes', 'support'] as const),
      ]),
      /** Part of a code or a name. */
      q: typed(100).optional(),
      institution: typed(40).optional(),
      intake: typed(40).optional(),
      offer: typed(40).optional(),
      cursor,
    }),
    responses: { 200: z.object({ data: z.array(entryRow), nextCursor: z.string().nullable() }) },
  },
  'GET /operations/catalogue/entries/{kind}/{code}': {
    summary:
      'One entry as a file writes it, with places taken and its last change; a code below another one is written OFFER~CLASS',
    scope: 'catalogue.read',
    params: z.object({ kind, code }),
    responses: { 200: entry },
  },
  'GET /operations/catalogue/cities': {
    summary: 'Municipalities whose name begins so, with the code of IBGE that a pole is given; at most 20',
    scope: 'catalogue.read',
    query: z.object({ q: z.string().trim().min(2).max(60) }),
    responses: {
      200: z.object({ data: z.array(z.object({ code: z.number().int(), name: text, uf: text })) }),
    },
  },
  'GET /operations/catalogue/first-day': {
    summary: 'What a college has of what it needs to open its first applications, seen in what exists',
    scope: 'catalogue.read',
    responses: {
      200: z.object({
        steps: z.array(
          z.object({
            step: z.enum(['brand', 'institution', 'payment', 'offer', 'colleague', 'trial']),
            done: z.boolean(),
          }),
        ),
      }),
    },
  },
  'GET /operations/catalogue/export': {
    summary: 'The catalogue as it stands',
    scope: 'catalogue.read',
    responses: { 200: catalogueFiles },
  },
  'GET /operations/catalogue/schema': {
    summary: 'JSON Schema of a catalogue, for editors',
    scope: 'catalogue.read',
    responses: { 200: z.record(z.string(), z.unknown()) },
  },
  'GET /operations/catalogue/academic': {
    summary: 'When the academic catalogue was read last, and why it was not taken',
    scope: 'catalogue.read',
    responses: { 200: academicCatalogue },
  },
  'POST /operations/catalogue/academic/refresh': {
    summary:
      'Read the academic catalogue now; what is wrong with it changes nothing and is told as the failure',
    scope: 'catalogue.apply',
    body: z.object({ allowEmpty: z.boolean() }),
    responses: { 200: academicCatalogue },
  },
});
