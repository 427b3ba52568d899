import { type Kind, QUEUES } from '@orbita/domain/work';
import sql, { raw } from 'sql-template-tag';
import type { Runner } from '../platform/database/types.ts';
import { reachWithin } from '../platform/http/reach-within.ts';
import { type ItemRow, itemColumns, itemJoins, presentItem } from './item.ts';
import { type On, openQueue } from './open-queue.ts';
import type { Item } from './queue.ts';

/** Adds the current state in its queue to an item's details; that is read only after the details' transaction. */
export const withWork = async <Shown extends object>(
  on: On,
  kind: Kind,
  id: number,
  shown: Promise<Shown>,
) => ({
  ...(await shown),
  work: await waitingItem(on.platform.db.tenant(on.tenant.id), on, kind, id),
});

/**
 * An item's state in its queue, for the page where it is decided; null when it is in no queue that the caller may open. Must not
 * be called inside a transaction, because the settings of a queue are read on a separate connection.
 */
export async function waitingItem(run: Runner, on: On, kind: Kind, id: number) {
  const { platform, tenant, service } = on;
  const item = await run.one<Item>(platform.items[kind](tenant.id, id));
  if (
    !item?.queue ||
    reachWithin(service, QUEUES[item.queue].openers)?.includes(item.institution_code) === false
  )
    return null;
  const open = await openQueue(on, item.queue, item.institution_code);
  const [place] = open.places;
  if (!place) return null;
  const { queue } = open;
  const row = await run.one<ItemRow>(sql`
    select ${itemColumns(on, open)} from ${raw(queue.table)} w
    cross join lateral (select ${queue.aheadHours(place.read)}::float8 as ahead) picked
    ${itemJoins(open)} where w.tenant_id = ${tenant.id} and w.id = ${id} and ${queue.where}`);
  if (!row) return null;
  const { waitingSince, dueAt, risk, claim, assigned, skipped } = presentItem(on, open, row);
  return { queue: item.queue, waitingSince, dueAt, risk, claim, assigned, skipped };
}
