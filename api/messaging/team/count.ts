import type { Scope } from '@orbita/domain/staff';
import { COUNTED_ONLY, type CountedOnly, FAILED_HOURS } from '@orbita/domain/work';
import sql, { type Sql } from 'sql-template-tag';
import { reachWithin } from '../../platform/http/reach-within.ts';
import { countRows, hoursAfter } from '../../work/count.ts';
import type { On } from '../../work/open-queue.ts';
import { placesOf } from '../../work/places.ts';

/** Days for which an undelivered message counts as needing attention; after that only its list shows it. */
const LOOKED_AT_DAYS = 7;

/**
 * Counts the rows `since` of a statement for each of the caller's institutions; undefined if the caller lacks the permission to
 * fix them.
 */
async function countOf(
  on: On,
  institution: string | undefined,
  { queue, part, rows }: { queue: CountedOnly; part: Scope; rows: (place: Sql) => Sql },
) {
  const { platform, service, tenant } = on;
  if (reachWithin(service, [part])?.length === 0) return undefined;
  const places = await placesOf(platform, tenant.id, { service, oneOf: [part], institution });
  return countRows(
    on,
    { queue, label: COUNTED_ONLY[queue].label },
    sql`
      select since, ${hoursAfter(sql`since`, FAILED_HOURS)}
      from unnest(${places.map(({ id }) => id)}::bigint[]) as place (id) cross join lateral (${rows(sql`place.id`)}) found`,
  );
}

/** Undelivered messages of recent days (spec 25.4.1). */
export const countFailedMessages = (on: On, institution?: string) =>
  countOf(on, institution, {
    queue: 'failed-messages',
    part: 'messages.send',
    rows: (place) => sql`
      select n.changed_at as since from notification n
      where n.tenant_id = ${on.tenant.id} and n.institution_id = ${place} and n.state = 'failed'
        and n.changed_at > ${on.platform.clock.now()}::timestamptz - make_interval(days => ${LOOKED_AT_DAYS})`,
  });

/** Systems that are no longer notified because they didn't answer (spec 25.4.1). */
export const countStoppedIntegrations = (on: On, institution?: string) =>
  countOf(on, institution, {
    queue: 'stopped-integrations',
    part: 'webhooks',
    rows: (place) => sql`
      select e.updated_at as since from webhook_endpoint e
      where e.tenant_id = ${on.tenant.id} and e.institution_id = ${place} and e.state = 'disabled' and e.attention <> '[]'`,
  });
