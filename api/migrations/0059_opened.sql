-- Applications that somebody of the team opened last, ten at most (spec 25.5): numbers alone, what is shown of them is read anew.
create table work_opened (
  tenant_id bigint not null references tenant,
  staff_id bigint not null,
  subscription_id bigint not null,
  at timestamptz not null,
  primary key (tenant_id, staff_id, subscription_id),
  foreign key (tenant_id, staff_id) references staff (tenant_id, id),
  foreign key (tenant_id, subscription_id) references subscription (tenant_id, id)
);
select protect('work_opened');
create index work_opened_by_time on work_opened (tenant_id, staff_id, at);
create index work_opened_by_age on work_opened (tenant_id, at);
create index work_opened_by_subscription on work_opened (tenant_id, subscription_id);
