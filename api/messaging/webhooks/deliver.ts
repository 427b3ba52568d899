import { webhookAnswer } from '@orbita/protocol/messaging';
import sql from 'sql-template-tag';
import type { House } from '../../platform/house.ts';
import { AppError } from '../../platform/http/errors.ts';
import type { Job } from '../../platform/jobs.ts';
import { leaseEnd, underLease } from '../../platform/lease.ts';
import { lockSubscription, setStudentNumber } from '../../subscription/index.ts';
import { type Posted, post } from './post.ts';
import { GIVE_UP_MS, waitAfter } from './schedule.ts';
import { openSecret, signedHeaders } from './sign.ts';

/** Of one endpoint at a time: a slow one must not fill the turn of the others. One that fails is only tried out. */
const EACH = 5;
/** Tenants served at a time, so that the slow systems of one hold up few others. */
const TENANTS = 4;
const TOLD_LENGTH = 200;
/** The address is gone for good (RFC 9110): Standard Webhooks asks to stop at once. */
const GONE = 410;

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

/** Takes what is due, by the product's clock or, after a failure, by the machine's own; no two nodes take the same. */
const claim = (house: House, tenantId: number, silent: readonly number[]): Promise<Claimed[]> => {
  const now = house.clock.now();
  const wall = new Date(house.clock.wall());
  return house.db.tenant(tenantId).many<Claimed>(sql`
    update webhook_delivery d set state = 'sending', attempts = d.attempts + 1,
      retry_at = ${leaseEnd(house)}::timestamptz
    from webhook_endpoint e
    where d.tenant_id = ${tenantId} and e.tenant_id = d.tenant_id and e.id = d.endpoint_id and d.id in (
      select due.id from webhook_endpoint a cross join lateral (
        select w.id from webhook_delivery w
        where w.tenant_id = a.tenant_id and w.endpoint_id = a.id and w.state in ('pending', 'sending')
          and ((w.state = 'pending' and (w.next_attempt_at <= ${now}::timestamptz or w.retry_at <= ${wall}::timestamptz))
            or (w.state = 'sending' and w.retry_at <= ${wall}::timestamptz))
        order by w.id limit case when a.failing_since is null then ${EACH}::int else 1 end for update skip locked) due
      where a.tenant_id = ${tenantId} and a.state = 'active' and a.id <> all(${silent}::bigint[]))
    returning d.id, d.endpoint_id, d.event_id, d.kind, d.subscription_id, d.body, d.attempts, e.url, e.secret,
      case when e.previous_until > ${now}::timestamptz then e.previous_secret end as previous_secret`);
};

/** What is still being sent stays this process's; what a killed one was sending is sent again. */
const keep = (house: House, tenantId: number, claimed: readonly Claimed[]) => (until: Date) =>
  house.db.tenant(tenantId).many(sql`
    update webhook_delivery d set retry_at = ${until}::timestamptz
    from unnest(${claimed.map(({ id }) => id)}::bigint[], ${claimed.map(({ attempts }) => attempts)}::int[]) as c (id, attempts)
    where d.tenant_id = ${tenantId} and d.id = c.id and d.attempts = c.attempts and d.state = 'sending' returning d.id`);

