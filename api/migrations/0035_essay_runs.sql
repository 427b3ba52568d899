-- Some of the runs of words of each delivered essay, the same of equal texts: essays that share one are compared.
create table essay_run (
  tenant_id bigint not null references tenant,
  run int not null,
  essay_id bigint not null,
  primary key (tenant_id, run, essay_id),
  foreign key (tenant_id, essay_id) references essay (tenant_id, id)
);
select protect('essay_run');
create index essay_run_by_essay on essay_run (tenant_id, essay_id);
