import sql, { raw, type Sql } from 'sql-template-tag';

/**
 * Kinds of work that are searched for: each has a database function that returns its tenants (`make_tenants_due` in the
 * migrations), which tests check against the work itself.
 */
export const FOUND_WORK = [
  'academic-readings',
  'anonymisation',
  'approval-expiry',
  'card-notices',
  'charge-expiry',
  'class-hold',
  'class-wait',
  'comparison',
  'contract-copy',
  'contract-seal',
  'deadline-extension',
  'document-sweep',
  'erasure-list',
  'essay-delay',
  'essay-draft-clean-up',
  'essay-timeout',
  'exam-score',
  'expired-copies',
  'export',
  'export-sweep',
  'held-contacts',
  'intake-expiry',
  'notice-address',
  'outbox',
  'payment-deadline',
  'payment-take-over',
  'price-change',
  'privacy-export',
  'queues',
  'reconciliation',
  'recurrence',
  'reminder-batches',
  'reminders',
  'scan',
  'slip-returns',
  'staff-digest',
  'staff-recheck',
  'upload-sweep',
  'waits',
  'webhooks',
] as const;
export type FoundWork = (typeof FOUND_WORK)[number];

/** Times that determine what is due: by the product's clock, and by the machine's own for retries and leases. */
export type DueAt = { now: Date; wall: Date };

/** Ids of the tenants that have this kind of work, in order; the search for all of them runs inside the database. */
export const tenantsDueStatement = (work: FoundWork, { now, wall }: DueAt): Sql =>
  sql`select t as id from ${raw(`tenants_due_${work.replaceAll('-', '_')}`)}(${now}::timestamptz, ${wall}::timestamptz) t
    where exists (select from tenant where id = t and standing = 'open')`;
