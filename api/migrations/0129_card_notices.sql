-- Colleges that report card payments somewhere: those with an institution.
select make_tenants_due('card-notices', $$
  exists (select from institution i where i.tenant_id = of_tenant)
$$);
