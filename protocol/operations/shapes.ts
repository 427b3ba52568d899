import { z } from 'zod';
import { documentAskedAt, documentFile, documentState } from '../document/index.ts';
import { cursor, id, isoDateTime, pageQuery, pathId, scopes, text } from '../foundation/index.ts';
import { payment } from '../payment/index.ts';
import {
  deadlines,
  historyEntry,
  statusNumber,
  step,
  subscription,
  subscriptionCard,
} from '../subscription/index.ts';
import { claim, ownItem } from '../work/index.ts';

/** What every decision answers (spec 17.2). */
export const decided = z
  .object({ id, state: text, subscriptionId: id, status: statusNumber })
  .meta({ id: 'Decided' });

/** Why a decision about an item of a queue is refused (spec 25.4.3). */
export const itemErrors = [
  'VERSION_REQUIRED',
  'NOT_FOUND',
  'VALIDATION',
  'STATE_CONFLICT',
  'VERSION_CONFLICT',
  'CLAIMED_BY_OTHER',
] as const;

/** Filters of every list of operations (spec 17.1). */
export const listQuery = {
  institution: z.string().max(60).optional(),
  updatedSince: isoDateTime.optional(),
  ...pageQuery,
  cursor,
};

const sender = z.enum(['candidate', 'institution']);

/** A file of a document with who sent it. */
const opsDocumentFile = documentFile.extend({ sentBy: sender }).meta({ id: 'OperationsDocumentFile' });

/** Document as reviewers see it (spec 17.2). */
export const opsDocument = z
  .object({
    id,
    subscriptionId: id,
    name: text,
    stage: documentAskedAt,
    required: z.boolean(),
    state: documentState,
    /** The document with which the candidate says that this one is unnecessary. */
    coveredBy: id.nullable(),
    files: z.array(opsDocumentFile),
    version: z.number().int().positive(),
    /** Who has taken it up. */
    claim: claim.nullable(),
    /** Not offered to the caller now: she skipped it within the last day. */
    skipped: z.boolean(),
    /** Since when somebody can look at it; null where nothing waits for a decision. */
    waitingSince: isoDateTime.nullable(),
    /** Who sent its last file; null without one. */
    sentBy: sender.nullable(),
  })
  .meta({ id: 'OperationsDocument' });

/** A document of one application, with the one that may make it unnecessary now and the candidate's words for it (D-83). */
const askedDocument = z
  .object({
    ...opsDocument.shape,
    cover: z.object({ documentId: id, label: text }).nullable(),
  })
  .meta({ id: 'AskedDocument' });

const reachedStatus = z.object({ status: statusNumber, statusName: text });

/** One document with all that a decision needs (spec 25.8). */
export const opsDocumentPage = z
  .object({
    ...opsDocument.shape,
    /** What the person said, as far as a document of this kind can prove it. */
    compare: z.array(z.object({ label: text, value: text })),
    decisions: z.array(
      z.object({
        state: z.enum(['approved', 'rejected', 'waived', 'reopened']),
        reason: text.nullable(),
        note: text.nullable(),
        by: text,
        at: isoDateTime,
      }),
    ),
    /** Required documents of the stage that stay open once this one is approved. */
    missingAfter: z.number().int().nonnegative(),
    /** Where an approval of this one moves the application, where it completes the stage. */
    nextStatus: reachedStatus.nullable(),
    /** The same where it is waived instead. */
    nextStatusWaived: reachedStatus.nullable(),
    /** Whether what was decided may be taken back, and why not; null while nothing is decided. */
    reopening: z.object({ allowed: z.boolean(), reason: text.nullable() }).nullable(),
  })
  .meta({ id: 'OperationsDocumentPage' });

/** Who applied, as operations see it (spec 17.2). */
export const opsPerson = z
  .object({
    name: text,
    socialName: text.nullable(),
    document: text,
    email: text.nullable(),
    cellPhone: text.nullable(),
  })
  .meta({ id: 'OperationsPerson' });

/** Subscription in a list of operations. */
export const opsSubscriptionCard = z
  .object({
    ...subscriptionCard.shape,
    person: opsPerson,
    attention: z.array(text),
    /** Since when it is in its status. */
    waitingSince: isoDateTime,
    changedAt: isoDateTime,
  })
  .meta({ id: 'OperationsSubscriptionCard' });

/** Whole subscription (spec 17.2). */
export const opsSubscription = z
  .object({
    ...subscription.shape,
    person: opsPerson,
    history: z.array(z.object({ ...historyEntry.shape, reason: text.nullable() })),
    acceptances: z.array(
      z.object({
        acceptanceId: id,
        Contract: text,
        hash: text,
        acceptedAt: isoDateTime,
        voidedAt: isoDateTime.nullable(),
      }),
    ),
    payments: z.array(payment),
    documents: z.array(askedDocument),
    /** How it waits in a queue that the caller may open; null where it does not. */
    work: ownItem.nullable(),
    attention: z.array(text),
    /** Steps as the candidate sees them. */
    steps: z.array(step),
    /** The sentence that her own page says about where the application stands. */
    candidateReads: text,
    deadlines,
    waitingSince: isoDateTime,
    changedAt: isoDateTime,
    /** Code given with the application; the payments say what was used. */
    voucher: text.nullable(),
    /** Campaign that brought the person, where she let it be known. */
    tracking: z
      .object({ utmSource: text.nullable(), utmMedium: text.nullable(), utmCampaign: text.nullable() })
      .nullable(),
  })
  .meta({ id: 'OperationsSubscription' });

