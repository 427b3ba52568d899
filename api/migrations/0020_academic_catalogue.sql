-- What became of the readings of a tenant's academic catalogue; a tenant that was read once is fed by it (spec 2.5).
create table academic_catalogue (
  tenant_id bigint primary key references tenant,
  -- Of several nodes one reads: the last beginning, by the product's clock.
  attempted_at timestamptz not null,
  succeeded_at timestamptz,
  changed_at timestamptz,
  failed_at timestamptz,
  failure text check (length(failure) <= 4000),
  -- How many entries of each kind were taken, and how many were about what the portal does not offer.
  taken jsonb not null default '{}',
  left_out int not null default 0 check (left_out >= 0)
);
select protect('academic_catalogue');
