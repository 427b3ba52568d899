-- What became of a tenant's catalogue, step by step: each change of it is a version, whoever makes it and by whichever way.
create table catalogue_version (
  tenant_id bigint not null references tenant,
  version int not null check (version > 0),
  at timestamptz not null,
  source text not null check (source in ('file', 'form', 'copy', 'undo', 'cli', 'import', 'due')),
  staff_id bigint,
  -- Name of the token, or of the part of the product, where no person of the team did it.
  made_by text not null,
  entries int not null check (entries >= 0),
  -- The version whose changes it takes back.
  undoes int,
  primary key (tenant_id, version),
  foreign key (tenant_id, staff_id) references staff (tenant_id, id)
);
select protect('catalogue_version');
create index catalogue_version_by_staff on catalogue_version (tenant_id, staff_id) where staff_id is not null;

-- The entries of a version, each as it was and as it is since; null where it was not there. From what was, a version is undone.
create table catalogue_change (
  tenant_id bigint not null references tenant,
  version int not null,
  position int not null,
  kind text not null,
  code text not null,
  action text not null check (action in ('create', 'change', 'retire')),
  fields text[] not null,
  before jsonb,
  after jsonb,
  primary key (tenant_id, version, position),
  foreign key (tenant_id, version) references catalogue_version (tenant_id, version)
);
select protect('catalogue_change');
create index catalogue_change_by_entry on catalogue_change (tenant_id, kind, code, version desc);

-- What a price will be from a day on; the job `price-change` makes it the price that day.
alter table price add column next jsonb;
create index price_to_change on price (tenant_id, (next ->> 'from')) where next is not null;