/** The number that an answer to `enrollment.completed` brings, as if it had come by its own call (spec 17.5). */
async function takeNumber(
  house: House,
  tenantId: number,
  sent: Claimed,
  text: string,
): Promise<string | null> {
  if (sent.kind !== 'enrollment.completed' || text.trim() === '') return null;
  const answer = webhookAnswer.safeParse(jsonOf(text));
  if (!answer.success) return null;
  try {
    await house.db.write(tenantId, async (tx) => {
      const row = await lockSubscription(tx, sent.subscription_id);
      await setStudentNumber(tx, house, row, answer.data.studentLyceumId);
    });
    return null;
  } catch (error) {
    if (error instanceof AppError) return `student number: ${error.code}`;
    throw error;
  }
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/**
 * Marks a delivery as done, only while the lease is still this attempt's. Is it the first in a while, its endpoint is
 * well again, and what waited out the failures need not wait any longer.
 */
const delivered = (house: House, tenantId: number, sent: Claimed, status: number, note: string | null) =>
  house.db.tenant(tenantId).one(sql`
    with done as (
      update webhook_delivery set state = 'delivered', last_status = ${status}::int, last_error = ${note}::text,
        retry_at = null, updated_at = ${house.clock.now()}::timestamptz
      where tenant_id = ${tenantId} and id = ${sent.id} and state = 'sending' and attempts = ${sent.attempts}::int
      returning endpoint_id
    ), well as (
      update webhook_endpoint e set failing_since = null from done
      where e.tenant_id = ${tenantId} and e.id = done.endpoint_id and e.failing_since is not null returning e.id)
    update webhook_delivery w set next_attempt_at = ${house.clock.now()}::timestamptz from well
    where w.tenant_id = ${tenantId} and w.endpoint_id = well.id and w.id <> ${sent.id} and w.state = 'pending'
    returning w.id`);

type Failure = { status: number | null; text: string };

/** Waits longer after each failure; after the last one the delivery has failed and can only be replayed. */
async function failed(
  house: House,
  tenantId: number,
  sent: Claimed,
  { status, text }: Failure,
): Promise<void> {
  const now = house.clock.now();
  const wait = waitAfter(sent.attempts, Math.random());
  await house.db.tenant(tenantId).one(sql`
    with missed as (
      update webhook_delivery set state = ${wait === undefined ? 'failed' : 'pending'}::text,
        last_status = ${status}::int, last_error = ${text.slice(0, TOLD_LENGTH)}::text,
        next_attempt_at = ${new Date(now.getTime() + (wait ?? 0))}::timestamptz,
        retry_at = ${new Date(house.clock.wall() + (wait ?? 0))}::timestamptz, updated_at = ${now}::timestamptz
      where tenant_id = ${tenantId} and id = ${sent.id} and state = 'sending' and attempts = ${sent.attempts}::int
      returning endpoint_id)
    update webhook_endpoint e set failing_since = ${now}::timestamptz from missed
    where e.tenant_id = ${tenantId} and e.id = missed.endpoint_id and e.failing_since is null returning e.id`);
  await disableDead(house, tenantId, sent.endpoint_id, status === GONE);
}

/** Stops asking an endpoint that took nothing for days, or says that it is gone; what waits for it is held. */
async function disableDead(house: House, tenantId: number, endpointId: number, gone: boolean): Promise<void> {
  const now = house.clock.now();
  const since = new Date(now.getTime() - GIVE_UP_MS);
  const attention = JSON.stringify([gone ? 'gone' : 'disabled-after-failures']);
  const stopped = await house.db.tenant(tenantId).one(sql`
    with stopped as (
      update webhook_endpoint set state = 'disabled', attention = ${attention}::jsonb, updated_at = ${now}::timestamptz
      where tenant_id = ${tenantId} and id = ${endpointId} and state = 'active'
        and (${gone}::boolean or failing_since <= ${since}::timestamptz) returning id
    ), held as (
      update webhook_delivery d set state = 'held', updated_at = ${now}::timestamptz from stopped
      where d.tenant_id = ${tenantId} and d.endpoint_id = stopped.id and d.state in ('pending', 'sending') returning d.id
    ) select id from stopped`);
  if (stopped) house.log.warn({ endpoint: endpointId, gone }, 'webhook endpoint disabled');
}

async function attempt(house: House, tenantId: number, sent: Claimed): Promise<boolean> {
  const key = house.config.secret;
  let answer: Posted;
  try {
    const secrets = [sent.secret, sent.previous_secret]
      .filter((one) => one !== null)
      .map((one) => openSecret(key, tenantId, one));
    const message = { id: sent.event_id, body: sent.body };
    const headers = signedHeaders(message, secrets, new Date(house.clock.wall()));
    answer = await post(sent.url, sent.body, headers, house.config);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    house.log.warn({ delivery: sent.id, endpoint: sent.endpoint_id, err: error }, 'webhook not delivered');
    await failed(house, tenantId, sent, { status: null, text });
    return false;
  }
  if (answer.status < 200 || answer.status > 299) {
    await failed(house, tenantId, sent, { status: answer.status, text: `answered ${answer.status}` });
    return false;
  }
  const note = await takeNumber(house, tenantId, sent, answer.text);
  await delivered(house, tenantId, sent, answer.status, note);
  return true;
}

async function deliverTenant(house: House, tenantId: number): Promise<number> {
  let done = 0;
  const silent = new Set<number>();
  for (;;) {
    const due = await claim(house, tenantId, [...silent]);
    if (due.length === 0) return done;
    const arrived = await underLease(house, keep(house, tenantId, due), () =>
      Promise.all(due.map((one) => attempt(house, tenantId, one))),
    );
    for (const [index, one] of due.entries()) {
      if (arrived[index]) done += 1;
      else silent.add(one.endpoint_id);
    }
  }
}

async function deliverDue(house: House): Promise<number> {
  const tenants = await house.db.tenantIds();
  let done = 0;
  for (let from = 0; from < tenants.length; from += TENANTS) {
    const turn = tenants.slice(from, from + TENANTS).map((tenantId) => deliverTenant(house, tenantId));
    for (const count of await Promise.all(turn)) done += count;
  }
  return done;
}

/** Delivers what happened to the systems of the institutions (spec 17.5). */
export const webhookJob: Job = { name: 'webhooks', everyMs: 2_000, run: deliverDue };
