-- What came back when an account of an institution was last tried at its bank or acquirer (spec 14.8): the first day is not ready
-- because an account is written down, but because it answered.
create table provider_check (
  tenant_id bigint not null references tenant,
  institution_id bigint not null,
  provider text not null,
  at timestamptz not null,
  -- Somebody of the team, or a token by its name.
  checked_by text not null,
  ok boolean not null,
  -- What the provider said of the step that failed.
  words text,
  -- Of the settings that were tried: with others the account has not been tried yet.
  account_hash text not null,
  primary key (tenant_id, institution_id, provider),
  foreign key (tenant_id, institution_id) references institution (tenant_id, id)
);
select protect('provider_check');
