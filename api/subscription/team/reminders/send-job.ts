import { type LeftOut, REMINDER, type ReminderKind } from '@orbita/domain/messaging';
import sql from 'sql-template-tag';
import { channelsTo, notify } from '../../../messaging/notify.ts';
import type { Tx } from '../../../platform/database/types.ts';
import { forDueTenants } from '../../../platform/due.ts';
import type { Job } from '../../../platform/jobs.ts';
import type { Platform } from '../../../platform/platform.ts';
import { lockSubscription } from '../../move.ts';
import { messageOf, whyNot } from './plan.ts';
import { takeTurn } from './store.ts';

/** Reminders per run: the rest follow in the next run, so that a batch can be stopped in between. */
const BATCH = 50;

type Waiting = { id: number; batch_id: number; subscription_id: number; kind: ReminderKind };

const waitingOnes = (platform: Platform, tenantId: number) =>
  platform.db.tenant(tenantId).many<Waiting>(sql`
    select r.id, r.batch_id, r.subscription_id, b.kind
    from reminder_batch b join reminder r on r.tenant_id = b.tenant_id and r.batch_id = b.id and r.state = 'waiting'
    where b.tenant_id = ${tenantId} and b.state = 'running' order by r.batch_id, r.id limit ${BATCH}::int`);

/** Reminds one person, or returns why they are left out now. */
async function remind(
  tx: Tx,
  platform: Platform,
  { batch_id, subscription_id, kind }: Waiting,
): Promise<LeftOut | null> {
  const row = await lockSubscription(tx, subscription_id);
  const now = platform.clock.now();
  const message = messageOf(kind, row);
  const reached = await channelsTo(tx, platform, tx.tenantId, message, [row.person_id]);
  const channels = reached.get(row.person_id) ?? [];
  const why = whyNot(kind, row, now, { channels, lastAt: null, another: false });
  if (why) return why;
  if (!(await takeTurn(tx, row.person_id, now, REMINDER.hours))) return 'recent';
  notify(tx, platform, {
    ...message,
    ...{ personId: row.person_id, subscriptionId: row.id, dedupe: `batch:${batch_id}:${row.id}` },
  });
  return null;
}

/** Sends one reminder in its own transaction; false if another node is handling it or the batch was stopped. */
const send = (platform: Platform, tenantId: number, one: Waiting): Promise<boolean> =>
  platform.db.write(tenantId, async (tx) => {
    const held = await tx.one(sql`
      select r.id from reminder r join reminder_batch b on b.tenant_id = r.tenant_id and b.id = r.batch_id
      where r.tenant_id = ${tenantId} and r.id = ${one.id} and r.state = 'waiting' and b.state = 'running'
      for update of r skip locked`);
    if (!held) return false;
    const why = await remind(tx, platform, one);
    await tx.one(sql`
      update reminder set state = ${why ? 'left-out' : 'sent'}::text, why = ${why}::text,
        sent_at = ${why ? null : platform.clock.now()}::timestamptz
      where tenant_id = ${tenantId} and id = ${one.id} returning id`);
    return true;
  });

const endBatches = (platform: Platform, tenantId: number) =>
  platform.db.tenant(tenantId).many(sql`
    update reminder_batch b set state = 'done', ended_at = ${platform.clock.now()}::timestamptz
    where b.tenant_id = ${tenantId} and b.state = 'running' and not exists (
      select from reminder r where r.tenant_id = b.tenant_id and r.batch_id = b.id and r.state = 'waiting')
    returning b.id`);

/** Sends requested reminders; each is checked again first, because its person may have acted in the meantime. */
export const reminderJob: Job = {
  name: 'reminder-batches',
  everyMs: 2_000,
  run: (platform) =>
    forDueTenants(platform, 'reminder-batches', async (tenantId) => {
      let done = 0;
      for (const one of await waitingOnes(platform, tenantId)) {
        try {
          if (await send(platform, tenantId, one)) done += 1;
        } catch (error) {
          platform.log.error({ reminder: one.id, err: error }, 'reminder not sent');
        }
      }
      await endBatches(platform, tenantId);
      return done;
    }),
};
