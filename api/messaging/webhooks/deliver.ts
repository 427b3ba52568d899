import sql from 'sql-template-tag';
import { forDueInTurns } from '../../platform/due.ts';
import type { Job } from '../../platform/jobs.ts';
import { leaseEnd, underLease } from '../../platform/lease.ts';
import type { Platform } from '../../platform/platform.ts';
import { inSpan } from '../../platform/tracing/spans.ts';
import { failureText } from '../failure-text.ts';
import { type Posted, post } from './post.ts';
import { GIVE_UP_MS, waitAfter } from './schedule.ts';
import { openSecret, signedHeaders } from './sign.ts';

/**
 * Deliveries per endpoint and run, so that a slow endpoint doesn't use up the others' run. A failing endpoint gets one, as a
 * test.
 */
const EACH = 5;
/** Tenants served at a time, so that the slow systems of one delay few others. */
const TENANTS = 4;
/** The address is permanently gone (RFC 9110): Standard Webhooks requires stopping at once. */
const GONE = 410;

/** The response of an institution's system to a webhook: the event it answers and the body as received. */
type WebhookAnswer = { kind: string; subscriptionId: number; text: string };
/** Processes such a response; the text it returns, if any, is stored with the delivery for operators. */
export type OnWebhookAnswer = (
  platform: Platform,
  tenantId: number,
  answer: WebhookAnswer,
) => Promise<string | null>;

type Claimed = {
  id: number;
  endpoint_id: number;
  event_id: string;
  kind: string;
  subscription_id: number;
  body: string;
  attempts: number;
  url: string;
  secret: string;
  previous_secret: string | null;
};

/** Claims due deliveries, by the product's clock or, after a failure, by the machine's own; each is claimed by one node. */
const claim = (platform: Platform, tenantId: number, silent: readonly number[]): Promise<Claimed[]> => {
  const now = platform.clock.now();
  const wall = new Date(platform.clock.wall());
  return platform.db.tenant(tenantId).many<Claimed>(sql`
    update webhook_delivery d set state = 'sending', attempts = d.attempts + 1,
      retry_at = ${leaseEnd(platform)}::timestamptz
    from webhook_endpoint e
    where d.tenant_id = ${tenantId} and e.tenant_id = d.tenant_id and e.id = d.endpoint_id and d.id = any(array(
      select due.id from webhook_endpoint a cross join lateral (
        select w.id from webhook_delivery w
        where w.tenant_id = a.tenant_id and w.endpoint_id = a.id and w.state in ('pending', 'sending')
          and ((w.state = 'pending' and (w.next_attempt_at <= ${now}::timestamptz or w.retry_at <= ${wall}::timestamptz))
            or (w.state = 'sending' and w.retry_at <= ${wall}::timestamptz))
        order by w.id limit case when a.failing_since is null then ${EACH}::int else 1 end for update skip locked) due
      where a.tenant_id = ${tenantId} and a.state = 'active' and a.id <> all(${silent}::bigint[])))
    returning d.id, d.endpoint_id, d.event_id, d.kind, d.subscription_id, d.body, d.attempts, e.url, e.secret,
      case when e.previous_until > ${now}::timestamptz then e.previous_secret end as previous_secret`);
};

/** Extends the leases of deliveries still being sent; those of a killed process expire and are sent again. */
const keep = (platform: Platform, tenantId: number, claimed: readonly Claimed[]) => (until: Date) =>
  platform.db.tenant(tenantId).many(sql`
    update webhook_delivery d set retry_at = ${until}::timestamptz
    from unnest(${claimed.map(({ id }) => id)}::bigint[], ${claimed.map(({ attempts }) => attempts)}::int[]) as c (id, attempts)
    where d.tenant_id = ${tenantId} and d.id = c.id and d.attempts = c.attempts and d.state = 'sending' returning d.id`);

/**
 * Marks a delivery as done, only while this attempt still holds the lease. After the first success following failures, the
 * endpoint counts as healthy again and deliveries waiting for a retry are due at once.
 */
const delivered = (
  platform: Platform,
  tenantId: number,
  sent: Claimed,
  status: number,
  note: string | null,
) =>
  platform.db.tenant(tenantId).one(sql`
    with done as (
      update webhook_delivery set state = 'delivered', last_status = ${status}::int, last_error = ${note}::text,
        retry_at = null, updated_at = ${platform.clock.now()}::timestamptz
      where tenant_id = ${tenantId} and id = ${sent.id} and state = 'sending' and attempts = ${sent.attempts}::int
      returning endpoint_id
    ), well as (
      update webhook_endpoint e set failing_since = null from done
      where e.tenant_id = ${tenantId} and e.id = done.endpoint_id and e.failing_since is not null returning e.id)
    update webhook_delivery w set next_attempt_at = ${platform.clock.now()}::timestamptz from well
    where w.tenant_id = ${tenantId} and w.endpoint_id = well.id and w.id <> ${sent.id} and w.state = 'pending'
    returning w.id`);

type Failure = { status: number | null; text: string };

