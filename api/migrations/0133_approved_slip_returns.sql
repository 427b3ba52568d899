-- What an approved return file says, kept from the approval until its lines have been read, so that a process that ends in between
-- loses none of them. `read_from`, by the machine's clock: until then somebody is reading.
alter table slip_return add column unread jsonb;
alter table slip_return add column read_from timestamptz;
alter table slip_return add constraint slip_return_unread check ((unread is null) = (read_from is null)) not valid;
create index slip_return_unread on slip_return (tenant_id, read_from) where unread is not null;

select make_tenants_due('slip-returns', $$
  exists (select from slip_return r where r.tenant_id = of_tenant and r.unread is not null and r.read_from <= at_wall)
$$);
