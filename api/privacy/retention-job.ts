import sql from 'sql-template-tag';
import { deleteOldest, deleteSome, emptySome, inBatches } from '../platform/database/batches.ts';
import { keepMonths } from '../platform/database/months.ts';
import { forAllTenants, forDueTenants } from '../platform/due.ts';
import type { Job } from '../platform/jobs.ts';
import type { Platform } from '../platform/platform.ts';

const DAY_MS = 24 * 3600_000;
/** Days after which rows with personal data are deleted or emptied. */
const KEPT_DAYS = {
  /** Counted from the end of their month. */
  events: 365,
  notices: 90,
  messages: 365,
  /** A message to a person who was erased has been sent or given up before this. */
  underWay: 30,
  tickets: 1,
  webhookBodies: 30,
  webhooks: 90,
  remittances: 90,
  listReasons: 180,
} as const;
/** An event is deleted with its month, so at most this many days later. */
const LONGEST_MONTH = 31;

/** Deletes copies whose link expired; the row drops its key once the file is deleted. */
async function dropCopies(platform: Platform, tenantId: number): Promise<number> {
  const on = platform.db.tenant(tenantId);
  const over = await on.many<{ id: number; file_key: string }>(sql`
    select id, file_key from privacy_request where tenant_id = ${tenantId} and file_key is not null
      and link_expires_at <= ${platform.clock.now()}::timestamptz limit 100`);
  let done = 0;
  for (const { id, file_key: key } of over) {
    try {
      await platform.files.delete(key);
      await on.one(sql`
        update privacy_request set file_key = null where tenant_id = ${tenantId} and id = ${id} returning id`);
      done += 1;
    } catch (error) {
      platform.log.warn({ err: error, request: id }, 'expired copy still in the storage');
    }
  }
  return done;
}

const retain = (platform: Platform, tenantId: number): Promise<number> => {
  const now = platform.clock.now();
  const before = (days: number) => sql`${new Date(now.getTime() - days * DAY_MS)}::timestamptz`;
  const mine = sql`tenant_id = ${tenantId}`;
  return inBatches(platform.db.tenant(tenantId), [
    // Events not covered by monthly partitions: those from before there were any, and from months in which no worker ran.
    deleteOldest(
      'outbox_event',
      tenantId,
      sql`true`,
      sql`occurred_at < ${before(KEPT_DAYS.events + LONGEST_MONTH)}`,
    ),
    deleteOldest(
      'provider_notice',
      tenantId,
      sql`handled_at is not null`,
      sql`handled_at < ${before(KEPT_DAYS.notices)}`,
    ),
    deleteOldest(
      'notification',
      tenantId,
      sql`state in ('sent', 'failed')`,
      sql`created_at < ${before(KEPT_DAYS.messages)}`,
    ),
    // Messages that were under way when a person was erased.
    deleteSome(
      'notification',
      sql`${mine} and state in ('sent', 'failed') and created_at >= ${before(KEPT_DAYS.messages)}
        and person_id = any(array(select p.id from person p
          where p.tenant_id = ${tenantId} and p.anonymised_at >= ${before(KEPT_DAYS.underWay)}))`,
    ),
    deleteSome('short_ticket', sql`${mine} and expires_at < ${before(KEPT_DAYS.tickets)}`),
    // The body of a delivery is erased first, the record of the delivery later; undelivered ones of that age are given up.
    emptySome(
      'webhook_delivery',
      sql`body = null, state = case when state = 'delivered' then state else 'failed' end`,
      sql`${mine} and body is not null and created_at >= ${before(KEPT_DAYS.webhooks)}
        and created_at < ${before(KEPT_DAYS.webhookBodies)}`,
    ),
    deleteSome('webhook_delivery', sql`${mine} and created_at < ${before(KEPT_DAYS.webhooks)}`),
    emptySome(
      'slip_remittance',
      sql`content = null`,
      sql`${mine} and content is not null and created_at < ${before(KEPT_DAYS.remittances)}`,
    ),
    emptySome(
      'export_job',
      sql`reason = null, query = '{}'`,
      sql`${mine} and reason is not null and created_at < ${before(KEPT_DAYS.listReasons)}`,
    ),
    // After ten years the law requires nothing more: the identity is deleted, and the contract's text remains without a reference
    // to the person.
    deleteSome(
      'kept_identity',
      sql`${mine} and keep_until < (select (${now}::timestamptz at time zone t.time_zone)::date from tenant t
        where t.id = ${tenantId})`,
    ),
  ]);
};

/** Deletes events, bank webhooks, messages, tickets and copies past their retention (spec 18). */
export const retentionJobs: readonly Job[] = [
  {
    name: 'retention',
    everyMs: 3600_000,
    run: ({ db, clock, log }) =>
      keepMonths(db, 'outbox_event', { now: clock.now(), keptDays: KEPT_DAYS.events, log }),
  },
  {
    name: 'retention',
    everyMs: 3600_000,
    run: (platform) =>
      forDueTenants(platform, 'expired-copies', (tenantId) => dropCopies(platform, tenantId)),
  },
  {
    name: 'retention',
    everyMs: 3600_000,
    run: (platform) => forAllTenants(platform, (tenantId) => retain(platform, tenantId)),
  },
];
