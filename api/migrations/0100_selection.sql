-- Look-ups of scores, questionnaires and interviews as items of queues (spec-console 25.4.1).
alter table exam_score
  add column version int not null default 1,
  -- Since when its source owes an answer that was expected.
  add column late_at timestamptz,
  -- Since when it waits for the team; null while it does not (kept by triggers).
  add column waiting_since timestamptz;

-- A look-up waits for the team when it failed, when its source is late, or when a bulletin was sent in place of a result.
create function exam_score_waits() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (new.state, new.scores, new.set_aside_at) is distinct from (old.state, old.scores, old.set_aside_at)
  then
    new.version := old.version + 1;
  end if;
  new.waiting_since := case
    when new.set_aside_at is not null or new.state in ('approved', 'rejected') or not exists (select from subscription s
      where s.tenant_id = new.tenant_id and s.id = new.subscription_id and s.status in (1, 10)) then null
    when new.state = 'failed' then new.decided_at
    when new.state = 'analysing' then new.late_at
    else (select coalesce(d.waiting_since, d.reviewed_at, d.updated_at) from required_document d
      where d.tenant_id = new.tenant_id and d.subscription_id = new.subscription_id and d.stage = 'selection'
        and d.code = 'BOLETIM-ENEM' and d.readable and d.state in ('sent', 'approved')) end;
  return new;
end $$;
create trigger queue_waits before insert or update on exam_score for each row execute function exam_score_waits();

-- Each change below makes the trigger above look again.
create function exam_application_moved() returns trigger language plpgsql as $$
begin
  update exam_score set late_at = late_at
  where tenant_id = new.tenant_id and subscription_id = new.id and set_aside_at is null;
  return null;
end $$;
create trigger exam_waits after update of status on subscription for each row
  when (old.status <> new.status and (old.status in (1, 10) or new.status in (1, 10)))
  execute function exam_application_moved();

-- Whoever decides has looked at the file, so another one is another version of the look-up.
create function exam_bulletin_changed() returns trigger language plpgsql as $$
begin
  update exam_score set version = version + 1
  where tenant_id = new.tenant_id and subscription_id = new.subscription_id and set_aside_at is null;
  return null;
end $$;
create trigger exam_waits after update on required_document for each row
  when (new.code = 'BOLETIM-ENEM' and new.stage = 'selection' and old.version <> new.version)
  execute function exam_bulletin_changed();

-- What waits already; a look-up that is late is found at its next check.
update exam_score set late_at = late_at where set_aside_at is null and state in ('failed', 'not-found');
create index exam_score_to_decide on exam_score (tenant_id, institution_id, waiting_since, id)
  where waiting_since is not null;

-- The bulletin is read with the look-up that it answers, and by nobody a second time.
drop index required_document_waiting;
create index required_document_waiting on required_document (tenant_id, institution_id, stage, review_due_at, id)
  include (waiting_since) where state = 'sent' and readable and code <> 'BOLETIM-ENEM';

alter table questionnaire add column version int not null default 1;
create function questionnaire_changed() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
create trigger changed before update of state, answers on questionnaire for each row execute function questionnaire_changed();
create index questionnaire_to_decide on questionnaire (tenant_id, institution_id, submitted_at, id)
  where waiting and state = 'submitted';

alter table interview
  add column version int not null default 1,
  add column minutes int not null default 30 check (minutes between 5 and 480),
  add column interviewer_id bigint,
  -- What the team wrote about it, for the team alone.
  add column notes text,
  add column held_at timestamptz,
  add foreign key (tenant_id, interviewer_id) references staff (tenant_id, id);
update interview set held_at = updated_at where state = 'held';
create trigger changed before update on interview for each row
  when (old.waiting = new.waiting) execute function questionnaire_changed();
-- Since when it waits for a decision, whoever says that it was held.
create function interview_held() returns trigger language plpgsql as $$
begin
  if new.state = 'held' then
    new.held_at := coalesce(new.held_at, new.updated_at);
  end if;
  return new;
end $$;
create trigger held before insert or update of state on interview for each row execute function interview_held();
create index interview_to_appoint on interview (tenant_id, institution_id, requested_at, id)
  where waiting and state = 'requested';
create index interview_to_decide on interview (tenant_id, institution_id, held_at, id) where waiting and state = 'held';
create index interview_by_day on interview (tenant_id, institution_id, appointment_at, id) where appointment_at is not null;
create index interview_of_all_by_day on interview (tenant_id, appointment_at, id) where appointment_at is not null;
create index interview_by_interviewer on interview (tenant_id, interviewer_id, appointment_at) where interviewer_id is not null;
