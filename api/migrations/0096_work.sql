-- Whom an application waits for, by the rule of `domain/work/waits.ts`, so that lists of many find it by an index.
alter table subscription
  add column waits_for text check (waits_for in ('person', 'team', 'bank', 'date')),
  -- The queue of the team; of a date, the one that follows it.
  add column waits_queue text,
  add column waits_since timestamptz,
  add column waits_until timestamptz,
  add check ((waits_for is null) = (waits_since is null));

-- The facts in the order of `WAIT_FACTS`. What is waited for, and behind a colon the queue.
create function application_wait(status int, accommodation_asked boolean, essay_delivered boolean, exam_analysing boolean,
  analysis_due boolean, selection_sent boolean, enrolment_sent boolean, charge_at_bank boolean, class_awaited boolean,
  interview_requested boolean, interview_appointed boolean, number_missing boolean, papers_stuck boolean)
returns text language sql immutable as $$
  select case
    when status in (1, 2) and accommodation_asked then 'team:accommodation-requests'
    when status = 1 and essay_delivered then 'team:essays'
    when status = 2 then 'date:test-results'
    when status = 10 and analysis_due then 'team:discipline-analyses'
    when status in (1, 10) and exam_analysing then 'team:exam-scores'
    when status = 10 and selection_sent then 'team:selection-documents'
    when status = 5 and enrolment_sent then 'team:enrolment-documents'
    when status in (6, 17) and charge_at_bank then 'bank'
    when status = 7 and number_missing then 'team:student-numbers'
    when status = 7 and papers_stuck then 'team:stuck-papers'
    when status in (7, 8, 9, 13) then null
    when status = 11 then 'team:manual-payments'
    when status = 12 then 'team:cancellations'
    when status = 18 and interview_requested then 'team:interview-requests'
    when status = 18 and interview_appointed then 'date:interview-decisions'
    when status = 19 then 'team:interview-decisions'
    when status = 20 then 'team:questionnaires'
    when status = 21 and class_awaited then 'team:classes'
    else 'person'
  end $$;

create function documents_sent(tenant bigint, application bigint, which text) returns boolean language sql stable as $$
  select coalesce(bool_and(d.covered_by is not null or d.state not in ('pending', 'rejected')), false)
  from required_document d
  where d.tenant_id = tenant and d.subscription_id = application and d.stage = which and d.required $$;

create function wait_of(s subscription) returns text language sql stable as $$
  select application_wait(s.status, s.accommodation_asked_at is not null,
    s.status = 1 and (select e.state from essay e where e.tenant_id = s.tenant_id and e.subscription_id = s.id
      order by e.attempt desc limit 1) is not distinct from 'finished',
    s.status in (1, 10) and exists (select from exam_score x where x.tenant_id = s.tenant_id and x.subscription_id = s.id
      and x.set_aside_at is null and x.state = 'analysing'),
    s.analysis_due_at is not null,
    s.status = 10 and documents_sent(s.tenant_id, s.id, 'selection'),
    s.status = 5 and documents_sent(s.tenant_id, s.id, 'enrollment'),
    s.status in (6, 17) and (select y.state in ('created', 'processing') from payment y
      where y.tenant_id = s.tenant_id and y.subscription_id = s.id order by y.id desc limit 1) is true,
    s.awaits_class,
    s.status = 18 and exists (select from interview i where i.tenant_id = s.tenant_id and i.subscription_id = s.id
      and i.state = 'requested'),
    s.status = 18 and exists (select from interview i where i.tenant_id = s.tenant_id and i.subscription_id = s.id
      and i.state = 'scheduled'),
    s.student_lyceum_id is null, s.papers_stuck_at is not null) $$;

create function wait_until(s subscription) returns timestamptz language sql stable as $$
  select case s.status
    when 2 then (select x.at from test_booking b
      join schedule_slot x on x.tenant_id = b.tenant_id and x.id = b.schedule_slot_id
      where b.tenant_id = s.tenant_id and b.subscription_id = s.id and b.state = 'booked')
    when 18 then (select i.appointment_at from interview i
      where i.tenant_id = s.tenant_id and i.subscription_id = s.id and i.state = 'scheduled') end $$;

-- The application with its answer as of a moment; since when is kept while neither answer nor status change.
create function with_wait(s subscription, at timestamptz, moved boolean) returns subscription language plpgsql as $$
declare
  answer text := wait_of(s);
  who text := split_part(answer, ':', 1);
  queue text := nullif(split_part(answer, ':', 2), '');
  until timestamptz := case when who = 'date' then wait_until(s) end;
  -- A date that passed already is the team's, and stays so.
  passed boolean := coalesce(who = 'date' and s.waits_for = 'team' and s.waits_queue = queue and s.waits_until = until, false);
