import { type Kind, QUEUES, type QueueName } from '@orbita/domain/work';
import sql, { raw, type Sql } from 'sql-template-tag';
import type { Service, TenantContext } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import { reachWithin } from '../platform/http/reach-within.ts';
import { type Place, placesOf } from './places.ts';
import type { Queue } from './queue.ts';

/** A queue as a caller sees it: its definition, and the institutions whose items the caller sees. */
export type OpenQueue = { name: QueueName; kind: Kind; queue: Queue; places: Place[] };

export type On = Pick<TenantContext, 'platform' | 'tenant'> & { service: Service };

/** A queue for a caller; 404 without a scope that opens it (spec 25.4.4). */
export async function openQueue(on: On, name: QueueName, institution?: string): Promise<OpenQueue> {
  const { platform, tenant, service } = on;
  const { kind, openers } = QUEUES[name];
  if (reachWithin(service, openers)?.length === 0) fail('NOT_FOUND');
  const places = await placesOf(platform, tenant.id, {
    service,
    oneOf: openers,
    institution,
  });
  return { name, kind, queue: platform.queues[name], places };
}

/** Items `w` of a queue in the institution of the row `place`. */
export const itemsOf = ({ table, where }: Queue, tenantId: number): Sql =>
  sql`${raw(table)} w where w.tenant_id = ${tenantId} and w.institution_id = place.id and ${where}`;

/** Columns by which a queue is sorted; the id makes the order total. */
export const orderOf = ({ key, tie }: Queue): Sql => (tie ? sql`${key}, ${tie}, w.id` : sql`${key}, w.id`);

/** The caller's institutions as rows `place`: id, and hours before the due time from which an item is at risk. */
export const placesIn = ({ places, queue }: OpenQueue): Sql => sql`
  unnest(${places.map(({ id }) => id)}::bigint[], ${places.map(({ read }) => queue.aheadHours(read))}::float8[])
    as place (id, ahead)`;
