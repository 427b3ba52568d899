-- What limits that protect people count over all nodes (spec 18): one row for whom a limit counts. Subjects are
-- keyed hashes. The rows are worth an hour at most, so that they are not written ahead: a count costs no
-- wait for the disk, and after a crash or a failover windows begin anew.
create unlogged table limit_window (
  tenant_id bigint not null references tenant,
  name text not null,
  subject text not null,
  ends_at timestamptz not null,
  counted int not null,
  primary key (tenant_id, name, subject)
);
select protect('limit_window');
create index limit_window_by_end on limit_window (tenant_id, ends_at);