/** Waits longer after each failure; after the last one the delivery has failed and can only be replayed. */
async function failed(
  platform: Platform,
  tenantId: number,
  sent: Claimed,
  { status, text }: Failure,
): Promise<void> {
  const now = platform.clock.now();
  const wait = waitAfter(sent.attempts, Math.random());
  await platform.db.tenant(tenantId).one(sql`
    with missed as (
      update webhook_delivery set state = ${wait === undefined ? 'failed' : 'pending'}::text,
        last_status = ${status}::int, last_error = ${text}::text,
        next_attempt_at = ${new Date(now.getTime() + (wait ?? 0))}::timestamptz,
        retry_at = ${new Date(platform.clock.wall() + (wait ?? 0))}::timestamptz, updated_at = ${now}::timestamptz
      where tenant_id = ${tenantId} and id = ${sent.id} and state = 'sending' and attempts = ${sent.attempts}::int
      returning endpoint_id)
    update webhook_endpoint e set failing_since = ${now}::timestamptz from missed
    where e.tenant_id = ${tenantId} and e.id = missed.endpoint_id and e.failing_since is null returning e.id`);
  await disableDead(platform, tenantId, sent.endpoint_id, status === GONE);
}

/** Disables an endpoint that accepted nothing for days, or answers that it is gone; its deliveries are held. */
async function disableDead(
  platform: Platform,
  tenantId: number,
  endpointId: number,
  gone: boolean,
): Promise<void> {
  const now = platform.clock.now();
  const since = new Date(now.getTime() - GIVE_UP_MS);
  const attention = JSON.stringify([gone ? 'gone' : 'disabled-after-failures']);
  const stopped = await platform.db.tenant(tenantId).one(sql`
    with stopped as (
      update webhook_endpoint set state = 'disabled', attention = ${attention}::jsonb, updated_at = ${now}::timestamptz
      where tenant_id = ${tenantId} and id = ${endpointId} and state = 'active'
        and (${gone}::boolean or failing_since <= ${since}::timestamptz) returning id
    ), held as (
      update webhook_delivery d set state = 'held', updated_at = ${now}::timestamptz from stopped
      where d.tenant_id = ${tenantId} and d.endpoint_id = stopped.id and d.state in ('pending', 'sending') returning d.id
    ) select id from stopped`);
  if (stopped) platform.log.warn({ endpoint: endpointId, gone }, 'webhook endpoint disabled');
}

async function attempt(
  platform: Platform,
  tenantId: number,
  sent: Claimed,
  onAnswer: OnWebhookAnswer,
): Promise<boolean> {
  const keys = platform.config.secrets;
  let answer: Posted;
  try {
    const secrets = [sent.secret, sent.previous_secret]
      .filter((one) => one !== null)
      .map((one) => openSecret(keys, tenantId, one));
    const message = { id: sent.event_id, body: sent.body };
    const headers = signedHeaders(message, secrets, new Date(platform.clock.wall()));
    answer = await inSpan(
      { name: 'webhook post', kind: 'provider', attributes: { 'orbita.kind': sent.kind } },
      () => post(sent.url, sent.body, headers, platform.config),
    );
  } catch (error) {
    platform.log.warn({ delivery: sent.id, endpoint: sent.endpoint_id, err: error }, 'webhook not delivered');
    await failed(platform, tenantId, sent, { status: null, text: failureText(error) });
    return false;
  }
  if (answer.status < 200 || answer.status > 299) {
    await failed(platform, tenantId, sent, { status: answer.status, text: `answered ${answer.status}` });
    return false;
  }
  const note = await onAnswer(platform, tenantId, {
    kind: sent.kind,
    subscriptionId: sent.subscription_id,
    text: answer.text,
  });
  await delivered(platform, tenantId, sent, answer.status, note);
  return true;
}

/** Delivers a batch of a tenant's events; endpoints in `silent` didn't accept something in this run and are left alone. */
async function deliverBatch(
  platform: Platform,
  tenantId: number,
  { silent, onAnswer }: { silent: Set<number>; onAnswer: OnWebhookAnswer },
): Promise<{ done: number; more: boolean }> {
  const due = await claim(platform, tenantId, [...silent]);
  if (due.length === 0) return { done: 0, more: false };
  const arrived = await underLease(platform, keep(platform, tenantId, due), () =>
    Promise.all(due.map((one) => attempt(platform, tenantId, one, onAnswer))),
  );
  for (const [index, one] of due.entries()) if (!arrived[index]) silent.add(one.endpoint_id);
  return { done: arrived.filter(Boolean).length, more: true };
}

/** Delivers events to the institutions' systems (spec 17.5). */
export const webhookJob = (onAnswer: OnWebhookAnswer): Job => ({
  name: 'webhooks',
  everyMs: 2_000,
  run: (platform) => {
    const silent = new Map<number, Set<number>>();
    const silentOf = (tenantId: number) => {
      const own = silent.get(tenantId) ?? new Set();
      silent.set(tenantId, own);
      return own;
    };
    return forDueInTurns(
      platform,
      'webhooks',
      (tenantId) => deliverBatch(platform, tenantId, { silent: silentOf(tenantId), onAnswer }),
      TENANTS,
    );
  },
});
