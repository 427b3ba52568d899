import type { Scope } from '@orbita/domain/staff';
import { COUNTED_ONLY, type CountedOnly, PERSON_HOURS, TRACK } from '@orbita/domain/work';
import sql, { raw, type Sql } from 'sql-template-tag';
import { reachWithin } from '../../platform/http/reach-within.ts';
import { type Counted, countIn, MOST_COUNTED, placeOn } from '../../work/count.ts';
import type { On } from '../../work/open-queue.ts';
import { caseAt } from './document-cases.ts';
import { heldAt, heldBy } from './held-contacts.ts';

type Pile = { queue: CountedOnly; part: Scope; rows: (codes: readonly string[] | null, look: Sql) => Sql };

/**
 * Counts what keeps people out and is of no institution alone, of the institutions of the caller; undefined without the part
 * that decides it. It looks no further than a list of the same rows does.
 */
async function countOf(
  { platform, tenant, service }: On,
  institution: string | undefined,
  { queue, part, rows }: Pile,
) {
  const reach = reachWithin(service, [part]);
  if (reach?.length === 0) return undefined;
  const codes =
    institution === undefined ? reach : [institution].filter((one) => reach?.includes(one) ?? true);
  const due = (hours: number) => sql`(since + interval '${raw(String(hours))} hours')`;
  const at = placeOn({
    since: sql`since`,
    atRisk: due(PERSON_HOURS.atRisk),
    due: due(PERSON_HOURS.late),
    now: sql`${platform.clock.now()}::timestamptz`,
  });
  const from = (tick: number) => raw(String(tick));
  const row = await platform.db.tenant(tenant.id).one<Counted>(sql`
    select coalesce(sum(items), 0)::int as count,
      coalesce(sum(items) filter (where at >= ${from(TRACK.due)}), 0)::int as late,
      coalesce(sum(items) filter (where at >= ${from(TRACK.atRisk)} and at < ${from(TRACK.due)}), 0)::int as at_risk,
      min(oldest) as oldest, coalesce(jsonb_object_agg(at, items), '{}') as track
    from (
      select ${at} as at, count(*)::int as items, min(since) as oldest
      from (${rows(codes, sql`limit ${raw(String(platform.config.listLook))}`)}
        limit ${raw(String(MOST_COUNTED + 1))}) waiting
      group by 1) places`);
  return countIn(tenant, { queue, label: COUNTED_ONLY[queue].label }, row ? [row] : []);
}

/** Documents of two people that wait for a decision (spec 25.4.1). */
export const countDocumentCases = (on: On, institution?: string) =>
  countOf(on, institution, {
    queue: 'document-cases',
    part: 'subscriptions.decide',
    rows: (codes, look) => sql`
      select d.opened_at as since from (
        select * from document_case o where o.tenant_id = ${on.tenant.id} and o.state = 'open'
        order by o.opened_at, o.id ${look}) d
      where ${caseAt(codes)}`,
  });

/** People whose corrected contacts wait for somebody else of the team than who corrected them (spec 25.4.1). */
export const countHeldContacts = (on: On, institution?: string) =>
  countOf(on, institution, {
    queue: 'held-contacts',
    part: 'subscriptions.support',
    rows: (codes, look) => sql`
      select c.at as since from (
        select * from person_correction o where o.tenant_id = ${on.tenant.id} and o.held_until is not null
          and o.released_at is null and o.effective_at is null
        order by o.at, o.id ${look}) c
      where ${heldAt(on.tenant.id, codes)} and ${on.service.staff?.id ?? 0}::bigint <> all(${heldBy})`,
  });
