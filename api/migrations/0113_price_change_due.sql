-- A price whose day has come in the tenant's zone (spec 25.14).
select make_tenants_due('price-change', $$
  exists (select from price p join tenant t on t.id = p.tenant_id
    where p.tenant_id = of_tenant and p.next is not null and p.retired_at is null
      and p.next ->> 'from' <= to_char(at_clock at time zone t.time_zone, 'YYYY-MM-DD'))
$$);
