-- Events are to lie in parts by month (0128). Until when the rows of today reach: at least a month from now, so that the release
-- before, which knows one table, meets rows in one part alone while both run. No row is looked at here.
do $$
declare
  of_tenant bigint;
  newest timestamptz := now();
begin
  -- A clock for trying things out may have been set forward.
  for of_tenant in select id from tenant loop
    perform set_config('app.tenant_id', of_tenant::text, true);
    newest := greatest(newest, (
      select e.occurred_at from outbox_event e where e.tenant_id = of_tenant order by e.id desc limit 1));
  end loop;
  perform set_config('app.tenant_id', '', true);
  execute format('alter table outbox_event add constraint outbox_event_before check (occurred_at < %L) not valid',
    (date_trunc('month', newest at time zone 'UTC') + interval '2 months') at time zone 'UTC');
end $$;
