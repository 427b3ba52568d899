-- The functions that step from tenant to tenant put `app.tenant_id` back themselves. Before, it was bound to them, which needs a superuser
-- (nobody else may bind a setting that the server does not know), and a managed server has none. After an error there is nothing to put
-- back: it ends the transaction, or the part of it since a savepoint, and the setting with it.
create or replace function make_tenants_due(job text, due text) returns void language plpgsql as $make$
begin
  execute format($body$
    create or replace function %I(at_clock timestamptz, at_wall timestamptz) returns setof bigint
    language plpgsql set enable_seqscan = off as $walk$
    declare
      of_tenant bigint;
      stood constant text := coalesce(current_setting('app.tenant_id', true), '');
    begin
      for of_tenant in select id from tenant order by id loop
        perform set_config('app.tenant_id', of_tenant::text, true);
        if %s then return next of_tenant; end if;
      end loop;
      perform set_config('app.tenant_id', stood, true);
    end $walk$
  $body$, 'tenants_due_' || replace(job, '-', '_'), due);
end $make$;

do $$
declare
  made record;
begin
  for made in select proname, prosrc from pg_proc
    where pronamespace = 'public'::regnamespace and proname like 'tenants\_due\_%'
  loop
    perform make_tenants_due(substr(made.proname, length('tenants_due_') + 1),
      (regexp_match(made.prosrc, 'if (.*) then return next of_tenant'))[1]);
  end loop;
end $$;

create or replace function hosts_of_tenants() returns table (of_tenant bigint, host text)
language plpgsql set enable_seqscan = off as $$
declare
  stood constant text := coalesce(current_setting('app.tenant_id', true), '');
begin
  for of_tenant in select t.id from tenant t where t.standing in ('open', 'moving') order by t.id loop
    perform set_config('app.tenant_id', of_tenant::text, true);
    return query
      select of_tenant, h.host from tenant_host h where h.tenant_id = of_tenant and h.retired_at is null
      union select of_tenant, c.host from console_host c where c.tenant_id = of_tenant;
  end loop;
  perform set_config('app.tenant_id', stood, true);
end $$;

-- Whoever makes a role may grant it, but does not act as it: not at all up to PostgreSQL 15, and not by being its administrator later.
do $$ begin
  if current_setting('server_version_num')::int < 160000 then
    if not pg_has_role('orbita_app', 'member') and (select rolcreaterole from pg_roles where rolname = current_user) then
      grant orbita_app to current_user;
    end if;
  elsif pg_has_role('orbita_app', 'member with admin option') and not pg_has_role('orbita_app', 'set') then
    grant orbita_app to current_user;
  end if;
end $$;
