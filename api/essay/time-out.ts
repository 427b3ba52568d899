import { GRACE_MS, timeoutEvent, writingTime } from '@orbita/domain/essay';
import { STATUS } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import { notify } from '../messaging/notify.ts';
import type { Tx } from '../platform/database/types.ts';
import { forDueTenants } from '../platform/due.ts';
import { emit, emitStepsChanged } from '../platform/events.ts';
import type { Job } from '../platform/jobs.ts';
import type { Platform } from '../platform/platform.ts';
import { settingsReader } from '../subscription/facts.ts';
import { publishQueues } from '../work/publish.ts';
import { limitsOf } from './rules.ts';
import { keepRuns, shingleLiteral } from './shingles.ts';
import { type EssayRow, lockEssay } from './store.ts';

/** Whether the writing time and its grace period are over and the essay is not closed yet. */
export const isOverdue = (row: Pick<EssayRow, 'state' | 'deadline'>, now: Date): boolean =>
  row.state === 'in-progress' && writingTime(row.deadline, now) === 'over';

/**
 * Closes an essay whose time is over (spec 10.1): the saved text is delivered when the mode allows it and the text meets every
 * limit, otherwise it is kept ungraded. Does nothing before that time. Returns whether it closed the essay.
 */
export async function timeOutEssay(tx: Tx, platform: Platform, essayId: number): Promise<boolean> {
  const row = await lockEssay(tx, essayId);
  if (!row || !isOverdue(row, platform.clock.now())) return false;
  const mode = settingsReader(row.settings)('EssayTimeoutMode') === 'deliver' ? 'deliver' : 'discard';
  const text = { title: row.title, essay: row.body };
  // An application that has ended needs no grade: its text is kept, and nobody is notified.
  const wanted = row.status === STATUS.Subscribed;
  const delivered = wanted && timeoutEvent(mode, text, limitsOf(row.settings)) === 'deliver';
  await tx.one(sql`
    update essay set timed_out = true, state = ${delivered ? 'finished' : 'timed-out'}::text,
      completed_date = ${delivered ? row.deadline : null}::timestamptz,
      shingles = ${delivered ? shingleLiteral(row.body, row.theme_texts) : null}::int[]
    where tenant_id = ${tx.tenantId} and id = ${row.id} returning id`);
  if (delivered) {
    await keepRuns(tx, row.id);
    publishQueues(tx, { kind: 'essay', institutionId: row.institution_id });
  }
  const event = { stream: 'business', subscriptionId: row.subscription_id } as const;
  await emit(tx, platform, { ...event, type: 'essay.timed-out', data: { essayId: row.id, delivered } });
  await emitStepsChanged(tx, platform, row.subscription_id);
  if (!wanted) return true;
  notify(tx, platform, {
    template: 'N-11',
    personId: row.person_id,
    subscriptionId: row.subscription_id,
    dedupe: String(row.id),
    data: { variante: delivered ? 'entregue' : 'nao-entregue' },
  });
  return true;
}

const BATCH = 200;

/** Closes essays whose time is over. */
export const timeOutJob: Job = {
  name: 'essay-timeout',
  everyMs: 5_000,
  run: (platform) =>
    forDueTenants(platform, 'essay-timeout', async (tenantId) => {
      let closed = 0;
      const before = new Date(platform.clock.now().getTime() - GRACE_MS);
      const due = await platform.db.tenant(tenantId).many<{ id: number }>(sql`
        select id from essay where tenant_id = ${tenantId} and state = 'in-progress'
          and deadline < ${before}::timestamptz order by deadline limit ${BATCH}`);
      for (const { id } of due) {
        if (await platform.db.write(tenantId, (tx) => timeOutEssay(tx, platform, id))) closed++;
      }
      return closed;
    }),
};
