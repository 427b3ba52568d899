import sql from 'sql-template-tag';
import type { Paper } from './papers.ts';

// Half of the tests were held; the others start after the day for which reminders are sent.
const slots: Paper = (tenantId, now) => sql`
  with place as (
    select row_number() over (order by o.id, ocp.pole_id) - 1 as k, o.id as offer_id, ocp.pole_id
    from offer o
    join ingress_mode im on im.tenant_id = o.tenant_id and im.id = o.ingress_mode_id and im.kind = 'scheduled-test'
    join (select distinct offer_id, pole_id from offer_course_pole where tenant_id = ${tenantId}) ocp
      on ocp.offer_id = o.id
    where o.tenant_id = ${tenantId}
  )
  insert into schedule_slot (tenant_id, offer_id, pole_id, code, place, at, capacity)
  select ${tenantId}, p.offer_id, p.pole_id, 'Z' || s.n, 'Sala ' || (1 + s.n / 8 % 12),
    ${now}::timestamptz + (case when s.n % 16 = 0 then -1 else 1 end) * (2 + s.n % 58) * interval '1 day', 100000
  from seed s join place p on p.k = s.n / 8 % (select count(*) from place) where s.n % 8 = 0 order by s.n`;

const bookings: Paper = (tenantId, now) => sql`
  with hour as (
    select (array_agg(x.id order by x.id) filter (where x.at > ${now}::timestamptz))[1:50] as coming,
      (array_agg(x.id order by x.id) filter (where x.at <= ${now}::timestamptz))[1:50] as held
    from schedule_slot x where x.tenant_id = ${tenantId} and x.capacity = 100000
  ), created as (
    insert into test_booking (tenant_id, subscription_id, schedule_slot_id, state, booked_at, ended_at)
    select ${tenantId}, s.id, case s.status when 2 then h.coming[1 + s.n % cardinality(h.coming)]
        else h.held[1 + s.n % cardinality(h.held)] end,
      case s.status when 2 then 'booked' when 9 then 'rejected' else 'approved' end, s.at,
      case when s.status <> 2 then s.changed end
    from seed s cross join hour h
    where s.status = 2 or (s.status in (3, 5, 6, 7, 9) and s.n % 3 = 0) returning schedule_slot_id
  )
  update schedule_slot x set taken = x.taken + held.places
  from (select schedule_slot_id, count(*)::int as places from created group by 1) held
  where x.tenant_id = ${tenantId} and x.id = held.schedule_slot_id`;

const examScores: Paper = (tenantId) => sql`
  insert into exam_score (tenant_id, subscription_id, attempt, registration, year, state, average, requested_at,
    expected_by, next_check_at, decided_at)
  select ${tenantId}, s.id, 1, lpad(s.n::text, 12, '0'), 2024, e.state, case when e.state = 'approved' then 600 end,
    s.at, s.at + interval '1 hour', timestamptz '2100-01-01', case when e.state <> 'analysing' then s.changed end
  from seed s cross join lateral (select case when s.status <> 1 then 'approved'
    else (array['analysing', 'not-found', 'failed'])[1 + s.n % 3] end as state) e
  where s.status in (1, 3, 5, 6, 7) and s.n % 2 = 0`;

const questionnaires: Paper = (tenantId) => sql`
  insert into questionnaire (tenant_id, subscription_id, questionnaire_template_id, state, submitted_at, decided_at,
    updated_at)
  select ${tenantId}, s.id, t.id,
    case when s.status in (13, 20) then 'submitted' when s.status = 9 then 'rejected' when s.status = 1 then 'draft'
      else 'approved' end,
    case when s.status <> 1 then s.at end, case when s.status not in (1, 13, 20) then s.changed end, s.changed
  from seed s cross join (
    select id from questionnaire_template where tenant_id = ${tenantId} order by id limit 1) t
  where s.status = 20 or s.n % 4 = 0`;

const interviews: Paper = (tenantId, now) => sql`
  insert into interview (tenant_id, subscription_id, state, channel, appointment_at, place, requested_at, decided_at,
    updated_at)
  select ${tenantId}, s.id, i.state, 'email', case when i.state = 'scheduled' then ${now}::timestamptz + interval '9 days' end,
    case when i.state = 'scheduled' then 'Sala 1' end, s.at,
    case when i.state in ('approved', 'rejected') then s.changed end, s.changed
  from seed s cross join lateral (select case s.status when 18 then (array['requested', 'scheduled'])[1 + s.n % 2]
    when 19 then 'held' when 13 then 'requested' when 9 then 'rejected' else 'approved' end as state) i
  where s.status in (18, 19) or (s.status in (3, 5, 6, 7, 9, 13) and s.n % 4 = 0)`;

const endpoints: Paper = (tenantId, now) => sql`
  insert into webhook_endpoint (tenant_id, institution_id, url, kinds, secret, created_at, updated_at)
  select ${tenantId}, i.id, 'https://sistema.exemplo.test/avisos', array['subscription.status-changed'], '',
    ${now}::timestamptz, ${now}::timestamptz
  from institution i where i.tenant_id = ${tenantId} and i.retired_at is null
    and not exists (select from webhook_endpoint e where e.tenant_id = i.tenant_id and e.institution_id = i.id)`;

// Bodies are erased long before the log line; undelivered ones are not due.
const deliveries: Paper = (tenantId) => sql`
  insert into webhook_delivery (tenant_id, event_id, endpoint_id, institution_id, kind, subscription_id, person_id, version,
    state, attempts, last_status, next_attempt_at, created_at, updated_at)
  select ${tenantId}, 'evt-' || s.id, e.id, e.institution_id, 'subscription.status-changed', s.id, s.person_id, 1,
    case when s.n % 60 = 0 then 'failed' when s.n % 60 = 20 then 'held' else 'delivered' end, 1,
    case when s.n % 60 = 0 then 500 else 200 end, timestamptz '2100-01-01', s.changed, s.changed
  from seed s join webhook_endpoint e on e.tenant_id = ${tenantId} and e.institution_id = s.institution_id
  where s.status <> 1 and s.n % 2 = 0`;

/** Records of selections and of the institutions' systems. */
export const SELECTION_PAPERS: readonly Paper[] = [
  slots,
  bookings,
  examScores,
  questionnaires,
  interviews,
  endpoints,
  deliveries,
];
