import sql from 'sql-template-tag';
import { together } from '../platform/database/together.ts';
import { forAllTenants, forDueTenants } from '../platform/due.ts';
import type { Job } from '../platform/jobs.ts';
import type { Platform } from '../platform/platform.ts';

const DAY_MS = 24 * 3600_000;
/** Days after which rows with personal data are deleted or emptied. */
const KEPT_DAYS = {
  events: 365,
  notices: 90,
  messages: 365,
  tickets: 1,
  webhookBodies: 30,
  webhooks: 90,
  remittances: 90,
  listReasons: 180,
} as const;

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

/**
 * After ten years the law requires nothing more: the identity is deleted; the contract's text stays without a
 * key to the person.
 */
const dropKept = (tenantId: number, now: Date) => sql`
  delete from kept_identity k using tenant t where t.id = ${tenantId} and k.tenant_id = t.id
    and k.keep_until < (${now}::timestamptz at time zone t.time_zone)::date returning 1`;

const retain = (platform: Platform, tenantId: number): Promise<number> => {
  const before = (days: number) => new Date(platform.clock.now().getTime() - days * DAY_MS);
  return together(platform.db.tenant(tenantId), [
    sql`delete from outbox_event where tenant_id = ${tenantId}
      and occurred_at < ${before(KEPT_DAYS.events)}::timestamptz returning 1`,
    sql`delete from provider_notice where tenant_id = ${tenantId}
      and handled_at < ${before(KEPT_DAYS.notices)}::timestamptz returning 1`,
    sql`delete from notification where tenant_id = ${tenantId} and state in ('sent', 'failed') and (
      created_at < ${before(KEPT_DAYS.messages)}::timestamptz or person_id in (
        select p.id from person p where p.tenant_id = ${tenantId} and p.anonymised_at is not null)) returning 1`,
    sql`delete from short_ticket where tenant_id = ${tenantId}
      and expires_at < ${before(KEPT_DAYS.tickets)}::timestamptz returning 1`,
    // The body of a delivery is erased first, the record of the delivery later; undelivered ones this old are
    // given up.
    sql`update webhook_delivery set body = null, state = case when state = 'delivered' then state else 'failed' end
      where tenant_id = ${tenantId} and body is not null and created_at >= ${before(KEPT_DAYS.webhooks)}::timestamptz
        and created_at < ${before(KEPT_DAYS.webhookBodies)}::timestamptz returning 1`,
    sql`delete from webhook_delivery where tenant_id = ${tenantId}
      and created_at < ${before(KEPT_DAYS.webhooks)}::timestamptz returning 1`,
    sql`update slip_remittance set content = null where tenant_id = ${tenantId} and content is not null
      and created_at < ${before(KEPT_DAYS.remittances)}::timestamptz returning 1`,
    sql`update export_job set reason = null, query = '{}' where tenant_id = ${tenantId} and reason is not null
      and created_at < ${before(KEPT_DAYS.listReasons)}::timestamptz returning 1`,
    dropKept(tenantId, platform.clock.now()),
  ]);
};

/** Deletes events, bank webhooks, messages, tickets and copies past their retention (spec 18). */
export const retentionJobs: readonly Job[] = [
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
