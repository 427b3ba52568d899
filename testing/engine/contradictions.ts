import sql from 'sql-template-tag';
import { toSettle } from '../../api/subscription/analysis-wait.ts';
import type { Engine } from './walker.ts';

type Contradiction = { what: string; id: number };

/**
 * Contradictory rows of a tenant; empty when places taken equal active acceptances, and waiting records match what applications
 * are waiting for.
 */
export const contradictions = (engine: Engine): Promise<Contradiction[]> =>
  engine.harness.platform.db.tenant(engine.tenantId).many<Contradiction>(sql`
    with holding as (
      select s.id, s.status, s.holds_place, s.offer_id, s.course_id, s.pole_id, s.person_id,
        exists (select from contract_acceptance a where a.tenant_id = s.tenant_id and a.subscription_id = s.id
          and a.voided_at is null) as accepted
      from subscription s where s.tenant_id = ${engine.tenantId}
    )
    select 'a place is held without an acceptance' as what, id from holding where holds_place and not accepted
    union all
    select 'an acceptance is there without a place', id from holding
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
    select 'more places are taken than there are', ocp.offer_id from offer_course_pole ocp
      where ocp.tenant_id = ${engine.tenantId} and ocp.taken > ocp.vacancies
    union all
    select 'class places taken are not those held', c.id from academic_class c
      where c.tenant_id = ${engine.tenantId} and c.taken <> (select count(*) from class_hold k
        where k.tenant_id = c.tenant_id and k.academic_class_id = c.id)
    union all
    select 'a class is kept by who left or has no contract', h.id from class_hold k
      join holding h on h.id = k.subscription_id and h.status in (1, 2, 3, 9, 10, 13, 14, 16, 17, 18, 19, 20)
      where k.tenant_id = ${engine.tenantId}
    union all
    select 'seats taken are not those booked or used', n.id from schedule_slot n
      where n.tenant_id = ${engine.tenantId} and n.taken <> (select count(*) from test_booking b
        where b.tenant_id = n.tenant_id and b.schedule_slot_id = n.id
          and b.state in ('booked', 'approved', 'rejected'))
    union all
    select 'a seat is booked by who takes no test', h.id from test_booking b
      join holding h on h.id = b.subscription_id and h.status not in (2, 8)
      where b.tenant_id = ${engine.tenantId} and b.state = 'booked'
    union all
    select 'a charge is open where nothing is paid', h.id from payment y
      join holding h on h.id = y.subscription_id and h.status <> case
        when y.method = 'manual' then 11 when y.purpose = 'tax' then 17 else 6 end
      where y.tenant_id = ${engine.tenantId} and y.state in ('created', 'processing', 'pending')
    union all
    select 'nothing waits to be decided in 11', h.id from holding h where h.status = 11
      and not exists (select from payment y where y.tenant_id = ${engine.tenantId} and y.subscription_id = h.id
        and y.method = 'manual' and y.state = 'pending')
    union all
    select 'a questionnaire waits elsewhere', h.id from questionnaire q
      join holding h on h.id = q.subscription_id and q.waiting <> (q.state = 'submitted' and h.status = 20)
      where q.tenant_id = ${engine.tenantId}
    union all
    select 'an interview waits elsewhere', h.id from interview iv
      join holding h on h.id = iv.subscription_id and iv.waiting <> (
        (iv.state in ('requested', 'scheduled') and h.status = 18) or (iv.state = 'held' and h.status = 19))
      where iv.tenant_id = ${engine.tenantId}
    union all
    select 'an analysis of disciplines waits elsewhere', z.id from (${toSettle(engine.tenantId)}) z
    union all
    select 'nobody knows since when it is enrolled', s.id from subscription s
      where s.tenant_id = ${engine.tenantId} and (s.status = 7) <> (s.enrolled_at is not null)`);
