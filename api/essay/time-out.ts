import { GRACE_MS, timeoutEvent, writingTime } from '@orbita/domain/essay';
import { STATUS } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import { notify } from '../messaging/index.ts';
import type { Tx } from '../platform/database/index.ts';
import { emit } from '../platform/events.ts';
import type { House } from '../platform/house.ts';
import type { Job } from '../platform/jobs.ts';
import { settingsReader } from '../subscription/index.ts';
import { limitsOf } from './rules.ts';
import { keepRuns, shingleLiteral } from './shingles.ts';
import { type EssayRow, lockEssay } from './store.ts';

/** True when the writing time and its grace are over and nobody has closed the essay yet. */
export const isOverdue = (row: Pick<EssayRow, 'state' | 'deadline'>, now: Date): boolean =>
  row.state === 'in-progress' && writingTime(row.deadline, now) === 'over';

/**
 * Closes an essay whose time is over (spec 10.1): the saved text is delivered when the mode says so and it meets every
 * limit, otherwise it is kept ungraded. Does nothing when it is not over. Answers whether it closed it.
 */
export async function timeOutEssay(tx: Tx, house: House, essayId: number): Promise<boolean> {
  const row = await lockEssay(tx, essayId);
  if (!row || !isOverdue(row, house.clock.now())) return false;
  const mode = settingsReader(row.settings)('EssayTimeoutMode') === 'deliver' ? 'deliver' : 'discard';
  const text = { title: row.title, essay: row.body };
  // An application that has ended waits for no grade: its text is kept, and nobody is told of it.
  const wanted = row.status === STATUS.Subscribed;
  const delivered = wanted && timeoutEvent(mode, text, limitsOf(row.settings)) === 'deliver';
  await tx.one(sql`
    update essay set timed_out = true, state = ${delivered ? 'finished' : 'timed-out'}::text,
      completed_date = ${delivered ? row.deadline : null}::timestamptz,
      shingles = ${delivered ? shingleLiteral(row.body) : null}::int[]
    where tenant_id = ${tx.tenantId} and id = ${row.id} returning id`);
  if (delivered) await keepRuns(tx, row.id);
  const event = { stream: 'business', subscriptionId: row.subscription_id } as const;
  await emit(tx, house, { ...event, type: 'essay.timed-out', data: { essayId: row.id, delivered } });
  await emit(tx, house, { ...event, type: 'subscription.steps-changed', data: {} });
  if (!wanted) return true;
  await notify(tx, house, {
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
  async run(house) {
    let closed = 0;
    for (const tenantId of await house.db.tenantIds()) {
      const before = new Date(house.clock.now().getTime() - GRACE_MS);
      const due = await house.db.tenant(tenantId).many<{ id: number }>(sql`
        select id from essay where tenant_id = ${tenantId} and state = 'in-progress'
          and deadline < ${before}::timestamptz order by deadline limit ${BATCH}`);
      for (const { id } of due) {
        if (await house.db.write(tenantId, (tx) => timeOutEssay(tx, house, id))) closed++;
      }
    }
    return closed;
  },
};
