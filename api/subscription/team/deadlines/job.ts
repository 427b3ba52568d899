import { type Deadline, statusesUnder } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import type { Tx } from '../../../platform/database/types.ts';
import { forDueInTurns } from '../../../platform/due.ts';
import type { Job } from '../../../platform/jobs.ts';
import type { Platform } from '../../../platform/platform.ts';
import { extendOne } from '../../extend-deadline.ts';
import { lockSubscription } from '../../move.ts';

/** Number of applications per transaction: their candidates wait for its locks. */
const BATCH = 20;

type Order = {
  id: number;
  offer_id: number;
  deadline: Deadline;
  until: string;
  reason: string | null;
  staff_id: number | null;
  made_by: string;
  done_through: number;
};

/**
 * Extends the next applications of an order and records how far it got, so that a process that dies neither loses nor repeats
 * any. Returns how many were handled.
 */
async function go(tx: Tx, platform: Platform, orderId: number): Promise<number> {
  const order = await tx.one<Order>(sql`
    select * from deadline_extension
    where tenant_id = ${tx.tenantId} and id = ${orderId} and finished_at is null for update skip locked`);
  if (!order) return 0;
  const { deadline, until, reason, done_through: after } = order;
  const next = await tx.many<{ id: number }>(sql`
    select id from subscription
    where tenant_id = ${tx.tenantId} and offer_id = ${order.offer_id} and id > ${after}::bigint
      and status = any(${[...statusesUnder(deadline)]}::int[]) and created_at <= (select at from deadline_extension
        where tenant_id = ${tx.tenantId} and id = ${orderId})
    order by id limit ${BATCH}::int`);
  const by = { staffId: order.staff_id, name: order.made_by };
  let extended = 0;
  for (const { id } of next) {
    const row = await lockSubscription(tx, id);
    if (await extendOne(tx, platform, row, { deadline, until, reason, by })) extended += 1;
  }
  const finished = next.length < BATCH ? platform.clock.now() : null;
  await tx.one(sql`
    update deadline_extension set done_through = ${next.at(-1)?.id ?? after}::bigint,
      extended = extended + ${extended}::int, finished_at = ${finished}::timestamptz
    where tenant_id = ${tx.tenantId} and id = ${orderId} returning id`);
  return next.length;
}

/** Extends some applications for the tenant's first order that no other process is handling. */
async function goOn(platform: Platform, tenantId: number): Promise<{ done: number; more: boolean }> {
  const orders = await platform.db.tenant(tenantId).many<{ id: number }>(sql`
    select id from deadline_extension where tenant_id = ${tenantId} and finished_at is null order by id limit 20`);
  for (const { id } of orders) {
    const done = await platform.db.write(tenantId, (tx) => go(tx, platform, id));
    if (done > 0) return { done, more: true };
  }
  return { done: 0, more: false };
}

/** Extends deadlines for whole offers; tenants take turns, because what expires in the meantime can no longer be extended. */
export const extensionJob: Job = {
  name: 'deadline-extension',
  everyMs: 5_000,
  run: (platform) => forDueInTurns(platform, 'deadline-extension', (tenantId) => goOn(platform, tenantId)),
};
