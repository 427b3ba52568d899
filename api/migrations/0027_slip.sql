-- The provider's own number of a charge, once it has answered: what its notices name it by.
alter table payment add column provider_id text;
create index payment_by_provider_id on payment (tenant_id, provider_id) where provider_id is not null;

-- What a slip says, and what the bank printed on it (spec 14.2, D-72).
create table payment_slip (
  tenant_id bigint not null references tenant,
  payment_id bigint not null,
  due_day date not null,
  -- Until the end of this day the amount of the charge is enough; after it `full_cents`.
  payable_day date not null,
  -- The bank takes it until the end of this day.
  last_day date not null,
  full_cents bigint not null check (full_cents > 0),
  our_number text,
  digitable_line text,
  barcode text,
  primary key (tenant_id, payment_id),
  foreign key (tenant_id, payment_id) references payment (tenant_id, id),
  check (due_day <= payable_day and payable_day <= last_day)
);
select protect('payment_slip');
