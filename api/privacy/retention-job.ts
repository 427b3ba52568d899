import { dayInZone } from '@orbita/domain/foundation';
import sql from 'sql-template-tag';
import type { House } from '../platform/house.ts';
import type { Job } from '../platform/jobs.ts';
import { tenantById } from '../tenancy/index.ts';

const DAY_MS = 24 * 3600_000;
/** Days after which rows that speak of people have done their work. */
const KEPT_DAYS = {
  events: 365,
  notices: 90,
  messages: 365,
  tickets: 1,
  webhookBodies: 30,
  webhooks: 90,
} as const;

/** Copies whose link is over leave the storage; the row forgets them once the file is gone. */
async function dropCopies(house: House, tenantId: number): Promise<number> {
  const on = house.db.tenant(tenantId);
  const over = await on.many<{ id: number; file_key: string }>(sql`
    select id, file_key from privacy_request where tenant_id = ${tenantId} and file_key is not null
      and link_expires_at <= ${house.clock.now()}::timestamptz limit 100`);
  let done = 0;
  for (const { id, file_key: key } of over) {
    try {
      await house.files.delete(key);
      await on.one(sql`
        update privacy_request set file_key = null where tenant_id = ${tenantId} and id = ${id} returning id`);
      done += 1;
    } catch (error) {
      house.log.warn({ err: error, request: id }, 'expired copy still in the storage');
    }
  }
  return done;
}

/** Ten years on, the law wants nothing more: identity goes; the contract's text stays without a key to the person. */
const dropKept = (tenantId: number, today: string) => sql`
  delete from kept_identity where tenant_id = ${tenantId}
    and keep_until < ${today}::date returning 1`;

async function retainTenant(house: House, tenantId: number): Promise<number> {
  const on = house.db.tenant(tenantId);
  const { timeZone } = await tenantById(house, tenantId);
  const before = (days: number) => new Date(house.clock.now().getTime() - days * DAY_MS);
  const over = [
    sql`delete from outbox_event where tenant_id = ${tenantId}
      and occurred_at < ${before(KEPT_DAYS.events)}::timestamptz returning 1`,
    sql`delete from provider_notice where tenant_id = ${tenantId}
      and handled_at < ${before(KEPT_DAYS.notices)}::timestamptz returning 1`,
    sql`delete from notification where tenant_id = ${tenantId} and state in ('sent', 'failed') and (
      created_at < ${before(KEPT_DAYS.messages)}::timestamptz or person_id in (
        select p.id from person p where p.tenant_id = ${tenantId} and p.anonymised_at is not null)) returning 1`,
    sql`delete from short_ticket where tenant_id = ${tenantId}
      and expires_at < ${before(KEPT_DAYS.tickets)}::timestamptz returning 1`,
    // What a webhook said goes first, that it was said some time later; what was held so long is given up.
    sql`update webhook_delivery set body = null, state = case when state = 'delivered' then state else 'failed' end
      where tenant_id = ${tenantId} and body is not null
        and created_at < ${before(KEPT_DAYS.webhookBodies)}::timestamptz returning 1`,
    sql`delete from webhook_delivery where tenant_id = ${tenantId}
      and created_at < ${before(KEPT_DAYS.webhooks)}::timestamptz returning 1`,
    dropKept(tenantId, dayInZone(house.clock.now(), timeZone)),
  ];
  let done = await dropCopies(house, tenantId);
  for (const statement of over) done += (await on.many(statement)).length;
  return done;
}

async function run(house: House): Promise<number> {
  let done = 0;
  for (const tenantId of await house.db.tenantIds()) done += await retainTenant(house, tenantId);
  return done;
}

/** Forgets events, bank notices, messages, tickets and copies that have done their work (spec 18). */
export const retentionJob: Job = { name: 'retention', everyMs: 3600_000, run };
