-- Months of the audit that lie in sealed files of the store. Each file begins with the hash of the one before, so that none can be
-- changed, left out or exchanged unseen. Lines of a file leave the audit once it was read back.
create table audit_archive (
  tenant_id bigint not null references tenant,
  -- Files of a tenant, from 1.
  number int not null,
  -- What was done before this moment is in this file or an earlier one.
  before timestamptz not null,
  lines int not null check (lines > 0),
  first_at timestamptz not null,
  last_at timestamptz not null,
  -- Highest number of a line in the file.
  last_id bigint not null,
  previous_hash text not null,
  hash text not null,
  storage_key text not null,
  made_at timestamptz not null,
  -- Null while lines of the file may still be in the audit as well.
  removed_at timestamptz,
  primary key (tenant_id, number),
  -- Six months: Lei 12.965/2014, art. 15.
  check (before <= made_at - interval '6 months'),
  check (first_at <= last_at and last_at < before)
);
select protect('audit_archive', true);
select removable('audit_archive');
create policy tenant_update on audit_archive for update
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint)
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
grant update (removed_at) on audit_archive to orbita_app;
-- Nothing leaves the audit that is not in a file.
create policy archived_delete on audit_log for delete using (
  tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint
  and exists (select from audit_archive f where f.tenant_id = audit_log.tenant_id and f.removed_at is null
    and audit_log.at < f.before and audit_log.id <= f.last_id));
grant delete on audit_log to orbita_app;
