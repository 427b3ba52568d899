-- Marks of several graders and the order in which essays are graded (spec 25.7, 25.18).
alter table essay
  add column version int not null default 1,
  -- Number of the mark that is waited for, or of the last one.
  add column round int not null default 1,
  -- The lead wants a second mark, whatever the first one is.
  add column second_asked_at timestamptz,
  add column second_asked_by text,
  add column second_asked_reason text,
  -- Since when the refusal waits for a mark of somebody else (D-78).
  add column review_since timestamptz,
  -- Whether its application still waits for the mark: one that was cancelled meanwhile does not.
  add column awaited boolean not null default true,
  -- The hour since which it waits, and within it chance: neither neighbours nor a surname shape a grade.
  add column grading_order timestamptz not null generated always as (
    (date_trunc('hour', coalesce(review_since, completed_date, started_at) at time zone 'UTC')
      + interval '1 microsecond' * (hashint8(id)::bigint & 2147483647)) at time zone 'UTC') stored;

create function essay_next_version() returns trigger language plpgsql as $$
begin
  if (new.state, new.round, new.second_asked_at, new.review_since, new.awaited)
    is distinct from (old.state, old.round, old.second_asked_at, old.review_since, old.awaited) then
    new.version := old.version + 1;
  end if;
  return new;
end $$;
create trigger essay_version before update of state, round, second_asked_at, review_since, awaited on essay
  for each row execute function essay_next_version();

-- An essay waits for its grade in 1, one under review in 9 (spec 8.3); a reinstated application waits again.
create function essay_awaited() returns trigger language plpgsql as $$
begin
  update essay set awaited = new.status = case state when 'finished' then 1 else 9 end
  where tenant_id = new.tenant_id and subscription_id = new.id and (state = 'finished' or review_since is not null)
    and awaited <> (new.status = case state when 'finished' then 1 else 9 end);
  return null;
end $$;
create trigger essay_awaited after update of status on subscription for each row
  when (old.status <> new.status and (old.status in (1, 9) or new.status in (1, 9)))
  execute function essay_awaited();

create index essay_grading on essay (tenant_id, grading_order, id);
create index essay_grading_by_state on essay (tenant_id, state, grading_order, id);
create index essay_grading_by_institution on essay (tenant_id, institution_id, grading_order, id);
-- What waits for each mark, for the queues and their counts.
create index essay_first_marks on essay (tenant_id, institution_id, grading_order, id)
  include (completed_date, review_since) where awaited and state = 'finished' and round = 1;
create index essay_second_marks on essay (tenant_id, institution_id, grading_order, id)
  include (completed_date, review_since) where awaited and (state = 'finished' and round = 2 or review_since is not null);
create index essay_third_marks on essay (tenant_id, institution_id, grading_order, id)
  include (completed_date, review_since) where awaited and state = 'finished' and round = 3;

create table essay_mark (
  tenant_id bigint not null references tenant,
  essay_id bigint not null,
  round int not null check (round > 0),
  institution_id bigint not null,
  -- Null where a system of the institution graded.
  staff_id bigint,
  grader text not null,
  score numeric(6, 1) not null check (score between 0 and 1000),
  has_plagiarism boolean not null,
  competences jsonb,
  feedback text,
  -- Given after the grade was final, because its author asked (D-78).
  review boolean not null default false,
  -- When the grader took the essay up; null where that is not known.
  opened_at timestamptz,
  at timestamptz not null,
  primary key (tenant_id, essay_id, round),
  foreign key (tenant_id, essay_id) references essay (tenant_id, id),
  foreign key (tenant_id, staff_id) references staff (tenant_id, id)
);
select protect('essay_mark');
-- A mark is evidence: it is given once, and only its text goes when its author is erased.
revoke update, delete on essay_mark from orbita_app;
grant update (feedback) on essay_mark to orbita_app;
create unique index one_mark_of_a_grader on essay_mark (tenant_id, essay_id, staff_id) where staff_id is not null;
create index essay_mark_by_staff on essay_mark (tenant_id, staff_id, at);
create index essay_mark_by_institution on essay_mark (tenant_id, institution_id, at);

-- What a grader has typed and not sent; read by nobody else.
create table essay_mark_draft (
  tenant_id bigint not null references tenant,
  essay_id bigint not null,
  staff_id bigint not null,
  score numeric(6, 1),
  competences jsonb,
  has_plagiarism boolean not null,
  feedback text,
  started_at timestamptz not null,
  saved_at timestamptz not null,
  primary key (tenant_id, essay_id, staff_id),
  foreign key (tenant_id, essay_id) references essay (tenant_id, id),
  foreign key (tenant_id, staff_id) references staff (tenant_id, id)
);
select protect('essay_mark_draft');
create index essay_mark_draft_by_staff on essay_mark_draft (tenant_id, staff_id);
create index essay_mark_draft_by_age on essay_mark_draft (tenant_id, saved_at);

-- What was graded and is under review so far.
insert into essay_mark (tenant_id, essay_id, round, institution_id, grader, score, has_plagiarism, competences, feedback, at)
select g.tenant_id, g.essay_id, 1, e.institution_id, g.grader, g.score, g.has_plagiarism, g.competences, g.feedback, g.at
from essay_grade g join essay e on e.tenant_id = g.tenant_id and e.id = g.essay_id;
update essay e set review_since = r.requested_at, round = 2
from decision_review v join privacy_request r on r.tenant_id = v.tenant_id and r.id = v.request_id
where v.tenant_id = e.tenant_id and v.essay_id = e.id and e.state = 'graded' and r.state in ('received', 'in-review');
update essay e set awaited = false from subscription s
where s.tenant_id = e.tenant_id and s.id = e.subscription_id and e.state = 'finished' and s.status <> 1;