begin
  if answer is null then
    s.waits_since := null;
  elsif moved or s.waits_since is null
    or not passed and (s.waits_for, s.waits_queue) is distinct from (who, queue) then
    s.waits_since := at;
  end if;
  if moved or not passed then
    s.waits_for := who;
    s.waits_queue := queue;
  end if;
  s.waits_until := until;
  return s;
end $$;

-- Its name is behind those of the triggers that keep what it looks at: they run in this order.
create function who_it_waits_for() returns trigger language plpgsql as $$
begin
  return with_wait(new, new.updated_at, tg_op = 'INSERT' or old.status <> new.status);
end $$;
create trigger who_it_waits_for before insert or update of status, accommodation_asked_at, analysis_due_at, awaits_class,
  student_lyceum_id, papers_stuck_at on subscription for each row execute function who_it_waits_for();

-- What changes beside the application: version and time of its last change are the business of who changes it.
create function settle_wait(tenant bigint, application bigint, at timestamptz) returns void language plpgsql as $$
declare
  s subscription;
  next subscription;
begin
  select * into s from subscription b where b.tenant_id = tenant and b.id = application;
  next := with_wait(s, at, false);
  if (next.waits_for, next.waits_queue, next.waits_until)
    is distinct from (s.waits_for, s.waits_queue, s.waits_until) then
    update subscription set waits_for = next.waits_for, waits_queue = next.waits_queue, waits_since = next.waits_since,
      waits_until = next.waits_until
    where tenant_id = tenant and id = application;
  end if;
end $$;

create function essay_waits() returns trigger language plpgsql as $$
begin
  perform settle_wait(new.tenant_id, new.subscription_id, new.changed_at);
  return null;
end $$;
create function document_waits() returns trigger language plpgsql as $$
declare
  gone required_document := case tg_op when 'DELETE' then old else new end;
begin
  perform settle_wait(gone.tenant_id, gone.subscription_id, gone.updated_at);
  return null;
end $$;
create function row_waits() returns trigger language plpgsql as $$
begin
  perform settle_wait(new.tenant_id, new.subscription_id, new.updated_at);
  return null;
end $$;
create function booking_waits() returns trigger language plpgsql as $$
begin
  perform settle_wait(new.tenant_id, new.subscription_id, coalesce(new.ended_at, new.booked_at));
  return null;
end $$;
create trigger waits after insert or update of state on essay for each row execute function essay_waits();
create trigger waits after insert or update of state, set_aside_at on exam_score for each row execute function essay_waits();
create trigger waits after insert or delete or update of state, required, covered_by on required_document for each row
  execute function document_waits();
create trigger waits after insert or update of state on payment for each row execute function row_waits();
create trigger waits after insert or update of state, appointment_at on interview for each row execute function row_waits();
create trigger waits after insert or update of state, schedule_slot_id on test_booking for each row
  execute function booking_waits();

create function slot_moved() returns trigger language plpgsql as $$
begin
  perform settle_wait(b.tenant_id, b.subscription_id, b.booked_at) from test_booking b
  where b.tenant_id = new.tenant_id and b.schedule_slot_id = new.id and b.state = 'booked';
  return null;
end $$;
create trigger waits after update of at on schedule_slot for each row when (old.at <> new.at) execute function slot_moved();

-- What is there already: since it came to its status, which is what was shown of it until now.
update subscription s set waits_for = split_part(w.answer, ':', 1), waits_queue = nullif(split_part(w.answer, ':', 2), ''),
  waits_since = coalesce((
    select max(h.at) from status_history h where h.tenant_id = s.tenant_id and h.subscription_id = s.id
      and h.to_status = s.status and h.from_status is distinct from h.to_status), s.created_at),
  waits_until = case when w.answer like 'date:%' then wait_until(b) end
from subscription b, lateral (select wait_of(b) as answer) w
where b.tenant_id = s.tenant_id and b.id = s.id and w.answer is not null;

create index subscription_by_wait on subscription (tenant_id, waits_for, waits_since, id) where waits_for is not null;
create index subscription_by_status_and_wait on subscription (tenant_id, status, waits_for, waits_since, id)
  where waits_for is not null;
create index subscription_by_institution_and_wait on subscription (tenant_id, institution_id, waits_for, waits_since, id)
  where waits_for is not null;
create index subscription_by_date on subscription (tenant_id, waits_until) where waits_for = 'date';
