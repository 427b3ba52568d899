-- A browser in which somebody of the team signed in (spec 25.2.3): a hash of a random mark that it keeps and of her number, so
-- that neither the browser nor two people who share it can be told from the rows.
create table staff_browser (
  tenant_id bigint not null references tenant,
  staff_id bigint not null,
  hash text not null,
  seen_at timestamptz not null,
  primary key (tenant_id, staff_id, hash),
  foreign key (tenant_id, staff_id) references staff (tenant_id, id)
);
select protect('staff_browser');
create index staff_browser_by_age on staff_browser (tenant_id, seen_at);

-- Whose data somebody of the team opened last when (spec 25.2.5), for an hour: how many different people they are is told.
create table staff_opening (
  tenant_id bigint not null references tenant,
  staff_id bigint not null,
  person_id bigint not null,
  at timestamptz not null,
  primary key (tenant_id, staff_id, person_id),
  foreign key (tenant_id, staff_id) references staff (tenant_id, id),
  foreign key (tenant_id, person_id) references person (tenant_id, id)
);
select protect('staff_opening');
create index staff_opening_by_time on staff_opening (tenant_id, staff_id, at);
create index staff_opening_by_age on staff_opening (tenant_id, at);
create index staff_opening_by_person on staff_opening (tenant_id, person_id);

-- When the administration was told last that this person opened many.
alter table staff add column openings_told_at timestamptz;

-- Calls of a session that are too many to be audited one by one, counted until their hour is over (spec 25.2.5). Then one line
-- for each goes to the audit, which stays a table where nothing is changed.
create table audit_sum (
  tenant_id bigint not null references tenant,
  session_id bigint not null,
  hour timestamptz not null,
  action text not null,
  role text not null,
  staff_id bigint not null,
  operator text not null,
  times int not null,
  primary key (tenant_id, session_id, hour, action, role),
  foreign key (tenant_id, staff_id) references staff (tenant_id, id)
);
select protect('audit_sum');
create index audit_sum_by_hour on audit_sum (tenant_id, hour);
create index audit_sum_by_staff on audit_sum (tenant_id, staff_id);

-- What is over is found by its end and deleted.
create index work_claim_by_end on work_claim (tenant_id, until);
create index work_skip_by_end on work_skip (tenant_id, until) where until is not null;