/** Tenant as it was provisioned (spec 17.2). */
export const tenant = z
  .object({ id: text, alias: text, name: text, hosts: z.array(text) })
  .meta({ id: 'Tenant' });

export const notifier = z.enum(['pix', 'inter', 'cielo', 'pagarme']).meta({ id: 'Notifier' });
/** `institution`: the address is entered at the provider's own site; `us`: we register it there. */
const enteredBy = z.enum(['us', 'institution']);

/** Which secrets open the address of a provider at this moment, the current one first; never a secret itself. */
export const noticeAddress = z
  .object({
    provider: notifier,
    enteredBy,
    secrets: z.array(
      z.object({
        /** null: the one that all providers of the tenant had together before each got its own. */
        madeAt: isoDateTime.nullable(),
        /** null: the current one; a former one is taken until then. */
        endsAt: isoDateTime.nullable(),
        /** To the minute; null: no notice came by it. */
        lastUsedAt: isoDateTime.nullable(),
      }),
    ),
  })
  .meta({ id: 'NoticeAddress' });

/** A provider's new address, shown this once; its last part is the secret. */
export const newNoticeAddress = z
  .object({
    provider: notifier,
    enteredBy,
    address: z.url(),
    /** Until when the former one is taken; null: there is none, or it ended at once. */
    formerUntil: isoDateTime.nullable(),
  })
  .meta({ id: 'NewNoticeAddress' });

export const tokenState = z.enum(['active', 'expired', 'revoked']).meta({ id: 'TokenState' });

/** Which token made it; null for the tokens that the installation itself made. */
const parentId = id.nullable();

/** New service token; `token` is shown this once (spec 17.2). */
export const serviceToken = z
  .object({
    id,
    parentId,
    token: text,
    name: text,
    tenant: text,
    scopes: z.array(z.enum(scopes)),
    institutions: z.array(text).nullable(),
    expiresAt: isoDateTime,
  })
  .meta({ id: 'ServiceToken' });

/** A service token without what opens anything (spec 17.1); `lastUsedAt` is the last call the audit knows of. */
export const knownToken = z
  .object({
    id,
    parentId,
    name: text,
    scopes: z.array(z.enum(scopes)),
    institutions: z.array(text).nullable(),
    state: tokenState,
    createdAt: isoDateTime,
    expiresAt: isoDateTime,
    revokedAt: isoDateTime.nullable(),
    lastUsedAt: isoDateTime.nullable(),
  })
  .meta({ id: 'KnownToken' });

/** Catalogue: the YAML text and the files it names (contracts, logos), base64 by relative path (spec 17.4). */
export const catalogueFiles = z
  .object({
    yaml: z.string().max(5_000_000),
    files: z.record(z.string().max(300), z.base64().max(5_000_000)).optional(),
  })
  .meta({ id: 'Catalogue' });

const placed = z.object({ line: z.number().int().nonnegative(), path: text, message: text });

/** What applying a catalogue would do or did (spec 17.2). Warnings refuse nothing (spec 17.4). */
export const cataloguePlan = z
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
export const academicCatalogue = z
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
export const cataloguedTenant = z
  .object({ tenant, changes: cataloguePlan.shape.changes, warnings: cataloguePlan.shape.warnings })
  .meta({ id: 'CataloguedTenant' });

/** Message sent or to be sent (spec 16.2). */
export const notification = z
  .object({
    id,
    subscriptionId: id.nullable(),
    template: text,
    channel: z.enum(['email', 'sms']),
    to: text,
    state: z.enum(['pending', 'sent', 'failed']),
    attempts: z.number().int().nonnegative(),
    createdAt: isoDateTime,
    sentAt: isoDateTime.nullable(),
    lastError: text.nullable(),
  })
  .meta({ id: 'Notification' });

/** One audited call (spec 17.1). */
export const auditEntry = z
  .object({
    id,
    at: isoDateTime,
    token: text,
    operator: text.nullable(),
    /** Who of the team called, and by which role; null of a service token. */
    staffId: id.nullable(),
    role: text.nullable(),
    action: text,
    subject: text.nullable(),
    status: z.number().int(),
    /** Who of the team asked for what this call decided as a second person. */
    requestedBy: text.nullable(),
    traceId: text,
    /** Of calls that are summed: how many there were within the hour that began then. */
    times: z.number().int().positive().optional(),
    hour: isoDateTime.optional(),
    /** Of a search: what it looked at and how much it found; never the term. */
    kind: text.optional(),
    found: z.number().int().nonnegative().optional(),
  })
  .meta({ id: 'AuditEntry' });

/** Message the sandbox kept (spec 17.7). */
export const sandboxMessage = z
  .object({
    channel: z.enum(['email', 'sms']),
    to: text,
    subject: text.nullable(),
    text,
    html: text.nullable(),
    attachments: z.array(z.object({ name: text, type: text })),
    template: text,
    at: isoDateTime,
  })
  .meta({ id: 'SandboxMessage' });

/** Jobs that can be run by hand (spec 17.7). */
export const jobName = z
  .enum([
    'essay-timeout',
    'academic-catalogue',
    'exam-score',
    'class-hold',
    'class-wait',
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

/** Query id of a subscription. */
export const subscriptionQuery = { subscriptionId: pathId.optional() };
