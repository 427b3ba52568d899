import { setTimeout as pause } from 'node:timers/promises';
import { MOST_WHATSAPP_TRIES, SEND_RETRY_MINUTES } from '@orbita/domain/messaging';
import sql from 'sql-template-tag';
import { DatabaseUnavailable } from '../platform/database/outage.ts';
import { forDueInTurns } from '../platform/due.ts';
import type { Job } from '../platform/jobs.ts';
import { leaseEnd, underLease } from '../platform/lease.ts';
import type { Platform } from '../platform/platform.ts';
import { SmsNotSent, WhatsAppNotSent, type WhatsAppTaken } from '../platform/ports.ts';
import { during, inSpan, type Part } from '../platform/tracing/spans.ts';
import { wakeTenants } from '../platform/wake.ts';
import { type Claimed, deliver } from './deliver.ts';
import { failureText } from './failure-text.ts';
import { OUTBOX_CHANNEL } from './notify.ts';
import { insteadOf } from './whatsapp/instead.ts';

/** As few as keep the connections to a mail server busy: messages of other tenants wait behind those of a batch. */
const BATCH = 8;
/** Tenants served at a time, so that a slow mail server with many messages delays few others. */
const TENANTS = 4;
const MARK_AGAIN_MS = 250;
const MARK_TRIES = 40;
const MINUTE_MS = 60_000;
/**
 * Held shared while claiming a tenant's messages, and exclusively while moving the tenant, which first lets messages being sent
 * arrive.
 */
const CLAIM_LOCK = 7302845;

/**
 * Claims due messages with a lease. Due by the product's clock or, after a failure or crash, also by the machine's own time, so
 * that a frozen clock holds nothing back.
 */
const claim = (platform: Platform, tenantId: number): Promise<Claimed[]> => {
  const now = platform.clock.now();
  const wall = new Date(platform.clock.wall());
  return platform.db.tenant(tenantId).many<Claimed>(sql`
    update notification set state = 'sending', attempts = attempts + 1,
      retry_at = ${leaseEnd(platform)}::timestamptz
    where tenant_id = ${tenantId} and id = any(array(
      select id from notification where tenant_id = ${tenantId}
        and (select pg_try_advisory_xact_lock_shared(${CLAIM_LOCK}::int, ${tenantId}::int))
        and ((state = 'pending' and (next_attempt_at <= ${now}::timestamptz or retry_at <= ${wall}::timestamptz))
          or (state = 'sending' and retry_at <= ${wall}::timestamptz))
      order by next_attempt_at, id limit ${BATCH}::int for update skip locked))
    returning id, template, channel, person_id, subscription_id, recipient, data, envelope, dedupe_key, attempts,
      created_at`);
};

/** Extends the leases of messages still being sent; those of a killed process expire and are sent again. */
const keep = (platform: Platform, tenantId: number, claimed: readonly Claimed[]) => (until: Date) =>
  platform.db.tenant(tenantId).many(sql`
    update notification n set retry_at = ${until}::timestamptz
    from unnest(${claimed.map(({ id }) => id)}::bigint[], ${claimed.map(({ attempts }) => attempts)}::int[]) as c (id, attempts)
    where n.tenant_id = ${tenantId} and n.id = c.id and n.attempts = c.attempts and n.state = 'sending' returning n.id`);

/** The last message to an erased person is deleted once it has been sent, because it contains where it was sent to. */
const farewell = (tenantId: number, id: number, over = true) => sql`
  delete from notification n using person p where n.tenant_id = ${tenantId} and n.id = ${id} and ${over}::boolean
    and p.tenant_id = n.tenant_id and p.id = n.person_id and p.anonymised_at is not null returning n.id`;

/** Erases codes and keys in links, because they aren't needed after sending. */
const markSent = (platform: Platform, tenantId: number, { id }: Claimed, taken?: WhatsAppTaken) =>
  platform.db.tenant(tenantId).one(sql`
    with gone as (${farewell(tenantId, id)})
    update notification set state = 'sent', sent_at = ${platform.clock.now()}::timestamptz, last_error = null,
      retry_at = null, data = data - 'codigo', envelope = envelope - 'path',
      carrier_id = coalesce(${taken?.id || null}::text, carrier_id),
      carrier_user = coalesce(${taken?.user ?? null}::text, carrier_user)
    where tenant_id = ${tenantId} and id = ${id} and state in ('pending', 'sending') and not exists (select from gone)
    returning id`);

/** True for a message that no further attempt would deliver. */
const isHopeless = (error: unknown): boolean =>
  error instanceof RangeError ||
  (error instanceof SmsNotSent && error.kind === 'permanent') ||
  (error instanceof WhatsAppNotSent && error.kind === 'elsewhere');

