import { setTimeout as pause } from 'node:timers/promises';
import { SEND_RETRY_MINUTES } from '@orbita/domain/messaging';
import sql from 'sql-template-tag';
import { DatabaseUnavailable } from '../platform/database/index.ts';
import type { House } from '../platform/house.ts';
import type { Job } from '../platform/jobs.ts';
import { leaseEnd, underLease } from '../platform/lease.ts';
import { deliver } from './deliver.ts';
import { type Channel, type Envelope, OUTBOX_CHANNEL } from './notify.ts';

const BATCH = 20;
const MARK_AGAIN_MS = 250;
const MARK_TRIES = 40;
const MINUTE_MS = 60_000;

export type Claimed = {
  id: number;
  template: string;
  channel: Channel;
  person_id: number | null;
  subscription_id: number | null;
  recipient: string;
  data: Record<string, string | number | null>;
  envelope: Envelope;
  dedupe_key: string;
  attempts: number;
  created_at: Date;
};

/**
 * Takes what is due and marks it as being sent. Due: by the product's clock, or, after a failure or for what a dead
 * process left, by the machine's own time as well, so that a clock standing still holds nothing back.
 */
const claim = (house: House, tenantId: number): Promise<Claimed[]> => {
  const now = house.clock.now();
  const wall = new Date(house.clock.wall());
  return house.db.tenant(tenantId).many<Claimed>(sql`
    update notification set state = 'sending', attempts = attempts + 1,
      retry_at = ${leaseEnd(house)}::timestamptz
    where tenant_id = ${tenantId} and id in (
      select id from notification where tenant_id = ${tenantId}
        and ((state = 'pending' and (next_attempt_at <= ${now}::timestamptz or retry_at <= ${wall}::timestamptz))
          or (state = 'sending' and retry_at <= ${wall}::timestamptz))
      order by id limit ${BATCH}::int for update skip locked)
    returning id, template, channel, person_id, subscription_id, recipient, data, envelope, dedupe_key, attempts,
      created_at`);
};

/** What is still being sent stays this process's; what a killed one was sending is sent again. */
const keep = (house: House, tenantId: number, claimed: readonly Claimed[]) => (until: Date) =>
  house.db.tenant(tenantId).many(sql`
    update notification n set retry_at = ${until}::timestamptz
    from unnest(${claimed.map(({ id }) => id)}::bigint[], ${claimed.map(({ attempts }) => attempts)}::int[]) as c (id, attempts)
    where n.tenant_id = ${tenantId} and n.id = c.id and n.attempts = c.attempts and n.state = 'sending' returning n.id`);

/** Codes and the keys inside links are not kept: what was sent is nobody's business any more. */
const markSent = (house: House, tenantId: number, { id }: Claimed) =>
  house.db.tenant(tenantId).one(sql`
    update notification set state = 'sent', sent_at = ${house.clock.now()}::timestamptz, last_error = null,
      retry_at = null, data = data - 'codigo', envelope = envelope - 'path' where tenant_id = ${tenantId} and id = ${id} returning id`);

/** Waits longer after each failure; after the last try of 24 h, or for a message that can never be written, gives up. */
const markFailed = (house: House, tenantId: number, { id, attempts }: Claimed, error: unknown) => {
  const [done, next] = [SEND_RETRY_MINUTES[attempts - 1], SEND_RETRY_MINUTES[attempts]];
  const over = done === undefined || next === undefined || error instanceof RangeError;
  const wait = over ? 0 : (next - done) * MINUTE_MS;
  const text = (error instanceof Error ? error.message : String(error)).slice(0, 300);
  return house.db.tenant(tenantId).one(sql`
    update notification set state = ${over ? 'failed' : 'pending'}::text, last_error = ${text}::text,
      data = case when ${over}::boolean then data - 'codigo' else data end,
      envelope = case when ${over}::boolean then envelope - 'path' else envelope end,
      next_attempt_at = ${new Date(house.clock.now().getTime() + wait)}::timestamptz,
      retry_at = ${new Date(house.clock.wall() + wait)}::timestamptz
    where tenant_id = ${tenantId} and id = ${id} returning id`);
};

/** What was sent must not be sent again because the database was away for a moment. */
async function marked(house: House, tenantId: number, message: Claimed): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    try {
      await markSent(house, tenantId, message);
      return true;
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) || tries === MARK_TRIES) throw error;
      await pause(MARK_AGAIN_MS);
    }
  }
}

async function send(house: House, tenantId: number, message: Claimed): Promise<boolean> {
  try {
    await deliver(house, tenantId, message);
  } catch (error) {
    // That says nothing about the message: it is free again when its lease has ended.
    if (error instanceof DatabaseUnavailable) return false;
    house.log.warn({ notification: message.id, template: message.template, err: error }, 'message not sent');
    await markFailed(house, tenantId, message, error);
    return false;
  }
  return marked(house, tenantId, message);
}

async function sendDue(house: House): Promise<number> {
  let sent = 0;
  for (const tenantId of await house.db.tenantIds()) {
    for (;;) {
      const due = await claim(house, tenantId);
      const results = await underLease(house, keep(house, tenantId, due), () =>
        Promise.all(due.map((message) => send(house, tenantId, message))),
      );
      sent += results.filter(Boolean).length;
      if (due.length < BATCH) break;
    }
  }
  return sent;
}

/** Sends what rooms wrote with `notify`. */
export const outboxJob: Job = { name: 'outbox', everyMs: 1_000, run: sendDue };

/** Runs the job as soon as something was written, wherever. Returns how to stop. */
export async function wakeOutbox(house: House): Promise<() => Promise<void>> {
  let again = false;
  let running = false;
  const run = async () => {
    again = true;
    if (running) return;
    running = true;
    try {
      while (again) {
        again = false;
        await house.jobs.run(outboxJob.name);
      }
    } catch (error) {
      house.log.error({ err: error }, 'outbox');
    } finally {
      running = false;
    }
  };
  const wake = () => void run();
  return house.db.listen(OUTBOX_CHANNEL, wake, wake);
}
