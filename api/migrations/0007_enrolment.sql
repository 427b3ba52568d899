-- What is filled in and chosen before the contract: schooling, guardian, disciplines, class (spec 12).

create table schooling (
  tenant_id bigint not null references tenant,
  subscription_id bigint not null,
  school_name text,
  school_type text,
  state_id int references state,
  city_id int references city,
  institution_name text,
  course_name text,
  level text,
  conclusion_year int,
  fies boolean not null default false,
  updated_at timestamptz not null,
  primary key (tenant_id, subscription_id),
  foreign key (tenant_id, subscription_id) references subscription (tenant_id, id)
);
select protect('schooling');

create table guardian (
  tenant_id bigint not null references tenant,
  subscription_id bigint not null,
  relationship text not null,
  name text not null,
  cpf text not null,
  birth_date date not null,
  email text not null,
  cell_phone text not null,
  same_address boolean not null,
  address jsonb,
  updated_at timestamptz not null,
  primary key (tenant_id, subscription_id),
  foreign key (tenant_id, subscription_id) references subscription (tenant_id, id)
);
select protect('guardian');

create table chosen_discipline (
  tenant_id bigint not null references tenant,
  subscription_id bigint not null,
  discipline_id bigint not null,
  primary key (tenant_id, subscription_id, discipline_id),
  foreign key (tenant_id, subscription_id) references subscription (tenant_id, id),
  foreign key (tenant_id, discipline_id) references discipline (tenant_id, id)
);
select protect('chosen_discipline');

-- A place of a class that somebody chose (spec 12.2). There is a row exactly while the place is taken.
create table class_hold (
  tenant_id bigint not null references tenant,
  subscription_id bigint not null,
  academic_class_id bigint not null,
  state text not null check (state in ('held', 'confirmed')),
  chosen_at timestamptz not null,
  -- End of its own time; while a charge is open, the charge's end counts if it is later.
  expires_at timestamptz not null,
  -- The end of which the candidate was warned; another end is warned of anew.
  warned_of timestamptz,
  primary key (tenant_id, subscription_id),
  foreign key (tenant_id, subscription_id) references subscription (tenant_id, id),
  foreign key (tenant_id, academic_class_id) references academic_class (tenant_id, id)
);
select protect('class_hold');
create index class_hold_due on class_hold (tenant_id, subscription_id) where state = 'held';

-- What the institution found in the documents of a transfer (spec 9.3); `accepted` holds ids of disciplines.
create table discipline_analysis (
  tenant_id bigint not null references tenant,
  subscription_id bigint not null,
  favourable boolean not null,
  accepted jsonb not null default '[]',
  -- Term in which the candidate is suggested to begin.
  term int check (term > 0),
  analysed_by text not null,
  analysed_at timestamptz not null,
  primary key (tenant_id, subscription_id),
  foreign key (tenant_id, subscription_id) references subscription (tenant_id, id)
);
select protect('discipline_analysis');
