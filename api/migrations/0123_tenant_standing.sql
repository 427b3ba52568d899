-- Where a tenant stands while it moves between two cells: `open` is served; `moving` is read and not changed; `moved` lives in another
-- cell; `arriving` is a copy under way. The move has a number of its own, which both cells know.
alter table tenant add column standing text not null default 'open'
  check (standing in ('open', 'arriving', 'moving', 'moved'));
alter table tenant add column move_id uuid;

-- Begins every transaction of a tenant. The lock is held to its end, so that whoever closes the tenant waits for those that found it
-- open; the standing is read once the lock is there. A tenant that is just being created has no row yet.
create function enter_tenant(tenant bigint) returns void language plpgsql as $$
declare
  found text;
begin
  perform pg_advisory_xact_lock_shared(7302843, enter_tenant.tenant::int);
  select t.standing into found from tenant t where t.id = enter_tenant.tenant;
  if found = 'moving' then
    perform set_config('transaction_read_only', 'on', true);
  elsif found in ('moved', 'arriving') then
    raise exception using errcode = 'TM001', message = 'the tenant moves between two cells';
  end if;
end $$;

-- What is only ever added to may be deleted with its whole tenant: by the owner of the tables, for the application may not delete.
create function removable(target regclass) returns void language plpgsql as $$
begin
  execute format('create policy tenant_gone on %1$s for delete using (
    tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::bigint
    and exists (select from tenant t where t.id = %1$s.tenant_id and t.standing in (''arriving'', ''moved'')))', target);
end $$;
do $$
declare
  target regclass;
begin
  for target in select p.polrelid::regclass from pg_policy p where p.polname = 'tenant_insert' and not exists (
    select from pg_policy d where d.polrelid = p.polrelid and d.polcmd = 'd') order by 1::text
  loop
    perform removable(target);
  end loop;
end $$;
