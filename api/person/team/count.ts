import type { Scope } from '@orbita/domain/staff';
import { COUNTED_ONLY, type CountedOnly, PERSON_HOURS } from '@orbita/domain/work';
import sql, { raw, type Sql } from 'sql-template-tag';
import { reachWithin } from '../../platform/http/reach-within.ts';
import { countRows, hoursAfter } from '../../work/count.ts';
import type { On } from '../../work/open-queue.ts';
import { caseAt } from './document-cases.ts';
import { heldAt, heldBy } from './held-contacts.ts';

type Pile = { queue: CountedOnly; part: Scope; rows: (codes: readonly string[] | null, look: Sql) => Sql };

/**
 * Counts items that block people and belong to no single institution, within the caller's institutions; undefined without the
 * scope that decides them. Examines no more rows than a list of them does.
 */
async function countOf(on: On, institution: string | undefined, { queue, part, rows }: Pile) {
  const reach = reachWithin(on.service, [part]);
  if (reach?.length === 0) return undefined;
  const codes =
    institution === undefined ? reach : [institution].filter((one) => reach?.includes(one) ?? true);
  const found = rows(codes, sql`limit ${raw(String(on.platform.config.listLook))}`);
  return countRows(
    on,
    { queue, label: COUNTED_ONLY[queue].label },
    sql`select since, ${hoursAfter(sql`since`, PERSON_HOURS)} from (${found}) found`,
  );
}

/** Documents claimed by two people, awaiting a decision (spec 25.4.1). */
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

/** People whose corrected contacts await a team member other than the one who corrected them (spec 25.4.1). */
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