/** Waits longer after each failure; gives up after the last attempt within 24 h, or if no further one would help. */
const markFailed = (
  platform: Platform,
  tenantId: number,
  { id, attempts, channel, template, data }: Claimed,
  error: unknown,
) => {
  const [done, next] = [SEND_RETRY_MINUTES[attempts - 1], SEND_RETRY_MINUTES[attempts]];
  const most = channel === 'whatsapp' && attempts >= MOST_WHATSAPP_TRIES;
  const over = done === undefined || next === undefined || most || isHopeless(error);
  const wait = over ? 0 : (next - done) * MINUTE_MS;
  return platform.db.tenant(tenantId).one(sql`
    with gone as (${farewell(tenantId, id, over)}), marked as (
    update notification set state = ${over ? 'failed' : 'pending'}::text, last_error = ${failureText(error)}::text,
      data = case when ${over}::boolean then data - 'codigo' else data end,
      envelope = case when ${over}::boolean then envelope - 'path' else envelope end,
      next_attempt_at = ${new Date(platform.clock.now().getTime() + wait)}::timestamptz,
      retry_at = ${new Date(platform.clock.wall() + wait)}::timestamptz
    where tenant_id = ${tenantId} and id = ${id} and state = 'sending' and not exists (select from gone) returning *),
    other as (${insteadOf(sql`marked`, { template, data }, platform.clock.now())})
    select id from marked`);
};

/** Retries marking a message as sent, because it must not be sent again after a short database outage. */
async function marked(
  platform: Platform,
  tenantId: number,
  message: Claimed,
  taken: WhatsAppTaken | undefined,
): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    try {
      await markSent(platform, tenantId, message, taken);
      return true;
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) || tries === MARK_TRIES) throw error;
      await pause(MARK_AGAIN_MS);
    }
  }
}

/** Sends a message, and links its trace to the call that wrote it, if that was traced. */
function send(platform: Platform, tenantId: number, message: Claimed): Promise<boolean> {
  const { template, channel, attempts, envelope } = message;
  const part: Part = {
    name: 'send message',
    kind: 'work',
    attributes: { 'orbita.template': template, 'orbita.channel': channel, 'orbita.attempt': attempts },
  };
  const work = () => sendOne(platform, tenantId, message);
  return envelope.trace !== undefined && platform.tracing.on
    ? during(platform.tracing.follow(part, envelope.trace), work)
    : inSpan(part, work);
}

async function sendOne(platform: Platform, tenantId: number, message: Claimed): Promise<boolean> {
  let taken: WhatsAppTaken | undefined;
  try {
    taken = await deliver(platform, tenantId, message);
  } catch (error) {
    // The failure says nothing about the message, which is released when its lease ends.
    if (error instanceof DatabaseUnavailable) return false;
    platform.log.warn(
      { notification: message.id, template: message.template, err: error },
      'message not sent',
    );
    await markFailed(platform, tenantId, message, error);
    return false;
  }
  return marked(platform, tenantId, message, taken);
}

/** Work triggered by notifications that isn't done yet. */
const underWay = new WeakMap<Platform, Set<Promise<unknown>>>();

/** Like `sendBatch`, but registered so that a run of the job waits for it. */
async function sendWoken(platform: Platform, tenantId: number): Promise<boolean> {
  const all = underWay.get(platform) ?? new Set();
  underWay.set(platform, all);
  const work = sendBatch(platform, tenantId).finally(() => all.delete(work));
  all.add(work);
  return (await work).more;
}

/** Sends one batch of a tenant's due messages; other tenants have their turn before the next one. */
async function sendBatch(platform: Platform, tenantId: number): Promise<{ done: number; more: boolean }> {
  const due = await claim(platform, tenantId);
  if (due.length === 0) return { done: 0, more: false };
  const results = await underLease(platform, keep(platform, tenantId, due), () =>
    Promise.all(due.map((message) => send(platform, tenantId, message))),
  );
  return { done: results.filter(Boolean).length, more: due.length === BATCH };
}

/**
 * Stops sending of a tenant's messages for as long as the connection of `run` holds its locks, and waits for those being sent:
 * what has been sent must be recorded, or it is sent again. Gives up after `patienceMs`, in case a killed process was sending
 * them.
 */
export async function holdMessages(
  run: (text: string, values?: unknown[]) => Promise<readonly object[]>,
  tenantId: number,
  patienceMs: number,
): Promise<void> {
  await run(`select pg_advisory_lock(${CLAIM_LOCK}, $1::int)`, [tenantId]);
  const until = performance.now() + patienceMs;
  while (performance.now() < until) {
    const [some] = await run(
      "select 1 as some from notification where tenant_id = $1 and state = 'sending' limit 1",
      [tenantId],
    );
    if (!some) return;
    await pause(MARK_AGAIN_MS / 5);
  }
}

/** Sends the messages that modules wrote with `notify`; every second, because some become due just by time. */
export const outboxJob: Job = {
  name: 'outbox',
  everyMs: 1_000,
  async run(platform) {
    const sent = await forDueInTurns(
      platform,
      'outbox',
      (tenantId) => sendBatch(platform, tenantId),
      TENANTS,
    );
    await Promise.allSettled(underWay.get(platform) ?? []);
    return sent;
  },
};

/** Sends a tenant's messages as soon as any node has written one. Returns a function that stops it. */
export const wakeOutbox = (platform: Platform): Promise<() => Promise<void>> =>
  wakeTenants(platform, OUTBOX_CHANNEL, {
    job: outboxJob.name,
    lanes: TENANTS,
    work: (tenantId) => sendWoken(platform, tenantId),
  });
