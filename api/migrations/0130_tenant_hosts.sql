-- The names that lead to a cell, for the map of its proxy. As with the functions of 0112 the server itself steps from tenant to tenant:
-- row security shows the rows of one at a time, and nothing but names, which every visitor knows, leaves it.
create function hosts_of_tenants() returns table (of_tenant bigint, host text)
language plpgsql set app.tenant_id = '' set enable_seqscan = off as $$
begin
  for of_tenant in select t.id from tenant t where t.standing in ('open', 'moving') order by t.id loop
    perform set_config('app.tenant_id', of_tenant::text, true);
    return query
      select of_tenant, h.host from tenant_host h where h.tenant_id = of_tenant and h.retired_at is null
      union select of_tenant, c.host from console_host c where c.tenant_id = of_tenant;
  end loop;
end $$;
