import sql from 'sql-template-tag';
import type { Engine } from './walker.ts';

type Contradiction = { what: string; id: number };

/**
 * What contradicts each other in the rows of a tenant; empty when the places taken are the living acceptances, and just
 * what an application waits for is shown as waiting.
 */
export const contradictions = (engine: Engine): Promise<Contradiction[]> =>
  engine.harness.house.db.tenant(engine.tenantId).many<Contradiction>(sql`
    with holding as (
      select s.id, s.status, s.holds_place, s.offer_id, s.course_id, s.pole_id, s.person_id,
        exists (select from contract_acceptance a where a.tenant_id = s.tenant_id and a.subscription_id = s.id
          and a.voided_at is null) as accepted
      from subscription s where s.tenant_id = ${engine.tenantId}
    )
    select 'a place is held without an acceptance' as what, id from holding where holds_place and not accepted
    union all
    select 'an acceptance lives without a place', id from holding
      where accepted and not holds_place and status in (4, 5, 6, 7, 21)
    union all
    select 'a place is held by who left', id from holding where holds_place and status in (9, 13)
    union all
    select 'two living applications of one person', min(id) from holding where status not in (9, 13)
      group by person_id, offer_id, course_id having count(*) > 1
    union all
    select 'places taken are not places held', ocp.offer_id from offer_course_pole ocp
      where ocp.tenant_id = ${engine.tenantId} and ocp.taken <> (select count(*) from holding h where h.holds_place
        and h.offer_id = ocp.offer_id and h.course_id = ocp.course_id and h.pole_id = ocp.pole_id)
    union all
    select 'a questionnaire waits elsewhere', h.id from questionnaire q
      join holding h on h.id = q.subscription_id and q.waiting <> (q.state = 'submitted' and h.status = 20)
      where q.tenant_id = ${engine.tenantId}
    union all
    select 'an interview waits elsewhere', h.id from interview iv
      join holding h on h.id = iv.subscription_id and iv.waiting <> (
        (iv.state in ('requested', 'scheduled') and h.status = 18) or (iv.state = 'held' and h.status = 19))
      where iv.tenant_id = ${engine.tenantId}`);
